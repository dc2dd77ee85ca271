import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { controlNumberOf } from '#lib/sandbox/bundling/make-encounter.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import type { NewAppointmentRow, NewPatientRow } from '#lib/sandbox/db/records-schema.ts'
import { isOpen } from '#lib/sandbox/encounters/claim-status.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import { makeStay } from './hospital-stay.ts'
import type { SeedPatient } from './patients.ts'
import { pickWeighted } from './random.ts'
import { claimStatuses } from './scenarios.ts'
import type { SeedTools } from './visit-captures.ts'
import { dealServices, makeVisit, makeVisitData } from './visit-data.ts'

/** A patient with the pre-encounter records. */
export type RecordedPatient = {
  patient: SeedPatient
  record: NewPatientRow
  appointments: readonly NewAppointmentRow[]
}

const hour = 3_600_000

/**
 * Encounters from pre-encounter records: one for the first past appointment of each of these
 * patients. Every second one is still open and follows its records. Every fifth one is a hospital
 * stay.
 */
export function makeEncounters(
  tools: SeedTools,
  recorded: readonly RecordedPatient[],
): DemoDataBatch {
  const made = recorded.flatMap(
    (each, i) => makeOne(tools, each, { staysOpen: i % 2 === 0, isStay: i % 5 === 2 }) ?? [],
  )
  return {
    encounters: made.map(({ encounter }) => encounter),
    claims: made.map(({ claim }) => claim),
  }
}

function makeOne(
  { random, names, now, today }: SeedTools,
  { patient, record, appointments }: RecordedPatient,
  { staysOpen, isStay }: { staysOpen: boolean; isStay: boolean },
) {
  const appointment = appointments.find((each) => Date.parse(each.start_timestamp) < now - 4 * hour)
  if (!appointment) return undefined
  const visit = makeVisit(random, patient, appointment.start_timestamp.slice(0, 10), false)
  const [services] = dealServices(random, visit.clinic, 1)
  const {
    patient: _patient,
    subscriber_primary: _cover,
    referring_provider: _referrer,
    responsible_party: _party,
    ...own
  } = makeVisitData(random, names, visit, services!)
  const id = random.uuid()
  const sent = staysOpen ? undated(own) : own
  const data = {
    ...sent,
    ...(isStay ? makeStay(id, visit, sent, today) : {}),
    ...(JSON.parse(record.fill) as ChargeCaptureData),
  }
  const randomStatus = pickWeighted(
    random,
    claimStatuses.filter(([status]) => isOpen(status) === staysOpen),
  )
  const status = data.billable_status === 'NOT_BILLABLE' ? 'not_billable' : randomStatus
  const encounter = {
    id,
    claim_creation_id: '',
    created_at: Date.parse(appointment.start_timestamp) + random.int(1, 3) * hour,
    patient_control_number: controlNumberOf(id),
    input: JSON.stringify(data),
    parts: null,
    pre_encounter_patient_id: record.id,
    pre_encounter_appointment_ids: [appointment.id],
    claim_status: status,
    ...encounterColumns(
      {
        external_id: `VISIT-${patient.external_id.slice(4)}`,
        patient_external_id: patient.external_id,
      },
      { ...data, date_of_service: visit.date },
    ),
  }
  return {
    encounter,
    claim: { id: random.uuid(), encounter_id: id, claim_creation_id: '', status },
  }
}

// An open encounter without its own date has the date of its appointment and follows it.
function undated({ date_of_service: _day, ...data }: ChargeCaptureData): ChargeCaptureData {
  return {
    ...data,
    service_lines: data.service_lines!.map(({ date_of_service: _own, ...line }) => line),
  }
}
