'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { RowList } from '#components/form/row-list.tsx'
import { Section } from '#components/form/section.tsx'
import { ShapeFields } from '#components/form/shape-fields.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { FindButton } from '#components/look-ups/find-button.tsx'
import type { Among } from '#components/look-ups/look-up-kinds.ts'
import { useFill } from '#components/look-ups/use-fill.tsx'
import { Button } from '#components/ui/button.tsx'
import { providerFill } from '#lib/rules/new-records/look-up-fill.ts'
import { providersQuery } from '#lib/queries/options.ts'
import { suggestedExternalId } from '#lib/rules/new-records/capture-id.ts'
import { visitNames } from './new-encounter-plan.ts'

// Sections that every new encounter has.

/** The visit's id, date and place, and the signatures. */
export function VisitSection() {
  const suggest = useSuggestedId()
  return (
    <Section
      at=""
      title="Visit"
      actions={
        <Button size="small" onClick={suggest}>
          Suggest an external ID
        </Button>
      }
    >
      <FieldGrid at="" names={visitNames} />
    </Section>
  )
}

/** Puts a new external id into its field. */
export function useSuggestedId(): () => void {
  const { setValue } = useFormContext()
  return () =>
    setValue('external_id', suggestedExternalId(crypto.getRandomValues(new Uint8Array(8)), 'ENC'), {
      shouldDirty: true,
    })
}

/**
 * The fields of a provider in a role, to be filled by name from the organisation's providers of
 * that role.
 */
export function ProviderSection({ among, title }: { among: Among; title: string }) {
  const at = `${among}_provider`
  const { fill, note } = useFill(at)
  const actions = (
    <>
      {note}
      <FindButton
        kind="provider"
        what={`the ${among} provider`}
        among={among}
        byHand="Type the NPI in its field."
        onChoose={(provider) => fill(providerFill(provider))}
      />
    </>
  )
  return (
    <Section at={at} title={title} actions={actions}>
      <ShapeFields
        at={at}
        first={['npi', 'first_name', 'last_name', 'organization_name', 'tax_id', 'taxonomy_code']}
      />
      <ProviderRole at={at} among={among} />
    </Section>
  )
}

const roleWords = {
  rendering: ['to render', 'a rendering provider'],
  billing: ['to bill', 'a billing provider'],
} as const

/**
 * Warns where the organization has a provider of the NPI in the form, but not in this role. It
 * stays silent where the look-up is closed or knows no such provider: the partner takes providers
 * that it does not know.
 */
function ProviderRole({ at, among }: { at: string; among: Among }) {
  const { getValues } = useFormContext()
  const read = () => String(getValues(`${at}.npi`) ?? '').trim()
  const [npi, setNpi] = useState(read)
  useFormPulse(() => setNpi(read()))
  const { data } = useQuery({
    ...providersQuery({ query: { npi } }),
    enabled: /^\d{10}$/.test(npi),
  })
  const known = data?.is_available ? data.items.filter((provider) => provider.npi === npi) : []
  const isOther = known.length > 0 && known.every((provider) => provider[`is_${among}`] === false)
  const [verb, noun] = roleWords[among]
  return (
    <p role="status" className="mt-2 text-xs text-amber empty:hidden">
      {isOther && `This provider isn’t set up ${verb}. The partner may refuse it as ${noun}.`}
    </p>
  )
}

const lineNames = [
  'procedure_code',
  'modifiers',
  'quantity',
  'units',
  'charge_amount_cents',
  'diagnosis_pointers',
  'place_of_service_code',
  'date_of_service',
]

/** The service lines, each with the letters of its diagnoses. */
export function LinesSection() {
  return (
    <Section at="service_lines" title="Service lines" note="name the diagnoses by their letters">
      <RowList at="service_lines" noun="service line">
        {(path) => <ShapeFields at={path} first={lineNames} />}
      </RowList>
    </Section>
  )
}

/**
 * The place of service: a facility of the organization by its id, or the details of another one.
 * The partner accepts one of the two.
 */
export function FacilitySection() {
  const { setValue } = useFormContext()
  const actions = (
    <FindButton
      kind="facility"
      what="the service facility"
      byHand="Enter its ID in the field."
      onChoose={(facility) =>
        setValue('service_facility_id', facility.organization_service_facility_id, {
          shouldDirty: true,
        })
      }
    />
  )
  return (
    <Section
      at="service_facility_section"
      title="Service facility"
      note="by ID or by its details, not both"
      actions={actions}
    >
      <RecordField
        name="service_facility_id"
        label="Facility ID"
        mono
        hint="The partner’s ID of one of your facilities."
      />
      <SubFields at="service_facility" title="Details of another facility">
        <ShapeFields at="service_facility" first={['organization_name', 'npi']} />
      </SubFields>
    </Section>
  )
}
