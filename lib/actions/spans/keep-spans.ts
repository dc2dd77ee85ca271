import 'server-only'
import { localDateAt } from '#lib/core/local-date.ts'
import { standingChoices } from '#lib/lists/credentialing-spans.ts'
import type { KeepItem } from '#lib/lists/walk/read-page.ts'
import type { ListRequest } from '#lib/lists/walk/request.ts'
import { spanDatesOf, spanEndsAs } from '#lib/lists/rows/span-rows.ts'
import { isSpanProblem, spanStanding, type SpanStanding } from '#lib/rules/coverage/span-standing.ts'

// Each choice is a standing of the rules; one that the rules do not know would find nothing.
const standings: ReadonlySet<SpanStanding | 'problem'> = new Set(standingChoices)

/** Which spans stand a request's own filters, by the rules and today's local date; undefined for another list. */
export function keepSpans({ operation, local }: ListRequest): KeepItem | undefined {
  if (operation !== 'listFacilityCredentialingSpans' && operation !== 'listProviderCredentialingSpans') return undefined
  const today = localDateAt(Date.now())
  const { ends, standing } = local ?? {}
  return (item) =>
    (typeof ends !== 'string' || spanEndsAs(item, ends, today)) &&
    (typeof standing !== 'string' || isAs(item, standing, today))
}

function isAs(item: unknown, wanted: string, today: string): boolean {
  if (!standings.has(wanted as SpanStanding)) return false
  const { standing } = spanStanding({ id: '', ...spanDatesOf(item) }, today)
  return wanted === 'problem' ? isSpanProblem(standing) : standing === wanted
}
