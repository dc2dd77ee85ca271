'use client'
import { useEffect } from 'react'
import { statesOf } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { textOf } from '#lib/core/read-json.ts'
import { spanDatesOf } from '#lib/lists/rows/span-rows.ts'
import { coveredMember, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { SameThreeCard } from './same-three-card.tsx'
import { useSameThree } from './use-same-three.ts'
import { useSpanChecks } from './use-span-checks.ts'

type NewSpanNeighboursProps = {
  kind: SpanKind
  today: LocalDate
  /** True from the moment that the span is on its way: what is found then may be the span itself. */
  isSent: boolean
  /** True while what was found since is asked about elsewhere on the page: what was there before would contradict it. */
  isHidden: boolean
  /** Told the ids that are known before it is sent; undefined while they are not. */
  onKnown: (ids: ReadonlySet<string> | undefined) => void
}

/** The spans of the same three that the partner has already, before one more is made. Checks the dates as they are typed. */
export function NewSpanNeighbours({ kind, today, isSent, isHidden, onKnown }: NewSpanNeighboursProps) {
  const body = useSpanChecks(kind)
  const id = (name: string) => (textOf(body[name]) ?? '').trim()
  const spans = useSameThree(kind, {
    contracting_provider_id: id('contracting_provider_id'),
    payer_uuid: id('payer_uuid'),
    covered_id: id(coveredMember[kind]),
  })
  const { rows } = spans
  useEffect(() => {
    if (!isSent) onKnown(rows && new Set(rows.map((row) => row.id)))
  }, [rows, isSent, onKnown])
  return isHidden ? null : (
    <SameThreeCard
      kind={kind}
      known={spans}
      span={{ id: '', ...spanDatesOf(body), states: statesOf(body.regions) }}
      today={today}
    />
  )
}
