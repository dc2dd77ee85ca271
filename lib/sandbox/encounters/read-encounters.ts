import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import type { ClaimRow, EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Handler, Sandbox } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import type { EncounterRecords } from './encounter-input.ts'
import { encounterJson } from './encounter-json.ts'

/** One encounter in full. */
export const getEncounter: Handler<'getEncounter'> = async ({ sandbox, caller, input }) => {
  const id = input.params.encounter_id
  const [row] = await sandbox.run<EncounterRow>('select * from encounters where id = $1', [id])
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi))
    throw notFound(id)
  const [text] = await encountersAsJson(sandbox, [row])
  return text!
}

type Body = { body: string }

/** The JSON texts of encounters by `seq`, in the given order. */
export async function encountersBySeq(
  sandbox: Sandbox,
  seqs: readonly number[],
): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await sandbox.run<EncounterRow>(
    'select * from encounters where seq = any($1::bigint[])',
    [seqs],
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return encountersAsJson(
    sandbox,
    seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}

/** The JSON texts of encounters with their claims. */
export async function encountersAsJson(
  { run, now }: Sandbox,
  rows: readonly EncounterRow[],
): Promise<string[]> {
  const claims = await run<ClaimRow>('select * from claims where encounter_id = any($1::text[])', [
    rows.map((row) => row.id),
  ])
  const claimOf = new Map(claims.map((claim) => [claim.encounter_id, claim]))
  const records = await loadRecords(run, rows)
  return rows.flatMap((row) => {
    const claim = claimOf.get(row.id)
    return claim ? [encounterJson(row, claim, records, now())] : []
  })
}

// One query for each kind of record reads all providers, facilities and payers that a page refers
// to.
async function loadRecords(run: RunSql, rows: readonly EncounterRow[]): Promise<EncounterRecords> {
  const named = (member: string) => [
    ...new Set(
      rows.flatMap(({ input }) =>
        [...input.matchAll(new RegExp(`"${member}":"([^"\\\\]+)"`, 'g'))].map((match) => match[1]!),
      ),
    ),
  ]
  const npis = named('npi')
  // One query after the other: inside a write they share the transaction's connection.
  const providers = await run<Body>(
    'select body from organization_providers where npi = any($1::text[]) order by seq desc',
    [npis],
  )
  const facilities = await run<Body>(
    'select body from service_facilities where npi = any($1::text[]) or id = any($2::text[]) order by seq desc',
    [npis, named('service_facility_id')],
  )
  const payers = await run<Body>(
    'select body from payers where payer_id = any($1::text[]) order by seq desc',
    [named('payer_id')],
  )
  const providerBodies = providers.map(({ body }) => JSON.parse(body) as OrganizationProvider)
  const facilityBodies = facilities.map(
    ({ body }) => JSON.parse(body) as OrganizationServiceFacility,
  )
  const payerBodies = payers.map(({ body }) => JSON.parse(body) as Payer)
  return {
    provider: look(providerBodies, (each) => each.npi),
    facilityById: look(facilityBodies, (each) => each.organization_service_facility_id),
    facilityByNpi: look(facilityBodies, (each) => each.npi ?? ''),
    payer: look(payerBodies, (each) => each.payer_id),
  }
}

function look<T>(items: readonly T[], keyOf: (item: T) => string): (key: string) => T | undefined {
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return (key) => byKey.get(key)
}
