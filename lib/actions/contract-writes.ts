'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import type { Result } from '#lib/core/result.ts'
import { createContract, type CreateContractReply } from './contracts/create-contract.ts'
import { id, jsonText, operationId } from './inputs.ts'
import { runAction } from './run-action.ts'
import {
  deleteContract,
  saveContract,
  type DeleteContractReply,
  type SaveContractReply,
} from './contracts/save-contract.ts'

const save = z.strictObject({
  id,
  operation_id: operationId,
  base: jsonText,
  wanted: jsonText,
  choices: z
    .array(z.strictObject({ path: z.string().max(200), take: z.enum(['mine', 'theirs']) }))
    .max(100)
    .optional(),
  seen: z.string().max(200).optional(),
})

/** `{id, operation_id, base, wanted, choices?, seen?}` -> Result<SaveContractReply>: merged with what others did and saved once, or the conflicts. */
export async function updateContractV3(input: unknown): Promise<Result<SaveContractReply>> {
  return runAction({ task: 'updateContractV3', input: save, verb: saveContract }, input)
}

const creation = z.strictObject({ operation_id: operationId, body: jsonText })

/** `{operation_id, body}` -> Result<CreateContractReply>: one new contract of either type, or what may be it. */
export async function createContractV3(input: unknown): Promise<Result<CreateContractReply>> {
  return runAction(
    { task: 'createContractV3', input: creation, verb: createContract(operations.createContractV3) },
    input,
  )
}

/** The same for a professional contract of version 2, whose providers are given with it. */
export async function createContractV2(input: unknown): Promise<Result<CreateContractReply>> {
  return runAction(
    { task: 'createContractV2', input: creation, verb: createContract(operations.createContractV2) },
    input,
  )
}

/** `{id, operation_id}` -> Result<DeleteContractReply>: one contract less, or why not. */
export async function deleteContractV3(input: unknown): Promise<Result<DeleteContractReply>> {
  return runAction(
    { task: 'deleteContractV3', input: z.strictObject({ id, operation_id: operationId }), verb: deleteContract },
    input,
  )
}
