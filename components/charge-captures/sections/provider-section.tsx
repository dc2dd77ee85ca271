'use client'
import { FindProvider } from '#components/charge-captures/find-actions.tsx'
import { ObjectSection } from './shape-section.tsx'

const first = [
  'npi',
  'first_name',
  'last_name',
  'organization_name',
  'taxonomy_code',
  'qualifier',
  'tax_id',
  'provider_commercial_license_type',
  'license_type',
]
const needed = new Set(['data.rendering_provider', 'data.billing_provider'])

/** A provider of any role; fields that the one or the other lacks are left out. */
export function ProviderSection({ at, title, onTaken }: { at: string; title: string; onTaken: () => void }) {
  return (
    <ObjectSection
      at={at}
      title={title}
      first={first}
      canRemove={!needed.has(at)}
      onTaken={onTaken}
      actions={<FindProvider at={at} what={`the ${title.toLowerCase()}`} />}
    />
  )
}
