'use client'
import { useEffect, type RefObject } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import { FindPanel } from '#components/look-ups/find-record.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { isNpiShape } from '#lib/rules/codes/npi.ts'
import { looksLikeId } from '#lib/rules/roster/listed-value.ts'
import type { FacilityRow } from './facility-rows.ts'

type FacilityFieldProps = {
  value: string
  error: string | undefined
  isFrozen: boolean
  /** The search box, for the dialog's initial focus. */ finder: RefObject<HTMLInputElement | null>
  onValue: (id: string) => void
}

/** Chooses a service facility by name or by its id. An invalid id gets the focus. */
export function FacilityField({ value, error, isFrozen, finder, onValue }: FacilityFieldProps) {
  useEffect(() => {
    if (error !== undefined && !isFrozen) focusControl('service_facility_id')
  }, [error, isFrozen])
  return (
    <div className="flex flex-col gap-3">
      {!isFrozen && (
        <FindPanel
          kind="facility"
          input={finder}
          byHand="Type the facility’s ID in the field below."
          isSmall
          isChosen={(facility) => facility.organization_service_facility_id === value}
          onChoose={(facility) => onValue(facility.organization_service_facility_id)}
        />
      )}
      <Field label="Service facility ID" name="service_facility_id" error={error} required>
        {(control) => (
          <TextInput
            {...control}
            mono
            value={value}
            readOnly={isFrozen}
            onChange={(event) => onValue(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}

/**
 * The reason why the id cannot be sent, or undefined. Only the partner knows whether the facility
 * exists.
 */
export function facilityProblem(
  typed: string,
  facilities: readonly FacilityRow[],
): string | undefined {
  const id = typed.trim()
  if (id === '') return 'Choose a facility, or enter its ID.'
  if (facilities.some(({ facilityId }) => facilityId === id))
    return 'This facility is already on the contract.'
  if (isNpiShape(id))
    return 'This looks like an NPI. Enter the facility’s partner ID, or find it by name.'
  return looksLikeId(id)
    ? undefined
    : 'This isn’t a partner ID. Those have 32 letters and digits in five groups.'
}
