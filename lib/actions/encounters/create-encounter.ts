import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { ok, type Failure, type Issue } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import { isSameEncounter } from '#lib/rules/same-encounter.ts'
import { findByExternalId } from '#lib/actions/finding/find-by-external-id.ts'
import { recordIds, refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { byKey, createRecord } from '#lib/actions/writing/create-record.ts'
import { invalid, parseBody, readObject } from '#lib/actions/writing/parse-body.ts'
import type { Checking } from '#lib/actions/writing/write-replies.ts'

/**
 * The encounter that has the external id that a new one was to have; all null where the stored key
 * cannot see it.
 */
export type TakenEncounter = {
  id: string | null
  patient: string | null
  date_of_service: string | null
  claim_status: string | null
  created_at: string | null
}

type Answer =
  | { kind: 'created'; id: string; external_id: string; is_found: boolean }
  | { kind: 'taken'; external_id: string; may_be_own: boolean; encounter: TakenEncounter }

/**
 * `createEncounterFromPreEncounter`.
 * - created: the encounter. `is_found` when the answer was lost and it was found by its external id.
 * - taken: an encounter already has the external id, and nothing more was sent. `may_be_own`: the answer to an earlier
 *   send was lost, so that send may have made it; a person tells by looking at it.
 * - checking: the outcome is unknown. Ask again with the same operation id and body.
 */
export type CreateEncounterReply = Answer | Checking

/** `body`: JSON text of the whole request body, numbers as written. */
export type CreateEncounterInput = { operation_id: string; body: string }

const operation = operations.createEncounterFromPreEncounter
const encounters = { operation: operations.listEncounters, parameter: 'external_id' }
const taken = 'EncounterExternalIdUniquenessError'

/**
 * Creates an encounter from pre-encounter records. The partner takes an external id only once, so
 * after a lost answer the encounter is looked up by it before anything is sent again. An encounter
 * with that id and another content is shown to the person instead.
 */
export const createEncounter = createRecord({
  operation,
  unknown: { what: 'the encounter was created', promise: 'nothing is created twice' },
  async prepare({ body }: CreateEncounterInput) {
    const parsed = parseBody(operation.body, body, 'encounter')
    if (!parsed.ok) return parsed
    const wanted = parsed.value
    const externalId = String(wanted.external_id)
    if (externalId.trim() === '')
      return invalid([{ path: 'external_id', message: 'Enter an external ID.' }])
    return ok({
      record: `new-encounter/${await keyedHash(externalId)}`,
      request: wanted,
      ids: [],
      wanted,
      externalId,
    })
  },
  refuseFirst({ wanted }, { connection }) {
    const facility = {
      path: 'service_facility_id',
      kind: 'facility',
      ids: [textOf(wanted.service_facility_id)],
    } as const
    return refuseStrangeIds([...recordIds(wanted), facility], connection)
  },
  read: (_job, reply) => textOf(readObject(reply)?.encounter_id),
  idsOf: (_job, id) => [id],
  created: ({ externalId }, id, is_found): Answer => ({
    kind: 'created',
    id,
    external_id: externalId,
    is_found,
  }),
  looksAfter: ({ name }) => name === taken,
  look: byKey({
    takenAs: taken,
    find: ({ externalId }, { connection }) => findByExternalId(connection, externalId, encounters),
    made: (encounter) => textOf(encounter.encounter_id) ?? '',
    isSame: ({ wanted }, encounter) => isSameEncounter(wanted, encounter),
    taken: ({ externalId }, encounter, { maybeOwn }): Answer => ({
      kind: 'taken',
      external_id: externalId,
      may_be_own: maybeOwn,
      encounter: toTaken(encounter),
    }),
    idOf: ({ encounter_id }) => textOf(encounter_id),
  }),
  refusal: (failure, { wanted }, { connection }) => refusalAtFields(failure, wanted, connection),
})

function toTaken(encounter: JsonObject | undefined): TakenEncounter {
  return {
    id: textOf(encounter?.encounter_id) ?? null,
    patient: nameOf(encounter?.patient) ?? null,
    date_of_service: textOf(encounter?.date_of_service) ?? null,
    claim_status: textOf(memberAt(itemsOf(encounter?.claims)[0], 'status')) ?? null,
    created_at: textOf(encounter?.created_at) ?? null,
  }
}

const places: { [name: string]: Issue[] } = {
  EncounterExternalIdUniquenessError: [
    { path: 'external_id', message: 'Another encounter already uses this external ID.' },
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
        'The plan group and the insurance card in this patient’s coverage belong to different payers. Correct the coverage in the patient’s record.',
    },
  ],
}

/**
 * A refused encounter with the fields that the refusal is about, where its name says which; its
 * other words stay.
 */
async function refusalAtFields(
  failure: Failure,
  body: JsonObject,
  connection: Connection,
): Promise<Failure> {
  if (failure.issues.length > 0) return failure
  if (failure.name === 'EntityNotFoundError')
    return { ...failure, issues: await missingRecords(body, connection) }
  const issues = Object.hasOwn(places, failure.name) ? places[failure.name]! : []
  return { ...failure, issues }
}

// The refusal holds an id that no message may repeat, so each record is read to find which of them
// is missing.
async function missingRecords(body: JsonObject, connection: Connection): Promise<Issue[]> {
  const patientId = textOf(body.pre_encounter_patient_id) ?? ''
  const appointments = itemsOf(body.pre_encounter_appointment_ids).map((id) => textOf(id) ?? '')
  const facilityId = textOf(body.service_facility_id)
  const issues = await Promise.all([
    isMissing(call(connection, operations.getPatient, { params: { patient_id: patientId } })).then(
      (missing) =>
        issueIf(
          missing,
          'pre_encounter_patient_id',
          'The partner has no patient record with this ID.',
        ),
    ),
    ...appointments.map(async (id) => {
      const reply = await call(connection, operations.getAppointment, {
        params: { appointment_id: id },
      })
      if (!reply.ok)
        return issueIf(
          reply.error.status === 404,
          'pre_encounter_appointment_ids',
          `The partner has no appointment ${appointments.indexOf(id) + 1} of these.`,
        )
      const owner = textOf((JSON.parse(reply.value.text) as JsonObject).patient_id)
      return issueIf(
        owner !== patientId,
        'pre_encounter_appointment_ids',
        `Appointment ${appointments.indexOf(id) + 1} belongs to another patient.`,
      )
    }),
    // Some partners refuse an unknown facility with 422 at its field, others with this 404.
    facilityId === undefined
      ? undefined
      : isMissing(
          call(connection, operations.getServiceFacility, {
            params: { organization_service_facility_id: facilityId },
          }),
        ).then((missing) =>
          issueIf(
            missing,
            'service_facility_id',
            'The partner has no service facility with this ID.',
          ),
        ),
  ])
  return issues.filter((issue) => issue !== undefined)
}

async function isMissing(asked: ReturnType<typeof call>): Promise<boolean> {
  const reply = await asked
  return !reply.ok && reply.error.status === 404
}

function issueIf(holds: boolean, path: string, message: string): Issue | undefined {
  return holds ? { path, message } : undefined
}
