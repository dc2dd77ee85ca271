'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import { readRosterPage } from './read-roster.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { position } from './walked-page.ts'

/** `{id, position?}` -> Result<WalkPage<RosterRow>>: one page of a contract's providers. */
export async function listContractProviders(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'listContractProviders', input: z.strictObject({ id, position }), verb: readRosterPage }, input))
}
