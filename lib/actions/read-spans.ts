'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { readSpan } from './spans/read-span.ts'

// Reads answer at once with a promise of JSON text: Next runs plain actions one after the other.

/** `{id}` -> Result<SpanReply>. */
export async function readFacilitySpan(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getFacilityCredentialingSpan', input: z.strictObject({ id }), verb: readSpan('facility') }, input))
}

/** `{id}` -> Result<SpanReply>. */
export async function readProviderSpan(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getProviderCredentialingSpan', input: z.strictObject({ id }), verb: readSpan('provider') }, input))
}
