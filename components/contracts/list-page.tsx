'use client'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { contractListV2, contractListV3 } from '#lib/lists/contracts.ts'
import { contractTable, nameOfContract } from './list-columns.tsx'

const definition: ListDefinition<ContractRow> = {
  spec: contractListV3,
  title: 'Contracts',
  note: (
    <OtherVersion
      href="/contracts/v2"
      title="Shows contracts as version 2 of the partner’s interface lists them"
    >
      Compare with v2 contracts
    </OtherVersion>
  ),
  base: '/contracts',
  create: { label: 'New contract', href: '/contracts/new' },
  columns: contractTable,
  nameOf: nameOfContract,
  idOf: (row) => row.id,
}

const definitionV2: ListDefinition<ContractRow> = {
  ...definition,
  spec: contractListV2,
  note: (
    <>
      Contracts as version 2 lists them. Professional contracts only.{' '}
      <OtherVersion href="/contracts">Back to all contracts</OtherVersion>
    </>
  ),
  columns: contractTable.filter((column) => column.id !== 'type'),
}

/** The list of contracts of both types. */
export function ContractsList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={definition} prepared={prepared} />
}

/** The same contracts as version 2 of the partner's interface shows them. */
export function ContractsListV2({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={definitionV2} prepared={prepared} />
}

function OtherVersion({
  href,
  title,
  children,
}: {
  href: string
  title?: string
  children: string
}) {
  return (
    <SoftLink
      href={href}
      title={title}
      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </SoftLink>
  )
}
