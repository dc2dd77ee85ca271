CREATE TABLE "filing_limits" (
	"connection" text NOT NULL,
	"payer_id" text NOT NULL,
	"payer" text NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "filing_limits_connection_payer_id_pk" PRIMARY KEY("connection","payer_id")
);
--> statement-breakpoint
CREATE TABLE "queue_days" (
	"connection" text NOT NULL,
	"day" text NOT NULL,
	"sealed_sums" text NOT NULL,
	"sealed_sums_with" text GENERATED ALWAYS AS (substring(left("sealed_sums", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	CONSTRAINT "queue_days_connection_day_pk" PRIMARY KEY("connection","day")
);
--> statement-breakpoint
CREATE TABLE "queue_marks" (
	"connection" text NOT NULL,
	"subject" text NOT NULL,
	"owner_id" text,
	"snoozed_until" text,
	"priority" text,
	"sealed_note" text,
	"sealed_note_with" text GENERATED ALWAYS AS (substring(left("sealed_note", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_marks_connection_subject_pk" PRIMARY KEY("connection","subject")
);
--> statement-breakpoint
CREATE TABLE "queue_rows" (
	"connection" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"listed" text NOT NULL,
	"version" bigint NOT NULL,
	"creation_hash" text NOT NULL,
	"value_hash" text NOT NULL,
	"sealed_value" text,
	"sealed_value_with" text GENERATED ALWAYS AS (substring(left("sealed_value", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"first_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_rows_connection_claim_creation_id_pk" PRIMARY KEY("connection","claim_creation_id")
);
--> statement-breakpoint
CREATE TABLE "queue_snapshots" (
	"connection" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"whole_at" timestamp with time zone,
	"reading_until" timestamp with time zone,
	"unread" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_turns" (
	"connection" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"account_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "queue_turns_connection_claim_creation_id_pk" PRIMARY KEY("connection","claim_creation_id")
);
--> statement-breakpoint
ALTER TABLE "queue_days" ADD CONSTRAINT "queue_days_sealed_sums_with_key_versions_id_fk" FOREIGN KEY ("sealed_sums_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_marks" ADD CONSTRAINT "queue_marks_owner_id_account_holders_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_marks" ADD CONSTRAINT "queue_marks_sealed_note_with_key_versions_id_fk" FOREIGN KEY ("sealed_note_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_rows" ADD CONSTRAINT "queue_rows_sealed_value_with_key_versions_id_fk" FOREIGN KEY ("sealed_value_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_turns" ADD CONSTRAINT "queue_turns_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_rows_version" ON "queue_rows" USING btree ("connection","version");--> statement-breakpoint
CREATE INDEX "queue_turns_until" ON "queue_turns" USING btree ("until");