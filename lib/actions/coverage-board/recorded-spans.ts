import 'server-only'
import { logDefect } from '#lib/console/log.ts'
import { findTrail } from '#lib/console/trail/find-trail.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * A span of a payer and contracting provider was recorded, changed or deleted at `at` (ISO), by a
 * person or by "you". `is_counted` once their row of the board was counted anew.
 */
export type RecordedSpan = {
  payer_uuid: string
  provider_id: string
  at: string
  by: string
  is_counted: boolean
}

const spanWrites = [
  'createProviderCredentialingSpan',
  'updateProviderCredentialingSpan',
  'deleteProviderCredentialingSpan',
  'createFacilityCredentialingSpan',
  'updateFacilityCredentialingSpan',
  'deleteFacilityCredentialingSpan',
]
// More than anybody records between two checks; the newest count.
const mostEntries = 500

/**
 * The payers and contracting providers with a span that somebody of this console recorded, changed
 * or deleted since an instant (ISO), each with its newest write. Source: the audit trail, whose
 * sealed changes name the parties.
 */
export async function spansRecordedSince(
  since: string,
  { account, connection }: ActionContext,
): Promise<Omit<RecordedSpan, 'is_counted'>[]> {
  const entries = await findTrail(
    {
      sees: 'all',
      operations: spanWrites,
      stages: ['outcome'],
      outcomes: { only: ['ok'] },
      connectionId: connection.id,
      from: new Date(since),
    },
    mostEntries,
  )
  const recorded = new Map<string, Omit<RecordedSpan, 'is_counted'>>()
  for (const entry of entries) {
    const change = await openChange(entry).catch((error: unknown) => {
      logDefect(error, 'spansRecordedSince')
      return null
    })
    const span = change?.after ?? change?.before
    const payer_uuid =
      textOf(memberAt(span, 'payer_uuid')) ?? textOf(memberAt(span, 'payer', 'payer_uuid'))
    const provider_id =
      textOf(memberAt(span, 'contracting_provider_id')) ??
      textOf(memberAt(span, 'contracting_provider', 'organization_provider_id'))
    if (payer_uuid === undefined || provider_id === undefined) continue
    const key = `${payer_uuid} ${provider_id}`
    // Newest first.
    if (recorded.has(key)) continue
    const by = entry.accountId === account.id ? 'you' : (entry.person ?? 'a former colleague')
    recorded.set(key, { payer_uuid, provider_id, at: entry.at.toISOString(), by })
  }
  return [...recorded.values()]
}
