ALTER TABLE "encounters" ADD COLUMN "pre_encounter_patient_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "pre_encounter_appointment_ids" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "external_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "patient_external_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "date_of_service" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "billing_provider_npi" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "primary_payer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "billable_status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "responsible_party" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "claim_status" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "encounters" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "encounters_control_number" ON "encounters" USING btree ("patient_control_number");--> statement-breakpoint
CREATE INDEX "encounters_pre_encounter" ON "encounters" USING btree ("pre_encounter_patient_id");--> statement-breakpoint
CREATE INDEX "encounters_created" ON "encounters" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_dos" ON "encounters" USING btree ("date_of_service","seq");--> statement-breakpoint
CREATE INDEX "encounters_external" ON "encounters" USING btree ("external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_patient" ON "encounters" USING btree ("patient_external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_billing_npi" ON "encounters" USING btree ("billing_provider_npi","created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_payer_name" ON "encounters" USING btree ("primary_payer_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_claim_status" ON "encounters" USING btree ("claim_status","created_at","seq");--> statement-breakpoint
CREATE INDEX "encounters_search" ON "encounters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Demo data of an earlier form lacks these columns: the next start makes it anew.
DELETE FROM "sandbox_facts" WHERE "key" = 'seed';
