import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import type { FixedCause } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { queueModel } from '#lib/actions/queue/model.ts'

// Few enough for an address.
const creationsAtOnce = 40

/** The captures of a cause as the queue knows it now; where an error names no capture, all captures of its claim creation. */
export async function causeCaptures(
  connection: Connection,
  key: string,
): Promise<Result<{ words: string; ids: string[] }>> {
  const about = await causeSummary(connection, key)
  if (!about) return gone()
  const { items, words } = about
  const ids = new Set(items.flatMap(({ capture_id }) => (capture_id === undefined ? [] : [capture_id])))
  const shared = [
    ...new Set(items.filter((item) => item.capture_id === undefined).map((item) => item.claim_creation_id)),
  ]
  const ask = askPages(connection, operations.listChargeCaptures, {})
  for (let at = 0; at < shared.length; at += creationsAtOnce) {
    const query = { claim_creation_ids: shared.slice(at, at + creationsAtOnce), limit: 1_000 }
    const read = await readWhole(ask, query, { pages: 100 })
    if (read.failure) return { ok: false, error: read.failure }
    for (const item of read.items) {
      const id = textOf(memberAt(item, 'id'))
      if (id !== undefined) ids.add(id)
    }
  }
  return ok({ words, ids: [...ids] })
}

/** A cause as the page of its fix names it. */
export async function readCause({ key }: { key: string }, { connection }: ActionContext): Promise<Result<FixedCause>> {
  const about = await causeSummary(connection, key)
  if (!about) return gone()
  const { items: _, ...summary } = about
  return ok({ key, ...summary })
}

/** The ids of a cause's open errors. */
export async function causeErrors(connection: Connection, key: string): Promise<string[]> {
  const about = await causeSummary(connection, key)
  return about?.items.flatMap(({ error_id }) => (error_id === undefined ? [] : [error_id])) ?? []
}

async function causeSummary(connection: Connection, key: string) {
  const model = await queueModel(connection)
  const items = model.items.filter((item) => item.cause === key)
  const cause = model.causes.get(key)
  if (!cause || items.length === 0) return undefined
  const claims = new Map(items.map((item) => [item.claim_creation_id, item.cents ?? 0]))
  const path = items.find((item) => item.path !== undefined)?.path?.replaceAll(/\.\d+(?=\.)/g, '.*')
  const cents = [...claims.values()].reduce((sum, one) => sum + one, 0)
  return { words: cause.words, claims: claims.size, cents, ...(path !== undefined && { path }), items }
}

function gone() {
  return fail('EntityNotFoundError', 'This cause is no longer in the queue.')
}
