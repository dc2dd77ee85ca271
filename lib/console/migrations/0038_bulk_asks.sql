CREATE TABLE "bulk_asks" (
	"fix_id" text PRIMARY KEY NOT NULL,
	"sealed_ask" text NOT NULL,
	"sealed_ask_with" text GENERATED ALWAYS AS (substring(left("sealed_ask", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED
);
--> statement-breakpoint
ALTER TABLE "bulk_asks" ADD CONSTRAINT "bulk_asks_fix_id_bulk_fixes_id_fk" FOREIGN KEY ("fix_id") REFERENCES "public"."bulk_fixes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_asks" ADD CONSTRAINT "bulk_asks_sealed_ask_with_key_versions_id_fk" FOREIGN KEY ("sealed_ask_with") REFERENCES "public"."key_versions"("id") ON DELETE cascade ON UPDATE no action;