CREATE TABLE "save_reasons" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"record" text NOT NULL,
	"rules" text[] NOT NULL,
	"sealed_reason" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "save_reasons_record" ON "save_reasons" USING btree ("connection_id","record","saved_at");