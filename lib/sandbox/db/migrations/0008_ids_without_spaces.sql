-- Encounters' own ids are compared without the spaces at their ends; an older sandbox stored them as they were sent.
UPDATE "encounters" SET "external_id" = btrim("external_id", E' \t\n\r\f\u000b\u00a0\ufeff')
WHERE "external_id" <> btrim("external_id", E' \t\n\r\f\u000b\u00a0\ufeff');
--> statement-breakpoint
UPDATE "encounters" SET "patient_control_number" = btrim("patient_control_number", E' \t\n\r\f\u000b\u00a0\ufeff')
WHERE "patient_control_number" <> btrim("patient_control_number", E' \t\n\r\f\u000b\u00a0\ufeff');
