'use client'
import { AddressFields, FieldGrid } from '#components/form/field-grid.tsx'
import { PhoneRows } from '#components/form/phone-rows.tsx'
import { ReadOnlyMember } from '#components/form/read-only-member.tsx'
import { Section } from '#components/form/section.tsx'

const names = ['first_name', 'last_name', 'date_of_birth', 'gender', 'external_id', 'email', 'phone_consent', 'email_consent', 'auto_charge_consent']

/** The patient, with address and telephone numbers. */
export function PatientSection() {
  return (
    <Section at="data.patient" title="Patient">
      <FieldGrid at="data.patient" names={names} />
      <AddressFields at="data.patient.address" />
      <PhoneRows at="data.patient.phone_numbers" />
      <ReadOnlyMember at="data.patient" names={['non_insurance_payers', 'non_insurance_payers_info']} />
    </Section>
  )
}
