CREATE TABLE "opened_lately" (
	"account_id" text NOT NULL,
	"connection" text NOT NULL,
	"sealed_lines" text NOT NULL,
	"sealed_lines_with" text GENERATED ALWAYS AS (substring(left("sealed_lines", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_lately_account_id_connection_pk" PRIMARY KEY("account_id","connection")
);
--> statement-breakpoint
ALTER TABLE "opened_lately" ADD CONSTRAINT "opened_lately_account_id_account_holders_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_holders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_lately" ADD CONSTRAINT "opened_lately_sealed_lines_with_key_versions_id_fk" FOREIGN KEY ("sealed_lines_with") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opened_lately_expires_at" ON "opened_lately" USING btree ("expires_at");