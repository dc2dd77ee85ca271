'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { statesOf } from '#lib/contract/states-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { textOf } from '#lib/core/read-json.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { spanDatesOf, type SpanRow } from '#lib/lists/rows/span-rows.ts'
import { listQuery } from '#lib/queries/options.ts'
import { overlap, type CoverageSpan } from '#lib/rules/coverage/span.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { coveredMember, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { sameThree, spanWays, type Three } from './span-kinds.ts'
import { SpanTable } from './span-table.tsx'
import { standingWords } from './standing-words.ts'
import { useSpanChecks } from './use-span-checks.ts'

/**
 * The other spans of an existing span's contracting provider, payer and provider or facility.
 * Checks the dates as they are typed.
 */
export function SpanNeighbours({
  kind,
  row,
  today,
}: {
  kind: SpanKind
  row: SpanRow
  today: LocalDate
}) {
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
      span={{
        ...spanDatesOf(body),
        states: statesOf(body.regions),
        id: row.id,
        is_enabled: row.is_enabled,
      }}
      today={today}
    />
  )
}

type NewSpanNeighboursProps = {
  kind: SpanKind
  today: LocalDate
  /** The span was sent: a span that is found from then on may be this one. */
  isSent: boolean
  /** Another card asks about newly found spans; showing the earlier ones would contradict it. */
  isHidden: boolean
  /** Receives the ids found before the span is sent; undefined until they are known. */
  onKnown: (ids: ReadonlySet<string> | undefined) => void
}

/**
 * The partner's spans with the same three parties as a new span. Checks the dates as they are
 * typed.
 */
export function NewSpanNeighbours({
  kind,
  today,
  isSent,
  isHidden,
  onKnown,
}: NewSpanNeighboursProps) {
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

/**
 * `rows`: the partner's spans of the same three parties; undefined until the parties are chosen and
 * the spans are loaded.
 */
type KnownSpans = {
  rows: SpanRow[] | undefined
  isReading: boolean
  trouble: string | undefined
  retry: () => void
}

// Asks the partner once all three parties are ids.
function useSameThree(kind: SpanKind, three: Three): KnownSpans {
  const isNamed = Object.values(three).every(isUuid)
  const query = useQuery({
    ...listQuery<SpanRow>(spanWays[kind].requestOf(three)),
    enabled: isNamed,
    placeholderData: undefined,
  })
  const { data } = query
  const { contracting_provider_id, payer_uuid, covered_id } = three
  const rows = useMemo(
    () =>
      isNamed && data
        ? sameThree(data.rows, { contracting_provider_id, payer_uuid, covered_id })
        : undefined,
    [isNamed, data, contracting_provider_id, payer_uuid, covered_id],
  )
  return {
    rows,
    isReading: isNamed && query.isFetching,
    trouble: isNamed && query.error ? failureOf(query.error).message : undefined,
    retry: () => void query.refetch(),
  }
}

type SameThreeCardProps = {
  kind: SpanKind
  known: KnownSpans
  /** The span with the form's current values. */
  span: CoverageSpan
  today: LocalDate
}

// Lists the other spans and marks those that overlap the form's span. Shows nothing until all three
// parties are chosen.
function SameThreeCard({
  kind,
  known: { rows, isReading, trouble, retry },
  span,
  today,
}: SameThreeCardProps) {
  const others = rows?.filter((row) => row.id !== span.id)
  if (trouble !== undefined) {
    return (
      <Card
        tone="amber"
        title="Couldn’t load other spans of the same provider, payer and coverage"
        actions={
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p className="text-sm break-words text-ink">
          {trouble} Overlaps with other spans are unknown.
        </p>
      </Card>
    )
  }
  if (!others)
    return isReading ? (
      <p role="status" className="text-sm text-ink-2">
        Looking for overlapping spans…
      </p>
    ) : null
  const overlapping = others.filter((row) => overlap(row, span))
  if (others.length === 0)
    return (
      <p role="status" className="text-sm text-ink-2">
        The partner has no {span.id === '' ? '' : 'other '}span of this contracting provider, payer
        and {spanWays[kind].covered.label.toLowerCase()}.
      </p>
    )
  return (
    <Card
      tone={overlapping.length > 0 ? 'amber' : 'plain'}
      title={titleOf(others, overlapping)}
      note={
        overlapping.length > 0
          ? 'Overlapping spans are allowed, but often mean that one span was entered twice.'
          : undefined
      }
      flush
    >
      <SpanTable
        kind={kind}
        lines={[...overlapping, ...others.filter((row) => !overlapping.includes(row))].map(
          (row) => ({
            row,
            badge: <Standing row={row} today={today} isOverlapping={overlapping.includes(row)} />,
          }),
        )}
      />
    </Card>
  )
}

function Standing({
  row,
  today,
  isOverlapping,
}: {
  row: SpanRow
  today: LocalDate
  isOverlapping: boolean
}) {
  const { words, tone } = standingWords(spanStanding(row, today))
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isOverlapping && <StatusBadge tone="amber">Overlaps</StatusBadge>}
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </span>
  )
}

function titleOf(others: readonly SpanRow[], overlapping: readonly SpanRow[]): string {
  if (overlapping.length > 0)
    return overlapping.length === 1
      ? 'Overlaps another span'
      : `Overlaps ${overlapping.length} other spans for the same coverage`
  return others.length === 1
    ? 'Another span for the same coverage'
    : `${others.length} other spans for the same coverage`
}
