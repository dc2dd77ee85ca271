import { addContractProviders, removeContractProviders } from '#lib/actions/records.ts'
import type { ProvidersFound } from '#lib/actions/replies.ts'
import { findRosterProviders, listRenderingProviders } from '#lib/actions/rosters.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'

// What a roster change asks of the server. Nothing throws: a console that did not answer is a failure too.

/** Rendering providers by ids and NPIs. */
export function findProviders(sought: { ids: string[]; npis: string[] }): Promise<Result<ProvidersFound>> {
  return asResult(async () => JSON.parse(await (await findRosterProviders(sought)).reply) as Result<ProvidersFound>)
}

/** One page of all rendering providers of the organization. */
export function readDirectoryPage(
  position: string | undefined,
): Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>> {
  return asResult(
    async () =>
      JSON.parse(await (await listRenderingProviders(position === undefined ? {} : { position })).reply) as Result<{
        rows: RosterRow[]
        next: string | null
        is_available: boolean
      }>,
  )
}

/** Sends one batch. Each is an operation of its own, so that none is sent twice. */
export function sendRosterBatch(
  id: string,
  kind: 'add' | 'remove',
  rendering_provider_ids: string[],
): Promise<Result<RosterChanged>> {
  const send = kind === 'add' ? addContractProviders : removeContractProviders
  return asResult(() => send({ id, operation_id: randomId(), rendering_provider_ids }))
}

async function asResult<T>(ask: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await ask()
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}
