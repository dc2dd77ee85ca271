CREATE TABLE "view_heads" (
	"view_id" text PRIMARY KEY NOT NULL,
	"sealed_head" text NOT NULL,
	"sealed_head_with" text GENERATED ALWAYS AS (substring(left("sealed_head", 80) from '^\{"unprotected":\{"kid":"([a-z.0-9-]+)"')) STORED
);
--> statement-breakpoint
ALTER TABLE "view_heads" ADD CONSTRAINT "view_heads_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_heads" ADD CONSTRAINT "view_heads_sealed_head_with_key_versions_id_fk" FOREIGN KEY ("sealed_head_with") REFERENCES "public"."key_versions"("id") ON DELETE cascade ON UPDATE no action;