ALTER TABLE "queue_marks" ADD COLUMN "noted_by" text;--> statement-breakpoint
ALTER TABLE "queue_marks" ADD CONSTRAINT "queue_marks_noted_by_account_holders_id_fk" FOREIGN KEY ("noted_by") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_marks_noted_by" ON "queue_marks" USING btree ("noted_by");