CREATE TABLE "view_defaults" (
	"connection_id" text NOT NULL,
	"list" text NOT NULL,
	"role" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "view_defaults_connection_id_list_role_pk" PRIMARY KEY("connection_id","list","role")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "connection_id" text;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "view_defaults" ADD CONSTRAINT "view_defaults_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_connection" ON "saved_views" USING btree ("connection_id","list");