import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import type { RoundEnd } from '#lib/lists/queue.ts'
import { toClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

// 100 ids of 36 characters are an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
const mostPages = 10
/** The statuses of claim creations that the partner has accepted, and of those it has not decided on. */
export const accepted: ReadonlySet<string | undefined> = new Set([
  'successful',
  'successful-dry-run',
])
export const undecided: ReadonlySet<string | undefined> = new Set([
  'not-started',
  'in-error',
  'held',
])

/**
 * What became of claim creations, as the partner says now; null without any, and if the partner
 * could not say of all of them.
 */
export async function endOfRound(
  visitedIds: readonly string[],
  { connection }: ActionContext,
): Promise<RoundEnd['came']> {
  const ask = askPages(connection, operations.listClaimCreations, {})
  const came = { billed: { claims: 0, cents: 0 }, open: 0 }
  const wanted = [...new Set(visitedIds)]
  for (let from = 0; from < wanted.length; from += idsAtOnce) {
    const ids = wanted.slice(from, from + idsAtOnce)
    const { items, failure } = await readWhole(
      ask,
      { claim_creation_ids: ids, limit: idsAtOnce },
      { pages: mostPages },
    )
    if (failure) return null
    for (const { status, charges } of items.map(toClaimCreationRow)) {
      if (undecided.has(status)) came.open += 1
      if (!accepted.has(status)) continue
      came.billed.claims += 1
      came.billed.cents += charges ?? 0
    }
  }
  return wanted.length === 0 ? null : came
}
