CREATE TABLE "open_records" (
	"account_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"tab" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "open_records_connection_id_kind_record_account_id_tab_pk" PRIMARY KEY("connection_id","kind","record","account_id","tab")
);
--> statement-breakpoint
ALTER TABLE "open_records" ADD CONSTRAINT "open_records_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_records_last_seen_at" ON "open_records" USING btree ("last_seen_at");