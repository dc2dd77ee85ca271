-- Encounters' own ids are compared without the spaces at their ends; an older sandbox stored them as they were sent.
-- The spaces are those that JavaScript's trim() takes. Those beyond ASCII are named to a database in UTF8 only: another
-- encoding may not have them, and then to name them is an error. An id of spaces alone is none and stays as it is.
WITH spaces AS (
  SELECT string_agg(chr(code), '') AS signs
  FROM unnest(ARRAY[9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279]) AS listed(code)
  WHERE code < 128 OR getdatabaseencoding() = 'UTF8'
)
UPDATE "encounters" SET
  "external_id" = coalesce(nullif(btrim("external_id", signs), ''), "external_id"),
  "patient_control_number" = coalesce(nullif(btrim("patient_control_number", signs), ''), "patient_control_number")
FROM spaces
WHERE "external_id" <> btrim("external_id", signs) OR "patient_control_number" <> btrim("patient_control_number", signs);
