DROP INDEX "claim_creations_updates";--> statement-breakpoint
ALTER TABLE "charge_capture_updates" ADD COLUMN "hl7_message_type" text;--> statement-breakpoint
ALTER TABLE "claim_creations" ADD COLUMN "updates" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "charge_capture_updates_creation" ON "charge_capture_updates" USING btree ("claim_creation_id");--> statement-breakpoint
CREATE INDEX "claim_creations_updates" ON "claim_creations" USING btree ("created_at","seq") WHERE "claim_creations"."updates" > 0;--> statement-breakpoint
UPDATE "claim_creations" SET "updates" = counted."all" FROM (SELECT "claim_creation_id", count(*) AS "all" FROM "charge_capture_updates" GROUP BY "claim_creation_id") counted WHERE "claim_creations"."id" = counted."claim_creation_id";
