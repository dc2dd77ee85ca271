import { expect } from 'vitest'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import type { ClaimCreation } from '#lib/contract/claim-creations.ts'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import { type Answer, type Query, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'

export type Page<T> = { items: T[] }
export type Patient = {
  id: string
  mrn: string
  name: { family: string; given: string[] }
  birth_date: string
  guarantor?: object | null
}
export type Appointment = { id: string; patient_id: string; start_timestamp: string }
type Refused = { errorName: string; content: unknown }
type Billing = {
  npi: string
  tax_id: string
  organization_name: string
  addresses: { address: object }[]
}
type Staff = {
  npi: string
  first_name: string
  last_name: string
  employment_termination_date?: string | null
}
type Facility = { name: string; npi: string; address: object; status: string }

/**
 * A sandbox for tests of encounters and pre-encounter records, with valid requests and functions
 * that send them.
 */
export async function openPreEncounterRecords() {
  const sandbox = await startTestSandbox({ captures: 60, seed: 7, contracts: 0 })
  const list = async <T>(path: string, query: Query = {}) =>
    ((await sandbox.get(path, query)).json as Page<T>).items
  const appointments = (
    await list<{ appointment: Appointment }>('/lists/v1/appointment', { limit: 1000 })
  ).map(({ appointment }) => appointment)
  const patients = (await list<{ patient: Patient }>('/lists/v1/patient', { limit: 1000 })).map(
    ({ patient }) => patient,
  )
  const billing = (await list<Billing>('/api/organization-providers/v3', { is_billing: true }))[0]!
  const rendering = (
    await list<Staff>('/api/organization-providers/v3', { is_rendering: true })
  ).find((each) => !each.employment_termination_date)!
  const facility = (await list<Facility>('/api/organization-service-facilities/v2')).find(
    (each) => each.status === 'active',
  )!
  const billing_provider = {
    npi: billing.npi,
    tax_id: billing.tax_id,
    organization_name: billing.organization_name,
    address: billing.addresses[0]!.address,
  }
  const line = {
    procedure_code: 'G0439',
    quantity: '1',
    units: 'UN',
    charge_amount_cents: 21_000,
    diagnosis_pointers: [0],
  }
  const shared = {
    billing_provider,
    place_of_service_code: '11',
    diagnoses: [{ code_type: 'ABK', code: 'Z00.00' }],
    service_lines: [line],
    patient_authorized_release: true,
    benefits_assigned_to_provider: true,
    provider_accepts_assignment: true,
    billable_status: 'BILLABLE',
  }
  let counter = 0

  function encounterBody(appointment: Appointment, change: object = {}) {
    const records = {
      pre_encounter_patient_id: appointment.patient_id,
      pre_encounter_appointment_ids: [appointment.id],
    }
    return {
      external_id: `ENC-${(counter += 1)}`,
      ...records,
      rendering_provider: { npi: rendering.npi },
      ...shared,
      ...change,
    }
  }
  const send = (appointment: Appointment, change: object, key?: string) =>
    sandbox.send(
      'POST',
      '/api/encounters/v4/create-from-pre-encounter',
      encounterBody(appointment, change),
      key,
    )

  function captureBody(appointment: Appointment, data: object, header: object = {}) {
    const { npi, first_name, last_name } = rendering
    const service_facility = {
      organization_name: facility.name,
      npi: facility.npi,
      address: facility.address,
    }
    const visit = {
      ...shared,
      date_of_service: '2026-10-05',
      rendering_provider: { npi, first_name, last_name },
      service_facility,
      ...data,
    }
    const records = {
      pre_encounter_patient_id: appointment.patient_id,
      pre_encounter_appointment_ids: [appointment.id],
    }
    return {
      data: visit,
      charge_external_id: `PRE-${(counter += 1)}`,
      status: 'billable',
      ehr_source_url: 'https://ehr.example/1',
      ...records,
      ...header,
    }
  }
  const expectOk = <T>(answer: Answer): T => {
    expect(answer.status, answer.text).toBe(200)
    return answer.json as T
  }

  const patientOf = (appointment: Appointment) =>
    patients.find((patient) => patient.id === appointment.patient_id)!

  return {
    sandbox,
    appointments,
    /**
     * One appointment of each adult patient. Each test uses its own, so that tests do not see each
     * other's changes.
     */
    adults: appointments.filter(
      (each, i, all) =>
        !patientOf(each).guarantor &&
        all.findIndex((other) => other.patient_id === each.patient_id) === i,
    ),
    billing,
    line,
    patientOf,
    /** Creates an encounter through the create endpoint. */
    made: async (appointment: Appointment, change: object = {}) =>
      expectOk<Encounter>(await send(appointment, change)),
    refused: async (appointment: Appointment, change: object, key?: string) => {
      const answer = await send(appointment, change, key)
      return { status: answer.status, ...(answer.json as Refused) }
    },
    /** Creates a capture from the records. With status billable it becomes an encounter at once. */
    captured: async (appointment: Appointment, data: object = {}, header: object = {}) =>
      expectOk<ChargeCapture>(
        await sandbox.send(
          'POST',
          '/api/charge_captures/v1/create-from-pre-encounter',
          captureBody(appointment, data, header),
        ),
      ),
    capture: async (id: string) =>
      expectOk<ChargeCapture>(await sandbox.get(`/api/charge_captures/v1/${id}`)),
    creationOf: async ({ claim_creation_id }: ChargeCapture) =>
      expectOk<ClaimCreation>(
        await sandbox.get(`/api/charge_capture_claim_creation/v1/${claim_creation_id}`),
      ),
    read: async (id: string) => expectOk<Encounter>(await sandbox.get(`/api/encounters/v4/${id}`)),
    change: (what: object) => sandbox.send('POST', '/_sandbox/pre-encounter', what, ''),
  }
}

/** A claim that was submitted elsewhere once. */
export function submittedElsewhere(patient_control_number: string) {
  return {
    claim_created_at: '2026-10-01T00:00:00Z',
    patient_control_number,
    submission_records: [{ submitted_at: '2026-10-02T00:00:00Z' }],
  }
}
