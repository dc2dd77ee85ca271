-- Drafts from before are sealed for rows that no longer exist, and SQL cannot seal them again.
DELETE FROM "drafts";--> statement-breakpoint
ALTER TABLE "drafts" DROP CONSTRAINT "drafts_account_id_connection_kind_record_editor_pk";--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_account_id_connection_kind_record_pk" PRIMARY KEY("account_id","connection","kind","record");--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "revision" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "editor";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "sequence";--> statement-breakpoint
ALTER TABLE "drafts" DROP COLUMN "sealed_base";