CREATE TABLE "break_glass" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"session_id" text NOT NULL,
	"sealed_reason" text NOT NULL,
	"sealed_reason_with" text GENERATED ALWAYS AS (substring(left("sealed_reason", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "break_glass_seen" (
	"break_glass_id" text NOT NULL,
	"account_id" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "break_glass_seen_break_glass_id_account_id_pk" PRIMARY KEY("break_glass_id","account_id")
);
--> statement-breakpoint
-- The counters of the last minutes: they start anew.
DROP TABLE "sign_in_attempts";--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"email_hash" text,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"open_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_attempts_email_hash" ON "sign_in_attempts" USING btree ("email_hash");--> statement-breakpoint
ALTER TABLE "break_glass" ADD CONSTRAINT "break_glass_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "break_glass" ADD CONSTRAINT "break_glass_sealed_reason_with_key_versions_id_fk" FOREIGN KEY ("sealed_reason_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "break_glass_seen" ADD CONSTRAINT "break_glass_seen_break_glass_id_break_glass_id_fk" FOREIGN KEY ("break_glass_id") REFERENCES "public"."break_glass"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "break_glass_seen" ADD CONSTRAINT "break_glass_seen_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "break_glass_session" ON "break_glass" USING btree ("session_id","ends_at");--> statement-breakpoint
CREATE INDEX "break_glass_started_at" ON "break_glass" USING btree ("started_at");
