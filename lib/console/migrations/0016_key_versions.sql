CREATE TABLE "key_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"version" integer NOT NULL,
	"wrapped_key" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sealed_key_with" text GENERATED ALWAYS AS (substring(left("sealed_key", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "sealed_value_with" text GENERATED ALWAYS AS (substring(left("sealed_value", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "value_with" text GENERATED ALWAYS AS (substring(left("value", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "job_parts" ADD COLUMN "sealed_value_with" text GENERATED ALWAYS AS (substring(left("sealed_value", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "save_reasons" ADD COLUMN "sealed_reason_with" text GENERATED ALWAYS AS (substring(left("sealed_reason", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "sealed_with" text GENERATED ALWAYS AS (substring(left("sealed", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "write_operations" ADD COLUMN "sealed_outcome_with" text GENERATED ALWAYS AS (substring(left("sealed_outcome", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "key_versions_one_in_use" ON "key_versions" USING btree ("family") WHERE retired_at is null;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_sealed_key_with_key_versions_id_fk" FOREIGN KEY ("sealed_key_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_sealed_value_with_key_versions_id_fk" FOREIGN KEY ("sealed_value_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facts" ADD CONSTRAINT "facts_value_with_key_versions_id_fk" FOREIGN KEY ("value_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_parts" ADD CONSTRAINT "job_parts_sealed_value_with_key_versions_id_fk" FOREIGN KEY ("sealed_value_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "save_reasons" ADD CONSTRAINT "save_reasons_sealed_reason_with_key_versions_id_fk" FOREIGN KEY ("sealed_reason_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_sealed_with_key_versions_id_fk" FOREIGN KEY ("sealed_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_operations" ADD CONSTRAINT "write_operations_sealed_outcome_with_key_versions_id_fk" FOREIGN KEY ("sealed_outcome_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;