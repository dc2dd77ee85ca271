'use client'
import { statesOf } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { textOf } from '#lib/core/read-json.ts'
import { type SpanRow, spanDatesOf } from '#lib/lists/rows/span-rows.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { SameThreeCard } from './same-three-card.tsx'
import { useSameThree } from './use-same-three.ts'
import { useSpanChecks } from './use-span-checks.ts'

/** The other spans of the three that a span would be between as it stands in the form. Checks the dates as they are typed. */
export function SpanNeighbours({ kind, row, today }: { kind: SpanKind; row: SpanRow; today: LocalDate }) {
  const body = useSpanChecks(kind)
  const known = useSameThree(kind, {
    contracting_provider_id: textOf(body.contracting_provider_id) ?? '',
    payer_uuid: textOf(body.payer_uuid) ?? '',
    covered_id: row.covered_id ?? '',
  })
  return (
    <SameThreeCard
      kind={kind}
      known={known}
      span={{ ...spanDatesOf(body), states: statesOf(body.regions), id: row.id, is_enabled: row.is_enabled }}
      today={today}
    />
  )
}
