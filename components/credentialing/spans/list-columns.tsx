import type { ListColumn } from '#components/table/list-column.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { CredentialingStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { standingWords } from './standing-words.ts'

type Column = ListColumn<SpanRow>

/** The name of a span for a person: who is covered, with which payer. */
export function nameOfSpan(row: SpanRow): string {
  return [row.covered ?? row.covered_npi, row.payer ?? row.payer_id].filter(Boolean).join(' · ') || row.id
}

const standingOf = (row: SpanRow, today: string) => standingWords(spanStanding(row, today))

function coveredColumn(header: string): Column {
  return {
    id: 'covered',
    header,
    size: 150,
    minSize: 110,
    isMain: true,
    grows: true,
    render: (row) => row.covered ?? row.covered_npi ?? row.id,
    title: (row) => [row.covered, row.covered_npi && `NPI ${row.covered_npi}`].filter(Boolean).join(' · '),
  }
}

const common: readonly Column[] = [
  {
    id: 'payer',
    header: 'Payer',
    size: 128,
    minSize: 90,
    render: (row) => row.payer ?? row.payer_id,
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  {
    id: 'provider',
    header: 'Contracting provider',
    size: 140,
    minSize: 100,
    className: 'text-ink-2',
    render: (row) => row.provider ?? row.provider_npi,
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  {
    id: 'standing',
    header: 'Coverage',
    size: 212,
    render: (row, { today }) => {
      const { words, tone } = standingOf(row, today)
      return <StatusBadge tone={tone}>{words}</StatusBadge>
    },
    title: (row, { today }) => standingOf(row, today).words,
  },
  {
    id: 'start_date',
    header: 'Effective date',
    size: 106,
    className: 'text-ink-2',
    render: (row) => <LocalDate date={row.start_date} />,
  },
  {
    id: 'end_date',
    header: 'End date',
    size: 106,
    className: 'text-ink-2',
    render: (row) => (row.end_date ? <LocalDate date={row.end_date} /> : <span className="text-ink-3">No end</span>),
  },
  {
    id: 'submitted_date',
    header: 'Submitted',
    size: 106,
    className: 'text-ink-2',
    render: (row) => <LocalDate date={row.submitted_date} />,
  },
  {
    id: 'payer_loaded_date',
    header: 'Payer loaded',
    size: 106,
    className: 'text-ink-2',
    render: (row) => <LocalDate date={row.payer_loaded_date} />,
  },
  {
    id: 'status',
    header: 'Status',
    size: 116,
    render: (row) => row.status && <CredentialingStatus status={row.status} />,
    title: (row) => row.status,
  },
]

const optional: readonly Column[] = [
  {
    id: 'covered_npi',
    header: 'NPI',
    size: 110,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => row.covered_npi,
  },
  {
    id: 'payer_id',
    header: 'Payer id',
    size: 100,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => row.payer_id,
  },
  {
    id: 'provider_npi',
    header: 'Contracting NPI',
    size: 118,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => row.provider_npi,
  },
]

/** The columns of the list of facility spans. */
export const facilitySpanColumns: readonly Column[] = [coveredColumn('Facility'), ...common, ...optional]

/** The columns of the list of provider spans. */
export const providerSpanColumns: readonly Column[] = [
  coveredColumn('Rendering provider'),
  ...common,
  {
    id: 'regions',
    header: 'Regions',
    size: 110,
    className: 'text-ink-2',
    render: (row) => row.regions,
    title: (row) => row.regions,
  },
  ...optional,
  { id: 'source', header: 'Source', size: 90, isOptional: true, className: 'text-ink-2', render: (row) => row.source },
]
