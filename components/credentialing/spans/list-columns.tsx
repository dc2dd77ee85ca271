import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { CredentialingStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { facilitySpanColumns, providerSpanColumns } from '#lib/lists/columns/credentialing-spans.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { standingWords } from './standing-words.ts'

/** The name of a span for a person: its provider or facility, and its payer. */
export function nameOfSpan(row: SpanRow): string {
  return (
    [row.covered ?? row.covered_npi, row.payer ?? row.payer_id].filter(Boolean).join(' · ') ||
    row.id
  )
}

const standingOf = (row: SpanRow, today: string) => standingWords(spanStanding(row, today))

const looks: Looks<typeof providerSpanColumns, SpanRow> = {
  covered: {
    width: { least: 108, most: 240 },
    isName: true,
    card: 'title',
    title: (row) =>
      [row.covered, row.covered_npi && `NPI ${row.covered_npi}`].filter(Boolean).join(' · '),
  },
  payer: {
    width: { least: 108, most: 200 },
    isName: true,
    card: 'detail',
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  provider: {
    width: { least: 108, most: 220 },
    isName: true,
    className: 'text-ink-2',
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  standing: {
    width: { least: 132, most: 300, beside: 24 },
    isCause: true,
    card: 'end',
    text: (row, { today }) => standingOf(row, today).words,
    render: (row, { today }) => {
      const { words, tone } = standingOf(row, today)
      return <StatusBadge tone={tone}>{words}</StatusBadge>
    },
  },
  end_date: { date: { none: 'No end' } },
  status: {
    width: { least: 100, most: 150, beside: 24 },
    render: (row) => row.status && <CredentialingStatus status={row.status} />,
    title: (row) => row.status,
  },
  regions: { width: { least: 76, most: 180 }, className: 'text-ink-2' },
}

/** The columns of the list of facility spans. */
export const facilitySpanTable = columnsOf(facilitySpanColumns, looks)

/** The columns of the list of provider spans. */
export const providerSpanTable = columnsOf(providerSpanColumns, looks)
