CREATE TABLE "charge_captures" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"status" text NOT NULL,
	"charge_external_id" text NOT NULL,
	"patient_external_id" text NOT NULL,
	"originating_system" text,
	"claim_creation_category" text DEFAULT '' NOT NULL,
	"ehr_source_url" text,
	"metadata" text,
	"attachment_external_document_ids" text,
	"hl7_message_type" text,
	"pre_encounter_patient_id" text,
	"pre_encounter_appointment_ids" text,
	"data" text NOT NULL,
	"claim_creation_id" text DEFAULT '' NOT NULL,
	"claim_status" text DEFAULT '' NOT NULL,
	"date_of_service" text DEFAULT '' NOT NULL,
	"billable_status" text DEFAULT '' NOT NULL,
	"responsible_party" text DEFAULT '' NOT NULL,
	"billing_provider_npi" text DEFAULT '' NOT NULL,
	"service_facility_key" text DEFAULT '' NOT NULL,
	"service_facility_name" text DEFAULT '' NOT NULL,
	"primary_payer_id" text DEFAULT '' NOT NULL,
	"primary_payer_name" text DEFAULT '' NOT NULL,
	"rendering_provider_npi" text DEFAULT '' NOT NULL,
	"rendering_provider_name" text DEFAULT '' NOT NULL,
	"supervising_provider_npi" text DEFAULT '' NOT NULL,
	"supervising_provider_name" text DEFAULT '' NOT NULL,
	"patient_name" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"search_text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_capture_updates" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"charge_capture_id" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"message" text NOT NULL,
	"resolved" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_creation_errors" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"charge_capture_id" text,
	"cause" text NOT NULL,
	"message" text NOT NULL,
	"field_in_error" text,
	"resolved" boolean DEFAULT false NOT NULL,
	"resolved_by" text,
	"resolution_reason" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_creations" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"status" text NOT NULL,
	"bundle_key" text NOT NULL,
	"characteristics" text NOT NULL,
	"encounter_creation_input" text,
	"created_encounter_id" text DEFAULT '' NOT NULL,
	"most_recent_claim_preview_id" text,
	"claim_id" text DEFAULT '' NOT NULL,
	"claim_status" text DEFAULT '' NOT NULL,
	"unresolved_updates" bigint DEFAULT 0 NOT NULL,
	"patient_external_id" text DEFAULT '' NOT NULL,
	"date_of_service" text DEFAULT '' NOT NULL,
	"billing_provider_npi" text DEFAULT '' NOT NULL,
	"service_facility_name" text DEFAULT '' NOT NULL,
	"patient_names" text DEFAULT '' NOT NULL,
	"facets" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"encounter_id" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "encounters" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"patient_control_number" text NOT NULL,
	"input" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_schemas" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_providers" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"npi" text NOT NULL,
	"is_rendering" boolean NOT NULL,
	"is_billing" boolean NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payers" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"payer_uuid" text NOT NULL,
	"payer_id" text NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pre_encounter_appointments" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"patient_id" text NOT NULL,
	"start_timestamp" text NOT NULL,
	"status" text DEFAULT '' NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pre_encounter_patients" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"mrn" text NOT NULL,
	"name" text NOT NULL,
	"birth_date" text NOT NULL,
	"body" text NOT NULL,
	"fill" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_facts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_facilities" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"npi" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"external_id" text DEFAULT '' NOT NULL,
	"place_of_service_code" text DEFAULT '' NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_captures_id" ON "charge_captures" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_captures_charge_external_id" ON "charge_captures" USING btree ("charge_external_id");--> statement-breakpoint
