CREATE TABLE "job_parts" (
	"job_id" text NOT NULL,
	"part" text NOT NULL,
	"sealed_value" text NOT NULL,
	CONSTRAINT "job_parts_job_id_part_pk" PRIMARY KEY("job_id","part")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"connection" text NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"progress" jsonb NOT NULL,
	"failure" jsonb,
	"is_cancel_asked" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_parts" ADD CONSTRAINT "job_parts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_running" ON "jobs" USING btree ("kind","connection") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_kind" ON "jobs" USING btree ("kind","connection","started_at");--> statement-breakpoint
CREATE INDEX "jobs_expires_at" ON "jobs" USING btree ("expires_at");