CREATE TABLE "queue_packs" (
	"connection" text NOT NULL,
	"place" integer NOT NULL,
	"version" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"sealed_values" text NOT NULL,
	"sealed_values_with" text GENERATED ALWAYS AS (substring(left("sealed_values", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED,
	CONSTRAINT "queue_packs_connection_place_pk" PRIMARY KEY("connection","place")
);
--> statement-breakpoint
ALTER TABLE "queue_packs" ADD CONSTRAINT "queue_packs_sealed_values_with_key_versions_id_fk" FOREIGN KEY ("sealed_values_with") REFERENCES "public"."key_versions"("id") ON DELETE cascade ON UPDATE no action;