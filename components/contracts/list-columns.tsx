import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { contractColumns } from '#lib/lists/columns/contracts.ts'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { endStanding } from './end-standing.ts'

/** The name of a contract for a person: its payer and its contracting provider. */
export function nameOfContract(row: ContractRow): string {
  return (
    [row.payer ?? row.payer_id, row.provider ?? row.provider_npi].filter(Boolean).join(' · ') ||
    row.id
  )
}

const looks: Looks<typeof contractColumns, ContractRow> = {
  status: {
    width: { least: 92, most: 120, beside: 24 },
    card: 'end',
    render: (row) => row.status && <ContractStatus status={row.status} />,
  },
  payer: {
    width: { least: 124, most: 260 },
    isName: true,
    card: 'title',
    title: (row) => [row.payer, row.payer_id].filter(Boolean).join(' · '),
  },
  provider: {
    width: { least: 124, most: 260 },
    isName: true,
    card: 'detail',
    title: (row) => [row.provider, row.provider_npi].filter(Boolean).join(' · '),
  },
  type: { width: { least: 96, most: 120 }, className: 'text-ink-2' },
  providers: { width: { least: 60, most: 100 } },
  expiration_date: { date: { none: 'No end' } },
  ends: {
    width: { least: 84, most: 190, beside: 24 },
    card: 'money',
    text: (row, { today }) => endStanding(row, today)?.words,
    render: (row, { today }) => {
      const standing = endStanding(row, today)
      return standing && <StatusBadge tone={standing.tone}>{standing.words}</StatusBadge>
    },
  },
  regions: { width: { least: 116, most: 200 }, className: 'text-ink-2' },
}

/** The columns of the contracts list. */
export const contractTable = columnsOf(contractColumns, looks)
