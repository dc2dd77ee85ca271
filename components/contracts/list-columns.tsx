import { dateColumn, optionalColumn, type ListColumn } from '#components/table/columns.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { endStanding } from './end-standing.ts'

type Column = ListColumn<ContractRow>

/** The name of a contract for a person: its payer and its contracting provider. */
export function nameOfContract(row: ContractRow): string {
  return (
    [row.payer ?? row.payer_id, row.provider ?? row.provider_npi].filter(Boolean).join(' · ') ||
    row.id
  )
}

/** The columns of the contracts list. */
export const contractColumns: readonly Column[] = [
  {
    id: 'status',
    header: 'Status',
    width: { least: 92, most: 120, beside: 24 },
    sort: 'contract_status',
    text: (row) => row.status && humanize(row.status),
    render: (row) => row.status && <ContractStatus status={row.status} />,
  },
  {
    id: 'payer',
    header: 'Payer',
    width: { least: 124, most: 260 },
    isMain: true,
    sort: 'payer_name',
    text: (row) => row.payer ?? row.payer_id ?? row.id,
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  {
    id: 'provider',
    header: 'Contracting provider',
    width: { least: 124, most: 260 },
    sort: 'billing_provider_name',
    text: (row) => row.provider ?? row.provider_npi,
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  {
    id: 'type',
    header: 'Type',
    width: { least: 96, most: 120 },
    className: 'text-ink-2',
    text: (row) => row.type && humanize(row.type),
  },
  {
    id: 'providers',
    header: 'Providers',
    width: { least: 60, most: 100 },
    align: 'end',
    text: (row) => row.providers?.toLocaleString('en-US'),
  },
  {
    ...dateColumn<ContractRow>('effective_date', 'Effective date', (row) => row.effective_date),
    sort: 'effective_date',
  },
  dateColumn('expiration_date', 'End date', (row) => row.expiration_date, { none: 'No end' }),
  {
    id: 'ends',
    header: 'Ends',
    width: { least: 84, most: 190, beside: 24 },
    text: (row, { today }) => endStanding(row, today)?.words,
    render: (row, { today }) => {
      const standing = endStanding(row, today)
      return standing && <StatusBadge tone={standing.tone}>{standing.words}</StatusBadge>
    },
  },
  {
    id: 'regions',
    header: 'Regions',
    width: { least: 116, most: 200 },
    className: 'text-ink-2',
    text: (row) => row.regions,
  },
  optionalColumn('insurance', 'Lines of business', (row) => row.insurance),
  {
    ...optionalColumn<ContractRow>('payer_id', 'Payer ID', (row) => row.payer_id, 'code'),
    sort: 'payer_id',
  },
  optionalColumn('provider_npi', 'Contracting NPI', (row) => row.provider_npi, 'code'),
]
