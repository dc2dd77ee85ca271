CREATE TABLE "drafts" (
	"account_id" text NOT NULL,
	"connection" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"editor" text NOT NULL,
	"sequence" integer NOT NULL,
	"sealed_base" text,
	"sealed_value" text,
	"saved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_account_id_connection_kind_record_editor_pk" PRIMARY KEY("account_id","connection","kind","record","editor")
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_expires_at" ON "drafts" USING btree ("expires_at");