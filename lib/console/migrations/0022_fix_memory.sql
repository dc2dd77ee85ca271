CREATE TABLE "fix_memories" (
	"id" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"cause" text NOT NULL,
	"charge_capture_id" text NOT NULL,
	"claim_creation_id" text NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"sealed_fix" text NOT NULL,
	"sealed_fix_with" text GENERATED ALWAYS AS (substring(left("sealed_fix", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"saved_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fix_memories" ADD CONSTRAINT "fix_memories_sealed_fix_with_key_versions_id_fk" FOREIGN KEY ("sealed_fix_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fix_memories_cause" ON "fix_memories" USING btree ("connection","cause","saved_at");--> statement-breakpoint
CREATE INDEX "fix_memories_unsettled" ON "fix_memories" USING btree ("connection","seen_at") WHERE state <> 'billed';--> statement-breakpoint
CREATE INDEX "fix_memories_saved_at" ON "fix_memories" USING btree ("saved_at");