CREATE INDEX "charge_captures_created" ON "charge_captures" USING btree ("created_at","seq","date_of_service");--> statement-breakpoint
CREATE INDEX "charge_captures_dos" ON "charge_captures" USING btree ("date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_patient" ON "charge_captures" USING btree ("patient_external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_status" ON "charge_captures" USING btree ("status","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_category" ON "charge_captures" USING btree ("claim_creation_category","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_creation" ON "charge_captures" USING btree ("claim_creation_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_claim_status" ON "charge_captures" USING btree ("claim_status","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_billable" ON "charge_captures" USING btree ("billable_status","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_responsible" ON "charge_captures" USING btree ("responsible_party","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_billing_npi" ON "charge_captures" USING btree ("billing_provider_npi","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_facility" ON "charge_captures" USING btree ("service_facility_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_payer_id" ON "charge_captures" USING btree ("primary_payer_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_payer_name" ON "charge_captures" USING btree ("primary_payer_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_rendering_npi" ON "charge_captures" USING btree ("rendering_provider_npi","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_rendering_name" ON "charge_captures" USING btree ("rendering_provider_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_supervising_npi" ON "charge_captures" USING btree ("supervising_provider_npi","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_supervising_name" ON "charge_captures" USING btree ("supervising_provider_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_tags" ON "charge_captures" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "charge_captures_search" ON "charge_captures" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "charge_capture_updates_id" ON "charge_capture_updates" USING btree ("id");--> statement-breakpoint
CREATE INDEX "charge_capture_updates_capture" ON "charge_capture_updates" USING btree ("charge_capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_creation_errors_id" ON "claim_creation_errors" USING btree ("id");--> statement-breakpoint
CREATE INDEX "claim_creation_errors_creation" ON "claim_creation_errors" USING btree ("claim_creation_id");--> statement-breakpoint
CREATE INDEX "claim_creation_errors_capture" ON "claim_creation_errors" USING btree ("charge_capture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_creations_id" ON "claim_creations" USING btree ("id");--> statement-breakpoint
CREATE INDEX "claim_creations_bundle" ON "claim_creations" USING btree ("bundle_key");--> statement-breakpoint
CREATE INDEX "claim_creations_created" ON "claim_creations" USING btree ("created_at","seq","date_of_service");--> statement-breakpoint
CREATE INDEX "claim_creations_encounter" ON "claim_creations" USING btree ("created_encounter_id");--> statement-breakpoint
CREATE INDEX "claim_creations_claim" ON "claim_creations" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "claim_creations_status" ON "claim_creations" USING btree ("status","created_at","seq");--> statement-breakpoint
CREATE INDEX "claim_creations_claim_status" ON "claim_creations" USING btree ("claim_status","created_at","seq");--> statement-breakpoint
CREATE INDEX "claim_creations_patient" ON "claim_creations" USING btree ("patient_external_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "claim_creations_billing_npi" ON "claim_creations" USING btree ("billing_provider_npi","created_at","seq");--> statement-breakpoint
CREATE INDEX "claim_creations_facility" ON "claim_creations" USING btree ("service_facility_name","created_at","seq");--> statement-breakpoint
CREATE INDEX "claim_creations_updates" ON "claim_creations" USING btree ("created_at","seq") WHERE "claim_creations"."unresolved_updates" > 0;--> statement-breakpoint
CREATE INDEX "claim_creations_names" ON "claim_creations" USING gin ("patient_names" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "claim_creations_facets" ON "claim_creations" USING gin ("facets");--> statement-breakpoint
CREATE UNIQUE INDEX "claims_id" ON "claims" USING btree ("id");--> statement-breakpoint
CREATE INDEX "claims_encounter" ON "claims" USING btree ("encounter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "encounters_id" ON "encounters" USING btree ("id");--> statement-breakpoint
CREATE INDEX "encounters_creation" ON "encounters" USING btree ("claim_creation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_schemas_id" ON "custom_schemas" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_providers_id" ON "organization_providers" USING btree ("id");--> statement-breakpoint
CREATE INDEX "organization_providers_npi" ON "organization_providers" USING btree ("npi");--> statement-breakpoint
CREATE UNIQUE INDEX "payers_uuid" ON "payers" USING btree ("payer_uuid");--> statement-breakpoint
CREATE INDEX "payers_payer_id" ON "payers" USING btree ("payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pre_encounter_appointments_id" ON "pre_encounter_appointments" USING btree ("id");--> statement-breakpoint
CREATE INDEX "pre_encounter_appointments_patient" ON "pre_encounter_appointments" USING btree ("patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pre_encounter_patients_id" ON "pre_encounter_patients" USING btree ("id");--> statement-breakpoint
CREATE INDEX "pre_encounter_patients_mrn" ON "pre_encounter_patients" USING btree ("mrn");--> statement-breakpoint
CREATE UNIQUE INDEX "service_facilities_id" ON "service_facilities" USING btree ("id");--> statement-breakpoint
CREATE INDEX "service_facilities_npi" ON "service_facilities" USING btree ("npi");