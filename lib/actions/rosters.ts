'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { rosterBatch } from '#lib/rules/roster/batches.ts'
import { changeRoster } from './contracts/change-roster.ts'
import { findRosterProviders as find, readDirectoryPage } from './finding/find-providers.ts'
import { id, operationId } from './inputs.ts'
import { readRosterPage } from './contracts/read-roster.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { position } from './lists/partner-pages.ts'
import type { RosterChanged } from './writing/write-replies.ts'

/** `{id, position?}` -> Result<WalkPage<RosterRow>>: one page of a contract's providers. */
export async function listContractProviders(input: unknown): Promise<Pending> {
  return asReply(
    runAction({ task: 'listContractProviders', input: z.strictObject({ id, position }), verb: readRosterPage }, input),
  )
}

const sought = z.strictObject({ ids: z.array(id).max(1_000), npis: z.array(z.string().regex(/^\d{10}$/)).max(20) })

/** `{ids, npis}` -> Result<ProvidersFound>: at most 1,000 ids and 20 NPIs at once. */
export async function findRosterProviders(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'listOrganizationProviders', input: sought, verb: find }, input))
}

/** `{position?}` -> Result<WalkPage<RosterRow> & {is_available}>: one page of all rendering providers. */
export async function listRenderingProviders(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listOrganizationProviders', input: z.strictObject({ position }), verb: readDirectoryPage },
      input,
    ),
  )
}

const change = z.strictObject({
  id,
  operation_id: operationId,
  rendering_provider_ids: z.array(id).min(1).max(rosterBatch),
})

/** `{id, operation_id, rendering_provider_ids}` -> Result<RosterChanged>: one batch of at most 10,000; ids that are there are ignored and counted. */
export async function addContractProviders(input: unknown): Promise<Result<RosterChanged>> {
  return runAction({ task: 'addContractProviders', input: change, verb: changeRoster('addContractProviders') }, input)
}

/** The same for a removal: one id that is not on the roster refuses them all. */
export async function removeContractProviders(input: unknown): Promise<Result<RosterChanged>> {
  return runAction(
    { task: 'removeContractProviders', input: change, verb: changeRoster('removeContractProviders') },
    input,
  )
}
