'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { partyTasks, readParty } from './spans/read-party.ts'
import { readSpan } from './spans/read-span.ts'

// Reads answer at once with a promise of JSON text: Next runs plain actions one after the other.

/** `{id}` -> Result<SpanReply>. */
export async function readFacilitySpan(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'getFacilityCredentialingSpan', input: z.strictObject({ id }), verb: readSpan('facility') },
      input,
    ),
  )
}

/** `{id}` -> Result<SpanReply>. */
export async function readProviderSpan(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'getProviderCredentialingSpan', input: z.strictObject({ id }), verb: readSpan('provider') },
      input,
    ),
  )
}

const party = z.strictObject({ kind: z.enum(['provider', 'facility', 'payer']), id: z.uuid() })

/** `{kind, id}` -> Result<LookUpReply>: the provider, facility or payer that an id names. */
export async function readSpanParty(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      {
        task: (raw) => partyTasks[(raw as { kind?: keyof typeof partyTasks } | null)?.kind ?? 'provider'] ?? '',
        input: party,
        verb: readParty,
      },
      input,
    ),
  )
}
