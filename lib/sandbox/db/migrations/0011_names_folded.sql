-- Names are stored as searches compare them, as `folded` in lib/core/folded.ts does it; an older sandbox stored them in
-- lower case. Signs beyond ASCII are folded in a database in UTF8 only: another encoding cannot normalize.
CREATE FUNCTION pg_temp.folded(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF getdatabaseencoding() = 'UTF8' AND octet_length(name) > length(name) THEN
    name := regexp_replace(name, '[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u00B4]', '', 'g');
    name := lower(normalize(name, NFKD));
    name := regexp_replace(name, '[\u0300-\u036F\u2018-\u201F\u2032\u2035\u02B9-\u02BF\u00AB\u00BB\u2039\u203A]', '', 'g');
    name := translate(name, chr(248) || chr(322) || chr(273) || chr(305), 'oldi');
    name := replace(replace(replace(name, chr(223), 'ss'), chr(230), 'ae'), chr(339), 'oe');
    name := regexp_replace(name, '[\u2010-\u2015\u2212]', '-', 'g');
  END IF;
  name := regexp_replace(lower(name), '["''`]', '', 'g');
  RETURN btrim(regexp_replace(name, '[\s-]+', ' ', 'g'));
END $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.is_folded(name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(name) = length(name) AND name !~ '["''`-]'
$$;--> statement-breakpoint
UPDATE "charge_captures" SET
  "service_facility_name" = pg_temp.folded("service_facility_name"),
  "primary_payer_name" = pg_temp.folded("primary_payer_name"),
  "rendering_provider_name" = pg_temp.folded("rendering_provider_name"),
  "supervising_provider_name" = pg_temp.folded("supervising_provider_name"),
  "patient_name" = pg_temp.folded("patient_name"),
  "search_text" = pg_temp.folded(split_part("search_text", E'\n', 1)) || substr("search_text", strpos("search_text", E'\n'))
WHERE NOT pg_temp.is_folded(concat("service_facility_name", "primary_payer_name", "rendering_provider_name", "supervising_provider_name", "patient_name"));--> statement-breakpoint
UPDATE "claim_creations" SET
  "service_facility_name" = pg_temp.folded("service_facility_name"),
  "patient_names" = coalesce((SELECT string_agg(pg_temp.folded(line), E'\n' ORDER BY place) FROM unnest(string_to_array("patient_names", E'\n')) WITH ORDINALITY AS lines(line, place)), ''),
  "facets" = ARRAY(
    SELECT CASE WHEN facet ~ '^(payer|rendering|supervising)-name:' THEN split_part(facet, ':', 1) || ':' || pg_temp.folded(substr(facet, strpos(facet, ':') + 1)) ELSE facet END
    FROM unnest("facets") WITH ORDINALITY AS listed(facet, place) ORDER BY place
  )
WHERE NOT pg_temp.is_folded(concat("service_facility_name", "patient_names")) OR EXISTS (
  SELECT FROM unnest("facets") facet
  WHERE facet ~ '^(payer|rendering|supervising)-name:' AND NOT pg_temp.is_folded(substr(facet, strpos(facet, ':') + 1))
);--> statement-breakpoint
UPDATE "encounters" SET
  "primary_payer_name" = pg_temp.folded("primary_payer_name"),
  "search_text" = pg_temp.folded(split_part("search_text", E'\n', 1)) || substr("search_text", strpos("search_text", E'\n'))
WHERE "search_text" <> '' AND NOT pg_temp.is_folded(concat("primary_payer_name", split_part("search_text", E'\n', 1)));--> statement-breakpoint
UPDATE "contracts" SET "payer_name" = pg_temp.folded("payer_name"), "billing_provider_name" = pg_temp.folded("billing_provider_name")
WHERE NOT pg_temp.is_folded(concat("payer_name", "billing_provider_name"));--> statement-breakpoint
UPDATE "organization_providers" SET "name" = pg_temp.folded("name") WHERE NOT pg_temp.is_folded("name");
