import { dateColumn, optionalColumn, type ListColumn } from '#components/table/columns.tsx'
import { CredentialingStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { standingWords } from './standing-words.ts'

type Column = ListColumn<SpanRow>

/** The name of a span for a person: its provider or facility, and its payer. */
export function nameOfSpan(row: SpanRow): string {
  return (
    [row.covered ?? row.covered_npi, row.payer ?? row.payer_id].filter(Boolean).join(' · ') ||
    row.id
  )
}

const standingOf = (row: SpanRow, today: string) => standingWords(spanStanding(row, today))

function coveredColumn(header: string): Column {
  return {
    id: 'covered',
    header,
    width: { least: 108, most: 240 },
    isMain: true,
    text: (row) => row.covered ?? row.covered_npi ?? row.id,
    title: (row) =>
      [row.covered, row.covered_npi && `NPI ${row.covered_npi}`].filter(Boolean).join(' · '),
  }
}

const common: readonly Column[] = [
  {
    id: 'payer',
    header: 'Payer',
    width: { least: 108, most: 200 },
    text: (row) => row.payer ?? row.payer_id,
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  {
    id: 'provider',
    header: 'Contracting provider',
    width: { least: 108, most: 220 },
    className: 'text-ink-2',
    text: (row) => row.provider ?? row.provider_npi,
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  {
    id: 'standing',
    header: 'Coverage',
    width: { least: 132, most: 300, beside: 24 },
    isCause: true,
    text: (row, { today }) => standingOf(row, today).words,
    render: (row, { today }) => {
      const { words, tone } = standingOf(row, today)
      return <StatusBadge tone={tone}>{words}</StatusBadge>
    },
  },
  dateColumn('start_date', 'Effective date', (row) => row.start_date),
  dateColumn('end_date', 'End date', (row) => row.end_date, { none: 'No end' }),
  dateColumn('submitted_date', 'Submitted', (row) => row.submitted_date),
  dateColumn('payer_loaded_date', 'Payer loaded', (row) => row.payer_loaded_date),
  {
    id: 'status',
    header: 'Status',
    width: { least: 100, most: 150, beside: 24 },
    text: (row) => row.status && humanize(row.status),
    render: (row) => row.status && <CredentialingStatus status={row.status} />,
    title: (row) => row.status,
  },
]

const optional: readonly Column[] = [
  optionalColumn('covered_npi', 'NPI', (row) => row.covered_npi, 'code'),
  optionalColumn('payer_id', 'Payer ID', (row) => row.payer_id, 'code'),
  optionalColumn('provider_npi', 'Contracting NPI', (row) => row.provider_npi, 'code'),
]

/** The columns of the list of facility spans. */
export const facilitySpanColumns: readonly Column[] = [
  coveredColumn('Facility'),
  ...common,
  ...optional,
]

/** The columns of the list of provider spans. */
export const providerSpanColumns: readonly Column[] = [
  coveredColumn('Rendering provider'),
  ...common,
  {
    id: 'regions',
    header: 'Regions',
    width: { least: 76, most: 180 },
    className: 'text-ink-2',
    text: (row) => row.regions,
  },
  ...optional,
  optionalColumn('source', 'Source', (row) => row.source),
]
