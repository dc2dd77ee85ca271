import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { amountOf, queueModel, type ModelItem } from '#lib/actions/queue/model.ts'
import { chosenItems } from '#lib/actions/queue/choose.ts'
import type { Json } from '#lib/core/json.ts'
import type { QueueFilter } from '#lib/lists/queue.ts'
import { shapeOfPath } from '#lib/rules/bulk/bulk-change.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf } from '#lib/rules/edit/field-shape.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * A cause of the queue as the page of its fix names it. `path` is the field in error with `*` for
 * every row, if it is known, `value` the text that all its captures have there; cents are whole.
 */
export type FixedCause = {
  key: string
  words: string
  claims: number
  cents: number
  path?: string
  value?: string
}

/** A cause with its items, and the captures that they are about. */
type CauseOfQueue = { words: string; items: ModelItem[]; captures: string[] }

/**
 * The captures of a cause as the queue knows it now, with a filter those of its items alone; where
 * an error names no capture, all captures of its claim creation.
 */
export async function causeCaptures(
  { key, filter }: { key: string; filter?: QueueFilter | undefined },
  { account, connection }: ActionContext,
): Promise<Result<Pick<CauseOfQueue, 'words' | 'captures'>>> {
  const chosen =
    filter && chosenItems(await queueModel(connection), { ...filter, cause: key }, account.id)
  const found = await findCause(connection, key, chosen && new Set(chosen.map(({ id }) => id)))
  return found ? ok(found) : gone()
}

/**
 * The charge external ids of a cause's captures, of those in `among` alone; undefined where the
 * queue doesn't know all of them.
 */
export async function externalIds(
  connection: Connection,
  key: string,
  among?: readonly string[],
): Promise<Set<string> | undefined> {
  const found = await findCause(connection, key)
  const known = new Map(
    found?.items.flatMap(({ capture_id, external_id }) =>
      capture_id === undefined || external_id === undefined ? [] : [[capture_id, external_id]],
    ),
  )
  const ids = (among ?? found?.captures ?? []).map((capture) => known.get(capture))
  const given = ids.filter((id) => id !== undefined)
  return given.length > 0 && given.length === ids.length ? new Set(given) : undefined
}

/** The ids of a cause's open errors. */
export async function causeErrors(connection: Connection, key: string): Promise<string[]> {
  const found = await findCause(connection, key)
  return found?.items.flatMap(({ error_id }) => (error_id === undefined ? [] : [error_id])) ?? []
}

export async function readCause(
  { key }: { key: string },
  { connection }: ActionContext,
): Promise<Result<FixedCause>> {
  const found = await findCause(connection, key)
  if (!found) return gone()
  const { words, items } = found
  const [path] = pathsOf(items)
  const value = path === undefined ? undefined : commonValue(items, path)
  return ok({
    key,
    words,
    ...amountOf(items),
    ...(path !== undefined && { path }),
    ...(value !== undefined && { value }),
  })
}

/** The form controls that items are about, each once, with `*` for every row of a list. */
export function pathsOf(items: readonly ModelItem[]): string[] {
  const paths = items.flatMap(({ path }) => path?.replaceAll(/\.\d+(?=\.|$)/g, '.*') ?? [])
  return [...new Set(paths)]
}

// The text of a control; undefined where the items differ or one of them has no known value.
function commonValue(items: readonly ModelItem[], path: string): string | undefined {
  const [value, ...others] = new Set(items.map((item) => item.value))
  const shape = shapeOfPath(captureShape(), path)
  if (value === undefined || others.length > 0 || !shape || !isLeaf(shape)) return undefined
  return toText(JSON.parse(value) as Json, shape)
}

/**
 * A cause of the queue, of its items in `among` alone. Undefined once nothing has the cause; what the
 * team snoozed is left alone.
 */
export async function findCause(
  connection: Connection,
  key: string,
  among?: ReadonlySet<string>,
): Promise<CauseOfQueue | undefined> {
  const model = await queueModel(connection)
  const isAmong = (item: ModelItem) => among === undefined || among.has(item.id)
  const items = model.items.filter(
    (item) => item.cause === key && !item.is_snoozed && isAmong(item),
  )
  const words = model.causes.get(key)?.words
  if (words === undefined || items.length === 0) return undefined
  const captures = items.flatMap(({ capture_id, claim_creation_id }) =>
    capture_id === undefined
      ? (model.rows.get(claim_creation_id)?.value?.captures ?? [])
      : [capture_id],
  )
  return { words, items, captures: [...new Set(captures)] }
}

function gone() {
  return fail('EntityNotFoundError', 'This cause is no longer in the queue.')
}
