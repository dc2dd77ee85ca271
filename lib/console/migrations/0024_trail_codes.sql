-- A trail that has a copied row already is no reason to refuse the start: `npm run audit -- verify` names the copy.
DO $$
BEGIN
  CREATE UNIQUE INDEX "audit_records_mac" ON "audit_records" USING btree ("mac") WHERE mac <> '';
EXCEPTION WHEN unique_violation THEN
  RAISE WARNING 'two rows of the audit trail have the same code';
END $$;
