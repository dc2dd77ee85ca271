CREATE TABLE "bulk_captures" (
	"fix_id" text NOT NULL,
	"place" integer NOT NULL,
	"capture_id" text NOT NULL,
	"state" text NOT NULL,
	"sealed_row" text,
	"sealed_row_with" text GENERATED ALWAYS AS (substring(left("sealed_row", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"sealed_base" text,
	"sealed_base_with" text GENERATED ALWAYS AS (substring(left("sealed_base", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	CONSTRAINT "bulk_captures_fix_id_place_pk" PRIMARY KEY("fix_id","place")
);
--> statement-breakpoint
CREATE TABLE "bulk_fixes" (
	"id" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"sealed_plan" text NOT NULL,
	"sealed_plan_with" text GENERATED ALWAYS AS (substring(left("sealed_plan", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"step" integer DEFAULT 0 NOT NULL,
	"job_id" text,
	"undo_job_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_captures" ADD CONSTRAINT "bulk_captures_fix_id_bulk_fixes_id_fk" FOREIGN KEY ("fix_id") REFERENCES "public"."bulk_fixes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_captures" ADD CONSTRAINT "bulk_captures_sealed_row_with_key_versions_id_fk" FOREIGN KEY ("sealed_row_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_captures" ADD CONSTRAINT "bulk_captures_sealed_base_with_key_versions_id_fk" FOREIGN KEY ("sealed_base_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_fixes" ADD CONSTRAINT "bulk_fixes_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_fixes" ADD CONSTRAINT "bulk_fixes_sealed_plan_with_key_versions_id_fk" FOREIGN KEY ("sealed_plan_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_captures_capture" ON "bulk_captures" USING btree ("fix_id","capture_id");--> statement-breakpoint
CREATE INDEX "bulk_fixes_expires_at" ON "bulk_fixes" USING btree ("expires_at");