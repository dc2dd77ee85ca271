CREATE TABLE "audit_archives" (
	"number" integer PRIMARY KEY NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"rows" integer NOT NULL,
	"file" text NOT NULL,
	"file_hash" text NOT NULL,
	"archived_at" timestamp with time zone NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_batches" (
	"number" integer PRIMARY KEY NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"ids" text NOT NULL,
	"marks" text NOT NULL,
	"old_rows" integer NOT NULL,
	"previous" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"signature" text NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER audit_batches_append_only BEFORE UPDATE OR DELETE ON audit_batches
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_batches_no_truncate BEFORE TRUNCATE ON audit_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_archives_append_only BEFORE UPDATE OR DELETE ON audit_archives
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_archives_no_truncate BEFORE TRUNCATE ON audit_archives
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- An audit row may be deleted once an archive has it.
CREATE FUNCTION refuse_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_archives WHERE OLD.id BETWEEN first_id AND last_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit records are append-only';
END $$;
--> statement-breakpoint
DROP TRIGGER audit_records_append_only ON audit_records;
--> statement-breakpoint
CREATE TRIGGER audit_records_append_only BEFORE UPDATE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_records_archived_only BEFORE DELETE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_deletion();
--> statement-breakpoint
-- The console's own role may not delete rows; this function has the rights of the role that migrates.
CREATE FUNCTION delete_archived_audit(most integer) RETURNS integer LANGUAGE plpgsql
  SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM audit_records WHERE id IN (
    SELECT id FROM audit_records WHERE id <= (SELECT max(last_id) FROM audit_archives) ORDER BY id LIMIT most
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
--> statement-breakpoint
-- An insert holds this lock, shared, from before it gets its id until it is committed. Who holds it alone therefore
-- knows that no lower id is still to come.
CREATE FUNCTION hold_audit_horizon() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7241531);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_records_horizon BEFORE INSERT ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION hold_audit_horizon();
--> statement-breakpoint
CREATE FUNCTION audit_horizon() RETURNS bigint LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7241531);
  RETURN (SELECT coalesce(max(id), 0) FROM audit_records);
END $$;
