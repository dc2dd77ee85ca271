-- Long JSON texts are kept beside the row and not compressed: pages of filter columns stay small, and reading or
-- loading a text costs no compression.
ALTER TABLE "charge_captures" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "claim_creations" ALTER COLUMN "encounter_creation_input" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "encounters" ALTER COLUMN "input" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "encounters" ALTER COLUMN "parts" SET STORAGE EXTERNAL;
