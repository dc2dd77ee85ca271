'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { id, idLines, operationId } from './inputs.ts'
import { runAction } from './run-action.ts'
import {
  createFacility,
  saveFacility,
  type CreateFacilityReply,
  type SaveFacilityReply,
} from './contracts/save-facility.ts'

const creation = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  service_facility_id: id,
  provider_ids: idLines,
})

/** `{operation_id, contract_id, service_facility_id, provider_ids}` -> Result<CreateFacilityReply>: one more service facility on a contract. Ids are lines of one text. */
export async function createContractServiceFacility(input: unknown): Promise<Result<CreateFacilityReply>> {
  return runAction({ task: 'createContractServiceFacility', input: creation, verb: createFacility }, input)
}

const save = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  contract_service_facility_id: id,
  add: idLines,
  remove: idLines,
  place: z.strictObject({ from: id, to: id }).optional(),
})

/**
 * `{operation_id, contract_id, contract_service_facility_id, add, remove, place?}` -> Result<SaveFacilityReply>: put upon
 * the facility as it is now. `add` and `remove` are ids as lines of one text. `place`: another service facility, and which it was when that was chosen.
 */
export async function updateContractServiceFacility(input: unknown): Promise<Result<SaveFacilityReply>> {
  return runAction({ task: 'updateContractServiceFacility', input: save, verb: saveFacility }, input)
}
