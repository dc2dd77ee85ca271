ALTER TABLE "claims" ADD COLUMN "submitted_at" bigint;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "decided_at" bigint;--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "decision" text;