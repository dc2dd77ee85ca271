'use client'
import { ObjectSection } from './shape-section.tsx'

const first = [
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'external_id',
  'email',
  'phone_consent',
  'email_consent',
  'auto_charge_consent',
]

/** The patient, with address, telephone numbers, and payers that are no insurance. */
export function PatientSection() {
  return <ObjectSection at="data.patient" title="Patient" first={first} canRemove={false} />
}
