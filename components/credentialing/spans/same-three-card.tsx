'use client'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { overlap, type CoverageSpan } from '#lib/rules/coverage/span.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'
import { SpanTable } from './span-table.tsx'
import { standingWords } from './standing-words.ts'
import type { KnownSpans } from './use-same-three.ts'

type SameThreeCardProps = {
  kind: SpanKind
  known: KnownSpans
  /** The span as it stands in the form. */ span: CoverageSpan
  today: LocalDate
}

/** The other spans of the same three, and which of them the span in the form overlaps. Nothing is shown before the three are known. */
export function SameThreeCard({ kind, known: { rows, isReading, trouble, retry }, span, today }: SameThreeCardProps) {
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
        <p className="text-sm break-words text-ink">{trouble} Overlaps with other spans are unknown.</p>
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
        The partner has no {span.id === '' ? '' : 'other '}span of this contracting provider, payer and{' '}
        {spanWays[kind].covered.label.toLowerCase()}.
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
        lines={[...overlapping, ...others.filter((row) => !overlapping.includes(row))].map((row) => ({
          row,
          badge: <Standing row={row} today={today} isOverlapping={overlapping.includes(row)} />,
        }))}
      />
    </Card>
  )
}

function Standing({ row, today, isOverlapping }: { row: SpanRow; today: LocalDate; isOverlapping: boolean }) {
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
