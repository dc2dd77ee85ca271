-- Results of the jobs before are of seven days at most and are made anew.
DELETE FROM "jobs";--> statement-breakpoint
CREATE TABLE "job_items" (
	"job_id" text NOT NULL,
	"record" text NOT NULL,
	"position" integer NOT NULL,
	"operation_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"words" text,
	"sealed_input" text,
	"sealed_input_with" text GENERATED ALWAYS AS (substring(left("sealed_input", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"sealed_kept" text,
	"sealed_kept_with" text GENERATED ALWAYS AS (substring(left("sealed_kept", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"sealed_result" text,
	"sealed_result_with" text GENERATED ALWAYS AS (substring(left("sealed_result", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"changed_at" timestamp with time zone,
	CONSTRAINT "job_items_job_id_record_pk" PRIMARY KEY("job_id","record")
);
--> statement-breakpoint
DROP INDEX "jobs_one_running";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "title" text NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "connection_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "single_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "sealed_input" text NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "sealed_input_with" text GENERATED ALWAYS AS (substring(left("sealed_input", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "asked" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_gate_passed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_sealed_input_with_key_versions_id_fk" FOREIGN KEY ("sealed_input_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_sealed_kept_with_key_versions_id_fk" FOREIGN KEY ("sealed_kept_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_sealed_result_with_key_versions_id_fk" FOREIGN KEY ("sealed_result_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_items_state" ON "job_items" USING btree ("job_id","state","position");--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_sealed_input_with_key_versions_id_fk" FOREIGN KEY ("sealed_input_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_open" ON "jobs" USING btree ("single_key") WHERE state in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "jobs_account" ON "jobs" USING btree ("account_id","started_at");--> statement-breakpoint
CREATE INDEX "jobs_started_at" ON "jobs" USING btree ("started_at");--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "is_cancel_asked";--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "lease_until";