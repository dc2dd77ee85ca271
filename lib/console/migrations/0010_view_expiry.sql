ALTER TABLE "saved_views" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
CREATE INDEX "saved_views_created_by" ON "saved_views" USING btree ("created_by","expires_at");--> statement-breakpoint
CREATE INDEX "saved_views_expires_at" ON "saved_views" USING btree ("expires_at");