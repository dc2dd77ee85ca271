'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { id, jsonText, operationId } from './inputs.ts'
import { runAction } from './run-action.ts'
import { createSpan, type CreateSpanReply } from './spans/create-span.ts'
import { deleteSpan, saveSpan, type DeleteSpanReply, type SaveSpanReply } from './spans/save-span.ts'

const creation = z.strictObject({
  operation_id: operationId,
  body: jsonText,
  answer: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('made'), id }),
      z.strictObject({ kind: z.literal('not-made'), seen: z.array(id).max(10_000) }),
    ])
    .optional(),
})

/** `{operation_id, body, answer?}` -> Result<CreateSpanReply>: one new span; `answer` is a person's word about one whose answer was lost. */
export async function createFacilitySpan(input: unknown): Promise<Result<CreateSpanReply>> {
  return runAction({ task: 'createFacilityCredentialingSpan', input: creation, verb: createSpan('facility') }, input)
}

/** The same for a rendering provider. */
export async function createProviderSpan(input: unknown): Promise<Result<CreateSpanReply>> {
  return runAction({ task: 'createProviderCredentialingSpan', input: creation, verb: createSpan('provider') }, input)
}

const change = z.strictObject({
  id,
  operation_id: operationId,
  base: jsonText,
  wanted: jsonText,
  choices: z
    .array(z.strictObject({ path: z.string().max(100), take: z.enum(['mine', 'theirs']) }))
    .max(100)
    .optional(),
  seen: z.string().max(200).optional(),
})

/** `{id, operation_id, base, wanted, choices?, seen?}` -> Result<SaveSpanReply>: merged with what others did and saved once, or the conflicts. */
export async function saveFacilitySpan(input: unknown): Promise<Result<SaveSpanReply>> {
  return runAction({ task: 'updateFacilityCredentialingSpan', input: change, verb: saveSpan('facility') }, input)
}

/** The same for a rendering provider's span. */
export async function saveProviderSpan(input: unknown): Promise<Result<SaveSpanReply>> {
  return runAction({ task: 'updateProviderCredentialingSpan', input: change, verb: saveSpan('provider') }, input)
}

const removal = z.strictObject({ id, operation_id: operationId })

/** `{id, operation_id}` -> Result<DeleteSpanReply>: takes the span out of use. */
export async function deleteFacilitySpan(input: unknown): Promise<Result<DeleteSpanReply>> {
  return runAction({ task: 'deleteFacilityCredentialingSpan', input: removal, verb: deleteSpan('facility') }, input)
}

/** The same for a rendering provider's span. */
export async function deleteProviderSpan(input: unknown): Promise<Result<DeleteSpanReply>> {
  return runAction({ task: 'deleteProviderCredentialingSpan', input: removal, verb: deleteSpan('provider') }, input)
}
