ALTER TABLE "filing_limits" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "filing_limits" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "filing_limits" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "filing_limits" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
-- The dialog before stored Medicare's default with every save. It is one calendar year, not 365 days.
DELETE FROM "filing_limits" WHERE "payer_id" = 'medicare' AND "days" = 365;--> statement-breakpoint
UPDATE "filing_limits" SET "limits" = jsonb_build_object('original', "days"), "source" = 'Entered without a source';--> statement-breakpoint
ALTER TABLE "filing_limits" ALTER COLUMN "limits" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "filing_limits" ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "filing_limits" ADD CONSTRAINT "filing_limits_confirmed_by_account_holders_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."account_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filing_limits" DROP COLUMN "days";
