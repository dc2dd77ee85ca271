CREATE TABLE "record_leases" (
	"record" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_operations" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"operation" text NOT NULL,
	"record" text NOT NULL,
	"request_hash" text NOT NULL,
	"before_hash" text,
	"after_hash" text,
	"stage" text NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sealed_outcome" text,
	"sealed_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "write_operations_record" ON "write_operations" USING btree ("connection_id","record","created_at");--> statement-breakpoint
CREATE INDEX "write_operations_created_at" ON "write_operations" USING btree ("created_at");