import 'server-only'
import { captureIds, findBulkFix, type BulkFix } from '#lib/console/records/bulk-fixes.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { shapeOfPath } from '#lib/rules/bulk/bulk-change.ts'
import {
  valueRowsBy,
  valueTableOf,
  type ValueCapture,
  type ValueRowsBy,
  type ValueTable,
} from '#lib/rules/bulk/value-table.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, type FieldShape } from '#lib/rules/edit/field-shape.ts'
import { queueModel, type ModelItem } from '#lib/actions/queue/model.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { findCause, pathsOf } from './cause-captures.ts'
import { changeOf, noFix, ownerOf } from './fix.ts'
import { allStates } from './preview.ts'

/** Whose values: of a cause of the queue, or of a fix that was begun. */
export type ValuesOf = { kind: 'cause'; key: string } | { kind: 'fix'; id: string }

/** `claims` are those of all rows. `path` has `*` for every row of a list. */
export type BulkValues = ValueTable & {
  path: string
  by: ValueRowsBy
  /** Rows that are not given, and their captures. */
  more: { rows: number; captures: number }
}

/** The most rows of a table on a page. */
export const mostValueRows = 200

/**
 * The distinct values of a cause's field with their captures, the rows with the most money first;
 * all rows with `is_whole`, otherwise the first 200. Null for captures without one cause or a cause
 * without one field. The trail names the captures.
 */
export async function readValues(
  { of, is_whole: isWhole = false }: { of: ValuesOf; is_whole?: boolean | undefined },
  context: ActionContext,
): Promise<Result<BulkValues | null>> {
  const fix = of.kind === 'fix' ? await findBulkFix(ownerOf(context), of.id) : undefined
  if (of.kind === 'fix' && !fix) return noFix()
  const key = of.kind === 'cause' ? of.key : fix?.plan.cause
  const items = key === undefined ? [] : await itemsOf(key, fix, context)
  const [path, ...others] = pathsOf(items)
  const shape = path === undefined ? undefined : shapeOfPath(captureShape(), path)
  if (key === undefined || path === undefined || others.length > 0 || !shape || !isLeaf(shape))
    return ok(null)
  const by = valueRowsBy(path)
  const otherErrors = await claimsWithOthers(key, context)
  const table = valueTableOf(items, by, { shape, otherErrors })
  const typed = typedIn(fix, path, shape)
  const rows = isWhole ? table.rows : table.rows.slice(0, mostValueRows)
  const captures = rows.flatMap((row) => row.captures.map(({ id }) => id))
  await recordAct(context, 'read', 'readBulkValues', captures)
  const hidden = table.rows.slice(rows.length)
  for (const place of hidden.flatMap((row) => row.claims)) table.claims[place]!.is_left = true
  return ok({
    ...table,
    path,
    by,
    rows: rows.map((row) => ({ ...row, captures: row.captures.map(typed) })),
    more: {
      rows: hidden.length,
      captures: hidden.reduce((sum, row) => sum + row.captures.length, 0),
    },
  })
}

async function itemsOf(
  key: string,
  fix: BulkFix | undefined,
  { connection }: ActionContext,
): Promise<ModelItem[]> {
  const found = await findCause(connection, key)
  const items = found?.items ?? []
  if (!fix) return items
  const among = new Set(await captureIds(fix.id, allStates))
  const { rows } = await queueModel(connection)
  return items.filter(({ capture_id, claim_creation_id }) =>
    capture_id === undefined
      ? rows.get(claim_creation_id)?.value?.captures.some((id) => among.has(id))
      : among.has(capture_id),
  )
}

// Other errors of a claim stay, also those that a person resolved. That captures of a claim disagree
// in this field, or in its section, goes away with its right value.
async function claimsWithOthers(
  key: string,
  { connection }: ActionContext,
): Promise<ReadonlySet<string>> {
  const { items, causes, rows } = await queueModel(connection)
  const field = causes.get(key)?.field
  return new Set(
    items.flatMap(({ kind, cause, claim_creation_id: claim, capture_id }) => {
      const place = causes.get(cause)?.field
      const isOfField =
        capture_id === undefined && place !== undefined && `${field}.`.startsWith(`${place}.`)
      const isOther = kind === 'error' && cause !== key && !isOfField
      return isOther || rows.get(claim)?.value?.isByHand ? [claim] : []
    }),
  )
}

// With what the person had chosen in the table before.
function typedIn(fix: BulkFix | undefined, path: string, shape: FieldShape) {
  const change = fix?.plan.change
  const read = change?.kind === 'map' && change.path === path ? changeOf(change) : undefined
  return (capture: ValueCapture): ValueCapture =>
    !read || 'issues' in read || read.kind !== 'map'
      ? capture
      : { ...capture, typed: toText(read.values.get(capture.external_id), shape) ?? '' }
}
