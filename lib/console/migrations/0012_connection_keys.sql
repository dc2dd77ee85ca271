ALTER TABLE "connections" ADD COLUMN "first_key_fingerprint" text;--> statement-breakpoint
UPDATE "connections" SET "first_key_fingerprint" = "key_fingerprint";--> statement-breakpoint
ALTER TABLE "connections" ALTER COLUMN "first_key_fingerprint" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "environment_fingerprint" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "disabled_at" timestamp with time zone;
