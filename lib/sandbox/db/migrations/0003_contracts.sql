CREATE TABLE "contract_facilities" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"contract_seq" bigint NOT NULL,
	"service_facility_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_facility_providers" (
	"facility_seq" bigint NOT NULL,
	"provider_seq" bigint NOT NULL,
	CONSTRAINT "contract_facility_providers_pkey" PRIMARY KEY("facility_seq","provider_seq")
);
--> statement-breakpoint
CREATE TABLE "contract_providers" (
	"contract_seq" bigint NOT NULL,
	"provider_seq" bigint NOT NULL,
	CONSTRAINT "contract_providers_pkey" PRIMARY KEY("contract_seq","provider_seq")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"type" text NOT NULL,
	"contracting_provider_id" text NOT NULL,
	"payer_uuid" text NOT NULL,
	"effective_date" text NOT NULL,
	"expiration_date" text,
	"contract_status" text NOT NULL,
	"regions" text NOT NULL,
	"authorized_signatory" text,
	"commercial_insurance_types" text NOT NULL,
	"medicare_insurance_types" text NOT NULL,
	"medicaid_insurance_types" text NOT NULL,
	"fee_schedule_id" text DEFAULT '' NOT NULL,
	"provider_count" bigint DEFAULT 0 NOT NULL,
	"payer_name" text NOT NULL,
	"payer_id" text NOT NULL,
	"billing_provider_name" text NOT NULL,
	"billing_provider_npi" text NOT NULL,
	"states" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facility_spans" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"contracting_provider_id" text NOT NULL,
	"payer_uuid" text NOT NULL,
	"start_date" text,
	"end_date" text,
	"submitted_date" text,
	"payer_loaded_date" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"billing_provider_npi" text NOT NULL,
	"service_facility_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_spans" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"contracting_provider_id" text NOT NULL,
	"payer_uuid" text NOT NULL,
	"start_date" text,
	"end_date" text,
	"submitted_date" text,
	"payer_loaded_date" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"billing_provider_npi" text NOT NULL,
	"rendering_provider_id" text NOT NULL,
	"regions" text NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contract_facilities_id" ON "contract_facilities" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_facilities_once" ON "contract_facilities" USING btree ("contract_seq","service_facility_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_id" ON "contracts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "contracts_created" ON "contracts" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "contracts_status" ON "contracts" USING btree ("contract_status","created_at","seq");--> statement-breakpoint
CREATE INDEX "contracts_provider" ON "contracts" USING btree ("contracting_provider_id","created_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "facility_spans_id" ON "facility_spans" USING btree ("id");--> statement-breakpoint
CREATE INDEX "facility_spans_created" ON "facility_spans" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "facility_spans_covered" ON "facility_spans" USING btree ("contracting_provider_id","payer_uuid","created_at","seq");--> statement-breakpoint
CREATE INDEX "facility_spans_facility" ON "facility_spans" USING btree ("service_facility_id","created_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_spans_id" ON "provider_spans" USING btree ("id");--> statement-breakpoint
CREATE INDEX "provider_spans_created" ON "provider_spans" USING btree ("created_at","seq");--> statement-breakpoint
CREATE INDEX "provider_spans_covered" ON "provider_spans" USING btree ("contracting_provider_id","payer_uuid","rendering_provider_id");--> statement-breakpoint
CREATE INDEX "provider_spans_rendering" ON "provider_spans" USING btree ("rendering_provider_id","created_at","seq");--> statement-breakpoint
CREATE INDEX "provider_spans_payer" ON "provider_spans" USING btree ("payer_uuid","created_at","seq");