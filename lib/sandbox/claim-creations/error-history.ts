import { type Caller, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'

type Row = {
  status: string
  first_error_at: number
  updated_at: number
  billed_at: number | null
  has_unresolved: boolean
}

/**
 * When each claim creation with an error came into error and left it, by the stored times: an error
 * by its first evaluation, a billed claim by its encounter, another one by its last change. The
 * instants are ISO; `left_at` is null for one that is in error now;
 * if people resolved its every error, it is marked, because when they did is not stored. Only those
 * in the key's scope.
 * The partner's interface has no such times, so this is part of the control plane.
 */
export async function errorHistory(sandbox: Sandbox, caller: Caller): Promise<object> {
  const scope = await scopeOf(sandbox, caller)
  const rows = await sandbox.run<Row>(
    `select c.status, c.updated_at, min(e.created_at) as first_error_at, min(n.created_at) as billed_at,
            bool_or(not e.resolved) as has_unresolved
       from claim_creations c
       join claim_creation_errors e on e.claim_creation_id = c.id
       left join encounters n on n.id = c.created_encounter_id and c.created_encounter_id <> ''
      where $1::text[] is null or c.billing_provider_npi = '' or c.billing_provider_npi = any($1::text[])
      group by c.seq, c.status, c.updated_at
      order by c.seq`,
    [scope ? [...scope] : null],
  )
  const claims = rows.map(({ status, first_error_at, updated_at, billed_at, has_unresolved }) => ({
    in_error_at: isoOf(first_error_at),
    left_at: status === 'in-error' ? null : isoOf(billed_at ?? updated_at),
    is_resolved_by_hand: status === 'in-error' && !has_unresolved,
    is_accepted: status === 'successful' || status === 'successful-dry-run',
  }))
  return { claims }
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
