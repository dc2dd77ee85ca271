CREATE TABLE "follow_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"span_kind" text NOT NULL,
	"span_id" text NOT NULL,
	"sealed_words" text NOT NULL,
	"sealed_words_with" text GENERATED ALWAYS AS (substring(left("sealed_words", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"next_on" text,
	"owner_id" text,
	"written_by" text,
	"written_at" timestamp with time zone NOT NULL,
	"done_by" text,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_sealed_words_with_key_versions_id_fk" FOREIGN KEY ("sealed_words_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_owner_id_account_holders_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_written_by_account_holders_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_done_by_account_holders_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_span" ON "follow_ups" USING btree ("connection","span_id");--> statement-breakpoint
CREATE INDEX "follow_ups_next" ON "follow_ups" USING btree ("connection","next_on");