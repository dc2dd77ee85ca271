import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'

const places: { [name: string]: Issue[] } = {
  EncounterExternalIdUniquenessError: [
    { path: 'external_id', message: 'Another encounter already uses this external id.' },
  ],
  EncounterPatientControlNumberUniquenessError: [
    {
      path: 'external_claim_submission.patient_control_number',
      message: 'Another encounter already uses this patient control number.',
    },
  ],
  PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError: [
    {
      path: 'pre_encounter_patient_id',
      message:
        'This patient’s coverage names a plan group of another payer than its insurance card. Correct the coverage in the patient’s record.',
    },
  ],
}

/** A refused encounter with the fields that the refusal is about, where its name says which; its other words stay. */
export async function refusalAtFields(failure: Failure, body: JsonObject, connection: Connection): Promise<Failure> {
  if (failure.issues.length > 0) return failure
  if (failure.name === 'EntityNotFoundError') return { ...failure, issues: await missingRecords(body, connection) }
  const issues = Object.hasOwn(places, failure.name) ? places[failure.name]! : []
  return { ...failure, issues }
}

// The refusal holds an id that no message may repeat, and of which record it is has to be asked.
async function missingRecords(body: JsonObject, connection: Connection): Promise<Issue[]> {
  const patientId = text(body.pre_encounter_patient_id) ?? ''
  const appointments = list(body.pre_encounter_appointment_ids).map((id) => text(id) ?? '')
  const facilityId = text(body.service_facility_id)
  const issues = await Promise.all([
    isMissing(call(connection, operations.getPatient, { params: { patient_id: patientId } })).then((missing) =>
      said(missing, 'pre_encounter_patient_id', 'The partner has no patient record of this id.'),
    ),
    ...appointments.map(async (id) => {
      const reply = await call(connection, operations.getAppointment, { params: { appointment_id: id } })
      if (!reply.ok)
        return said(
          reply.error.status === 404,
          'pre_encounter_appointment_ids',
          `The partner has no appointment ${appointments.indexOf(id) + 1} of these.`,
        )
      const owner = text((JSON.parse(reply.value.text) as JsonObject).patient_id)
      return said(
        owner !== patientId,
        'pre_encounter_appointment_ids',
        `Appointment ${appointments.indexOf(id) + 1} of these is another patient’s.`,
      )
    }),
    // A partner says of an unknown facility 422 at its field, or this.
    facilityId === undefined
      ? undefined
      : isMissing(
          call(connection, operations.getServiceFacility, { params: { organization_service_facility_id: facilityId } }),
        ).then((missing) => said(missing, 'service_facility_id', 'The partner has no service facility of this id.')),
  ])
  return issues.filter((issue) => issue !== undefined)
}

async function isMissing(asked: ReturnType<typeof call>): Promise<boolean> {
  const reply = await asked
  return !reply.ok && reply.error.status === 404
}

function said(holds: boolean, path: string, message: string): Issue | undefined {
  return holds ? { path, message } : undefined
}
