DROP INDEX "audit_records_at";--> statement-breakpoint
DROP INDEX "audit_records_account";--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "person" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "role" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "session" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "record_kind" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "sealed_change" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "mac" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_records_operation" ON "audit_records" USING btree ("operation","at","id");--> statement-breakpoint
CREATE INDEX "audit_records_failed" ON "audit_records" USING btree ("at","id") WHERE outcome not in ('ok', 'sent');--> statement-breakpoint
CREATE INDEX "audit_records_ids" ON "audit_records" USING gin ("record_ids");--> statement-breakpoint
CREATE INDEX "audit_records_at" ON "audit_records" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_records_account" ON "audit_records" USING btree ("account_id","at","id");