import type { ListColumn } from '#components/table/list-column.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { endStanding } from './end-standing.ts'

type Column = ListColumn<ContractRow>

/** The name of a contract for a person: whose with whom. */
export function nameOfContract(row: ContractRow): string {
  return [row.payer ?? row.payer_id, row.provider ?? row.provider_npi].filter(Boolean).join(' · ') || row.id
}

/** The columns of the contracts list. */
export const contractColumns: readonly Column[] = [
  {
    id: 'status',
    header: 'Status',
    size: 104,
    sort: 'contract_status',
    render: (row) => row.status && <ContractStatus status={row.status} />,
  },
  {
    id: 'payer',
    header: 'Payer',
    size: 190,
    minSize: 110,
    isMain: true,
    sort: 'payer_name',
    render: (row) => row.payer ?? row.payer_id ?? row.id,
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  {
    id: 'provider',
    header: 'Contracting provider',
    size: 190,
    minSize: 120,
    grows: true,
    sort: 'billing_provider_name',
    render: (row) => row.provider ?? row.provider_npi,
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  { id: 'type', header: 'Type', size: 108, className: 'text-ink-2', render: (row) => row.type && humanize(row.type) },
  {
    id: 'providers',
    header: 'Providers',
    size: 92,
    align: 'end',
    render: (row) => row.providers?.toLocaleString('en-US'),
  },
  {
    id: 'effective_date',
    header: 'Effective date',
    size: 108,
    className: 'text-ink-2',
    sort: 'effective_date',
    render: (row) => <LocalDate date={row.effective_date} />,
  },
  {
    id: 'expiration_date',
    header: 'End date',
    size: 108,
    className: 'text-ink-2',
    render: (row) =>
      row.expiration_date ? <LocalDate date={row.expiration_date} /> : <span className="text-ink-3">No end</span>,
  },
  {
    id: 'ends',
    header: 'Ends',
    size: 150,
    render: (row, { today }) => {
      const standing = endStanding(row, today)
      return standing && <StatusBadge tone={standing.tone}>{standing.words}</StatusBadge>
    },
    title: (row, { today }) => endStanding(row, today)?.words,
  },
  {
    id: 'regions',
    header: 'Regions',
    size: 120,
    className: 'text-ink-2',
    render: (row) => row.regions,
    title: (row) => row.regions,
  },
  {
    id: 'insurance',
    header: 'Lines of business',
    size: 170,
    isOptional: true,
    className: 'text-ink-2',
    render: (row) => row.insurance,
    title: (row) => row.insurance,
  },
  {
    id: 'payer_id',
    header: 'Payer id',
    size: 100,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    sort: 'payer_id',
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
