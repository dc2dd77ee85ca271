'use client'
import { useSelectedLayoutSegment } from 'next/navigation'
import { contractTrail } from '#components/form/record-trail.ts'
import { TrailActions } from '#components/form/trail-actions.tsx'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { LinkTabs } from '#components/ui/link-tabs.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import { endStanding } from './end-standing.ts'
import { nameOfContract } from './list-columns.tsx'
import { contractsHref, type OpenContract } from './open-contract.ts'
import type { LoadedContract } from './loaded-contract.ts'

/**
 * The head of every page of a contract: its parties, its status, links to its neighbours in the
 * list, its tabs.
 */
export function ContractHead({ contract }: { contract: OpenContract }) {
  const { id, row, today, version } = contract
  const segment = useSelectedLayoutSegment() ?? ''
  const trail = trailInTab(id, segment)
  const standing = endStanding(row, today)
  const badges = (
    <>
      <CopyId id={row.id || id} label="contract ID" />
      {row.status && <ContractStatus status={row.status} />}
      {standing && <StatusBadge tone={standing.tone}>{standing.words}</StatusBadge>}
    </>
  )
  const tabs = tabsFor(row.type).map(({ segment: own, label, count }) => ({
    href: addressOf(id, own),
    label,
    count: count?.(contract),
    current: own === segment,
  }))
  return (
    <>
      <PageHeader
        trail={
          <ListTrail list={{ href: trail?.list ?? contractsHref(version), label: 'Contracts' }} />
        }
        title={nameOfContract(row)}
        badges={badges}
        note={version === 2 ? 'Professional, through version 2' : row.type && humanize(row.type)}
        actions={<TrailActions trail={trail} />}
      />
      {tabs.length > 1 && (
        <div className="mt-1.5">
          <LinkTabs label="Pages of the contract" tabs={tabs} />
        </div>
      )}
    </>
  )
}

function addressOf(id: string, segment: string): string {
  return `/contracts/${encodeURIComponent(id)}${segment && `/${segment}`}`
}

// Next and previous stay on the same tab, unless not every contract has it.
function trailInTab(id: string, segment: string) {
  const trail = contractTrail(id)
  const tab = contractTabs.find((one) => one.segment === segment)
  if (!trail || !segment || !tab || tab.onlyFor) return trail
  const inTab = (href: string | undefined) => href && `${href}/${segment}`
  return { ...trail, previous: inTab(trail.previous), next: inTab(trail.next) }
}

// A tab of a contract. `segment` is the last part of its address, '' for the first tab.
type ContractTab = {
  segment: string
  label: string
  /** The type of contract with this tab; undefined for all. */
  onlyFor?: 'professional' | 'institutional'
  count?: (contract: LoadedContract) => number | undefined
}

// The tabs of a contract, in their order.
const contractTabs: readonly ContractTab[] = [
  { segment: '', label: 'Overview' },
  { segment: 'providers', label: 'Providers', count: ({ providers }) => providers },
  {
    segment: 'service-facilities',
    label: 'Service facilities',
    onlyFor: 'institutional',
    count: ({ facilities }) => facilities.length,
  },
  { segment: 'credentialing', label: 'Credentialing' },
]

// The tabs of a contract of this type.
function tabsFor(type: string | undefined): ContractTab[] {
  return contractTabs.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === type)
}
