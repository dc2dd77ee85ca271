import type { Issue } from '#lib/core/result.ts'
import {
  type BillingProvider,
  billingProvider,
  hasFacility,
  hasRenderingProvider,
  payerOf,
} from '#lib/sandbox/contracts/contract-parties.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { type Scope, isInScope } from '#lib/sandbox/http/api-keys.ts'
import { refuse, refuseFields } from '#lib/sandbox/http/refusal.ts'
import type { SpanDates } from './read-spans.ts'

/** The ids that a span names; an undefined id is not checked. */
export type SpanParties = {
  contracting_provider_id: string
  payer_uuid?: string | undefined
  rendering_provider_id?: string | undefined
  service_facility_id?: string | undefined
}

/**
 * Checks the ids and dates of a span and returns its contracting provider. 422 with all fields
 * whose id is unknown, and with an end date before the start date; 403 for a contracting provider
 * outside of the key's scope. ASSUMED: span-unknown-ids, span-date-order, write-out-of-scope
 */
export async function checkSpan(
  run: RunSql,
  parties: SpanParties,
  dates: SpanDates,
  scope: Scope,
): Promise<BillingProvider> {
  const unknown = (path: string, isKnown: unknown): Issue[] =>
    isKnown ? [] : [{ path, message: 'is unknown to the organization' }]
  const { contracting_provider_id, payer_uuid, rendering_provider_id, service_facility_id } =
    parties
  const provider = await billingProvider(run, contracting_provider_id)
  const issues = [
    ...unknown('contracting_provider_id', provider),
    ...unknown('payer_uuid', payer_uuid === undefined || (await payerOf(run, payer_uuid))),
    ...unknown(
      'rendering_provider_id',
      rendering_provider_id === undefined ||
        (await hasRenderingProvider(run, rendering_provider_id)),
    ),
    ...unknown(
      'service_facility_id',
      service_facility_id === undefined || (await hasFacility(run, service_facility_id)),
    ),
    ...(dates.start_date && dates.end_date && dates.end_date < dates.start_date
      ? [{ path: 'end_date', message: 'is before the start date' }]
      : []),
  ]
  if (issues.length > 0) throw refuseFields(issues)
  if (!isInScope(scope, provider!.npi))
    throw refuse('UnauthorizedError', {
      message: 'This key may not write for this contracting provider.',
    })
  return provider!
}
