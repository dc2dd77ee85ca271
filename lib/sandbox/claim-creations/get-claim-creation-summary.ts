import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'

type Counts = {
  unlinked: number
  not_started: number
  held: number
  in_error: number
  changes: number
}

/** The five counts over the records that the key may see. */
export const getClaimCreationSummary: Handler<'getClaimCreationSummary'> = async ({
  sandbox,
  caller,
}) => {
  const scope = await scopeOf(sandbox, caller)
  const inScope = `($1::text[] is null or billing_provider_npi = '' or billing_provider_npi = any($1::text[]))`
  const creations = (condition: string) =>
    `(select count(*) from claim_creations where ${condition} and ${inScope})::int`
  const [counts] = await sandbox.run<Counts>(
    `select (select count(*) from charge_captures where claim_creation_id = '' and ${inScope})::int as unlinked,
       ${creations(`status = 'not-started'`)} as not_started,
       ${creations(`status = 'held'`)} as held,
       ${creations(`status = 'in-error'`)} as in_error,
       (select coalesce(sum(unresolved_updates), 0) from claim_creations where unresolved_updates > 0 and ${inScope})::int as changes`,
    [scope ? [...scope] : null],
  )
  return JSON.stringify({
    charge_capture_charges_not_linked_to_claims_count: counts!.unlinked,
    charge_capture_claim_creations_not_started_count: counts!.not_started,
    charge_capture_held_claim_creations_count: counts!.held,
    charge_capture_claim_creations_in_error_count: counts!.in_error,
    charge_capture_unresolved_change_count: counts!.changes,
  })
}
