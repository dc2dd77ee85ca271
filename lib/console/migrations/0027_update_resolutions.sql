CREATE TABLE "update_resolutions" (
	"id" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"change_ids" text[] NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"sealed_reason" text NOT NULL,
	"sealed_reason_with" text GENERATED ALWAYS AS (substring(left("sealed_reason", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"resolved_at" timestamp with time zone NOT NULL,
	"reopened_by" text,
	"reopened_at" timestamp with time zone,
	"identified_on" text,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	"sealed_closing" text,
	"sealed_closing_with" text GENERATED ALWAYS AS (substring(left("sealed_closing", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED
);
--> statement-breakpoint
ALTER TABLE "update_resolutions" ADD CONSTRAINT "update_resolutions_sealed_reason_with_key_versions_id_fk" FOREIGN KEY ("sealed_reason_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "update_resolutions" ADD CONSTRAINT "update_resolutions_sealed_closing_with_key_versions_id_fk" FOREIGN KEY ("sealed_closing_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "update_resolutions_resolved_at" ON "update_resolutions" USING btree ("connection","resolved_at","id");--> statement-breakpoint
CREATE INDEX "update_resolutions_claim" ON "update_resolutions" USING btree ("connection","claim_creation_id");--> statement-breakpoint
CREATE INDEX "update_resolutions_overpayments" ON "update_resolutions" USING btree ("connection","identified_on") WHERE identified_on is not null and closed_at is null;