'use server'

import { z } from 'zod'
import { findRosterProviders as find, readDirectoryPage } from './finding/find-providers.ts'
import { id } from './inputs.ts'
import { readRosterPage } from './contracts/read-roster.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { position } from './lists/partner-pages.ts'

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
