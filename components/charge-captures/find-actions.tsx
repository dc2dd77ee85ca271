'use client'
import { useFormContext } from 'react-hook-form'
import { useRecordField } from '#components/form/record-context.tsx'
import { FindButton } from '#components/look-ups/find-button.tsx'
import { useFill } from '#components/look-ups/use-fill.tsx'
import { facilityFill, payerFill, providerFill } from '#lib/rules/new-records/look-up-fill.ts'

// The "Find" of a section: fills its fields from a record that is chosen by name.

// Outside referrers and supervisors may be any of the organisation's providers.
const among: { [at: string]: 'rendering' | 'billing' } = {
  'data.rendering_provider': 'rendering',
  'data.billing_provider': 'billing',
}

/**
 * Fills a provider's section from the organisation's providers. `what` as in "the rendering
 * provider".
 */
export function FindProvider({ at, what }: { at: string; what: string }) {
  const { shape, readOnly } = useRecordField(at)
  const { fill, note } = useFill(at)
  if (readOnly || !shape) return null
  return (
    <>
      {note}
      <FindButton
        kind="provider"
        what={what}
        byHand="Type the NPI in its field."
        among={among[at]}
        onChoose={(provider) => fill(providerFill(provider))}
      />
    </>
  )
}

/** Fills the facility's details, or sets its id where the capture names it by id. */
export function FindFacility({ byId }: { byId: boolean }) {
  const { readOnly } = useRecordField('data.service_facility')
  const { setValue } = useFormContext()
  const { fill: fillDetails, note } = useFill('data.service_facility')
  const { fill: fillId, note: idNote } = useFill('data')
  if (readOnly) return null
  return (
    <>
      {byId ? idNote : note}
      <FindButton
        kind="facility"
        what="the service facility"
        byHand={byId ? 'Enter its ID in the field.' : 'Type its name and address in their fields.'}
        onChoose={(facility) => {
          if (byId)
            return fillId({ service_facility_id: facility.organization_service_facility_id })
          setValue('data.service_facility.$cleared', false)
          fillDetails(facilityFill(facility))
        }}
      />
    </>
  )
}

/** Fills the payer of an insurance card. `at` is the subscriber. */
export function FindPayer({ at, what }: { at: string; what: string }) {
  const { readOnly } = useRecordField(at)
  const { fill, note } = useFill(`${at}.insurance_card`)
  if (readOnly) return null
  return (
    <>
      {note}
      <FindButton
        kind="payer"
        what={what}
        byHand="Enter the payer ID in its field."
        onChoose={(payer) => fill(payerFill(payer))}
      />
    </>
  )
}
