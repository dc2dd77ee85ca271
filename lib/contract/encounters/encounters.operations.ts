import { z } from 'zod'
import { billableStatus, claimStatus, responsibleParty } from '#lib/contract/codes/billing.ts'
import { localDate, openEnum, timestamp } from '#lib/contract/fields.ts'
import { paging } from '#lib/contract/list-query.ts'
import { operation } from '#lib/contract/operation.ts'
import { encounterOwnerOfNextActionType } from './clinical.ts'
import { encounterCreateFromPreEncounter } from './create-from-pre-encounter.ts'
import { encounter, encounterPage } from './encounters.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'

const tag = 'Encounters'

export const listEncountersQuery = z.object({
  ...paging,
  claim_status: claimStatus.optional(),
  sort: openEnum([
    'created_at:asc',
    'created_at:desc',
    'date_of_service:asc',
    'date_of_service:desc',
  ]).optional(),
  date_of_service_min: localDate().optional(),
  date_of_service_max: localDate().optional(),
  primary_payer_names: z.string().optional(),
  search_term: z.string().optional(),
  external_id: z.string().optional(),
  diagnoses_updated_since: timestamp().optional(),
  tag_ids: z.array(z.string()).optional(),
  work_queue_id: z.string().optional(),
  billable_status: billableStatus.optional(),
  responsible_party: responsibleParty.optional(),
  owner_of_next_action: encounterOwnerOfNextActionType.optional(),
  patient_external_id: z.string().optional(),
  billing_provider_npis: z.array(z.string()).optional(),
})

export const encounterOperations = {
  createEncounterFromPreEncounter: operation({
    id: 'createEncounterFromPreEncounter',
    method: 'POST',
    path: '/api/encounters/v4/create-from-pre-encounter',
    body: encounterCreateFromPreEncounter,
    ok: encounter,
    errors: [
      'UnauthorizedError',
      'EntityNotFoundError',
      'HttpRequestValidationsError',
      'HttpRequestValidationError',
      'SchemaInstanceValidationHttpFailure',
      'UnprocessableEntityError',
      'EncounterExternalIdUniquenessError',
      'EncounterPatientControlNumberUniquenessError',
      'PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError',
    ],
    source: 'description',
    tag,
    summary:
      'Creates an encounter whose patient and coverage come from pre-encounter records and follow their changes.',
    notes: `These members must not be set, the records fill them: ${preEncounterFilledMembers.join(', ')}.`,
  }),
  listEncounters: operation({
    id: 'listEncounters',
    method: 'GET',
    path: '/api/encounters/v4',
    query: listEncountersQuery,
    ok: encounterPage,
    errors: ['HttpRequestValidationsError', 'UnprocessableEntityError', 'InternalError'],
    source: 'description',
    tag,
    summary: 'Lists encounters.',
  }),
  getEncounter: operation({
    id: 'getEncounter',
    method: 'GET',
    path: '/api/encounters/v4/{encounter_id}',
    params: z.object({ encounter_id: z.string() }),
    ok: encounter,
    errors: ['UnauthorizedError', 'EntityNotFoundError'],
    source: 'companion',
    tag,
    summary: 'Reads one encounter.',
  }),
}
