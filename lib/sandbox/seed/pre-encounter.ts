import type { PreEncounterAppointment } from '#lib/contract/pre-encounter/appointments.ts'
import { addDays } from '#lib/core/local-date.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { NewAppointmentRow, NewPatientRow } from '#lib/sandbox/db/records-schema.ts'
import { organizationId } from '#lib/sandbox/encounters/ids.ts'
import { outsideNpi } from './npis.ts'
import { type SeedPatient, patientData, subscriberData } from './patients.ts'
import type { SeedTools } from './visit-captures.ts'

const userId = '2b7e1f44-09c3-4f0e-8a55-90d1c8a7e301'

type RecordTools = Pick<SeedTools, 'random' | 'names' | 'today'>

/** The pre-encounter records of a patient: the patient, and two appointments on average. */
export function makePreEncounter(
  tools: RecordTools,
  patient: SeedPatient,
): { record: NewPatientRow; appointments: NewAppointmentRow[] } {
  const { random, today } = tools
  const id = random.uuid()
  const { address, first_name, last_name } = patient
  const updated_at = `${addDays(today, -random.int(1, 60))}T16:20:00Z`
  const record = {
    id,
    organization_id: organizationId,
    deactivated: false,
    version: random.int(1, 6),
    updated_at,
    updating_user_id: userId,
  }
  const referrer = makeReferrer(tools)
  const home = {
    use: 'HOME',
    line: [address.address1],
    city: address.city,
    state: address.state,
    postal_code: address.zip_code,
    country: 'US',
  }
  const referral_number = `REF${random.digits(6)}`
  const body = {
    ...record,
    // Charge captures use the same patient id.
    mrn: patient.external_id,
    name: { family: last_name, given: [first_name], use: 'OFFICIAL' },
    other_names: [],
    gender: patient.gender === 'female' ? 'WOMAN' : patient.gender === 'male' ? 'MAN' : 'OTHER',
    birth_date: patient.date_of_birth,
    biological_sex: patient.gender === 'other' ? 'UNKNOWN' : patient.gender.toUpperCase(),
    primary_address: home,
    other_addresses: [],
    primary_telecom: { value: patient.phone, use: 'MOBILE' },
    other_telecoms: [],
    contacts: [],
    general_practitioners: [],
    filing_order: { coverages: patient.selfPay ? [] : [random.uuid()] },
    self_pay: patient.selfPay,
    ...(isWard(patient) ? { guarantor: holderRecord(patient, home) } : {}),
    referrals: [{ provider: referrer.record, referral_number }],
    external_provenance: { external_id: patient.external_id, system_name: 'harbor-ehr' },
  }
  const fill = {
    patient: patientData(patient),
    referring_provider: referrer.data,
    subscriber_primary: patient.selfPay ? null : subscriberData(patient),
    subscriber_secondary: null,
    referral_number,
    responsible_party: patient.selfPay ? 'SELF_PAY' : 'INSURANCE_PAY',
    guarantor: makeGuarantor(patient),
  }
  const row = {
    id,
    mrn: body.mrn,
    name: foldName(`${first_name} ${last_name}`),
    birth_date: patient.date_of_birth,
    body: JSON.stringify(body),
    fill: JSON.stringify(fill),
  }
  return {
    record: row,
    appointments: Array.from({ length: random.int(1, 3) }, () =>
      makeAppointment(tools, id, record),
    ),
  }
}

function makeReferrer({ random, names }: RecordTools) {
  const index = random.int(0, 80)
  const [first, last, npi] = [
    names.female[index % names.female.length]!,
    names.last[(index * 7) % names.last.length]!,
    outsideNpi(index),
  ]
  const record = {
    name: { family: last, given: [first], use: 'OFFICIAL' },
    type: 'REFERRING',
    npi,
    telecoms: [],
  }
  return { record, data: { first_name: first, last_name: last, npi } }
}

/** The guarantor of a minor is the subscriber of the coverage. */
function isWard(
  patient: SeedPatient,
): patient is SeedPatient & { holder: NonNullable<SeedPatient['holder']> } {
  return patient.holder?.relationship === '19'
}

function holderRecord(
  { holder, phone }: SeedPatient & { holder: NonNullable<SeedPatient['holder']> },
  address: object,
) {
  const name = { family: holder.last_name, given: [holder.first_name], use: 'OFFICIAL' }
  return {
    name,
    telecom: { value: phone, use: 'MOBILE' },
    birth_date: holder.date_of_birth,
    address,
  }
}

function makeGuarantor(patient: SeedPatient) {
  const person = isWard(patient) ? patient.holder : patient
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    external_id: patient.external_id,
    date_of_birth: person.date_of_birth,
    address: { ...patient.address },
    phone_numbers: [{ number: patient.phone, type: 'Mobile' }],
  }
}

function makeAppointment(
  { random, today }: RecordTools,
  patient_id: string,
  record: object,
): NewAppointmentRow {
  const days = random.int(-60, 20)
  const start_timestamp = `${addDays(today, days)}T${String(random.int(15, 23))}:${random.pick(['00', '15', '30', '45'])}:00Z`
  const status =
    days >= 0
      ? random.pick(['PENDING', 'READY', 'NOT_READY'])
      : random.pick(['CHECKED_OUT', 'CHECKED_OUT', 'CHECKED_OUT', 'NO_SHOW'])
  const id = random.uuid()
  const body = {
    ...record,
    id,
    patient_id,
    start_timestamp,
    status,
    service_duration: random.pick([15, 30, 45, 60]),
    services: [
      {
        universal_service_identifier: random.pick(['MD_Visit', 'Treatment', 'Tests'] as const),
        start_timestamp,
      },
    ],
    estimated_copay_cents: 500 * random.int(0, 10),
  } as unknown as PreEncounterAppointment
  return { id, patient_id, start_timestamp, status, body: JSON.stringify(body) }
}
