'use client'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { AddressFields, FieldGrid, type Spans } from '#components/form/field-grid.tsx'
import { OtherMembers } from '#components/form/reading/other-members.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { useRecord, valueAt } from '#components/form/record-context.tsx'
import { useReveal } from '#components/form/fold.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { isJsonObject } from '#lib/core/json.ts'
import { FindFacility } from '#components/charge-captures/find-actions.tsx'

const names = [
  'organization_name',
  'npi',
  'secondary_identification',
  'mammography_certification_number',
]
const spans: Spans = { organization_name: 6 }
const details = 'data.service_facility'
const idName = 'data.service_facility_id'

/**
 * Where the service took place: by its details or by the id of a known facility. The partner
 * refuses both at once, so choosing one gives up the other; a capture that came with both shows
 * both until the person chooses.
 */
export function FacilitySection() {
  const { base, readOnly } = useRecord()
  const { setValue } = useFormContext()
  const hasDetails = isJsonObject(valueAt(base, details))
  const loadedId = valueAt(base, idName)
  const hasId = typeof loadedId === 'string' && loadedId !== ''
  const [chosen, choose] = useState<'details' | 'id' | 'both'>(
    hasId ? (hasDetails ? 'both' : 'id') : 'details',
  )
  const cleared = useWatch({ name: `${details}.$cleared` }) === true
  // Discarding the edits brings the details back: the fields must follow.
  const shown = chosen === 'id' && hasDetails && !cleared ? (hasId ? 'both' : 'details') : chosen
  const ref = useReveal<HTMLDivElement>(() => choose(hasId ? 'both' : 'details'))
  const useDetails = () => {
    setValue(`${details}.$cleared`, false, { shouldDirty: true })
    setValue(idName, '', { shouldDirty: true })
    choose('details')
  }
  const useId = () => {
    setValue(`${details}.$cleared`, true, { shouldDirty: true })
    choose('id')
  }
  const actions = readOnly ? undefined : (
    <>
      <FindFacility byId={shown === 'id'} />
      {shown !== 'details' && (
        <Button size="small" onClick={useDetails}>
          Use facility details
        </Button>
      )}
      {shown !== 'id' && (
        <Button size="small" onClick={useId}>
          Use facility ID
        </Button>
      )}
    </>
  )
  return (
    <Section at={details} title="Service facility" actions={actions}>
      {shown === 'both' && (
        <p className="mb-3 text-sm text-amber">
          This capture has both facility details and a facility ID. The partner accepts only one.
          Remove the other.
        </p>
      )}
      <div hidden={shown === 'details'} className="mb-3" ref={ref} data-fold="">
        <RecordField
          name={idName}
          label="Facility ID"
          hint="The partner’s ID of a known facility. It replaces the details."
        />
      </div>
      <div hidden={shown === 'id'}>
        <FieldGrid at={details} names={names} spans={spans} />
        <AddressFields at={`${details}.address`} />
        <OtherMembers at={details} />
      </div>
    </Section>
  )
}
