'use client'
import { AddressFields, FieldGrid } from '#components/form/field-grid.tsx'
import { Section } from '#components/form/section.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { FindProvider } from '../find-actions.tsx'

const names = ['npi', 'first_name', 'last_name', 'organization_name', 'taxonomy_code', 'tax_id', 'provider_commercial_license_type']
const identification = ['reference_identification', 'reference_identification_qualifier']

/** A rendering or billing provider; fields that the one or the other lacks are left out. */
export function ProviderSection({ at, title }: { at: string; title: string }) {
  return (
    <Section at={at} title={title} actions={<FindProvider at={at} what={`the ${title.toLowerCase()}`} />}>
      <FieldGrid at={at} names={names} />
      <AddressFields at={`${at}.address`} />
      <SubFields at={`${at}.secondary_identification`} title="Secondary identification">
        <FieldGrid at={`${at}.secondary_identification`} names={identification} />
      </SubFields>
    </Section>
  )
}
