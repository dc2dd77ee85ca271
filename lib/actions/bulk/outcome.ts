import 'server-only'
import { findItems, listItems } from '#lib/console/jobs/store.ts'
import { findBulkFix, type BulkFix } from '#lib/console/records/bulk-fixes.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { maxBulkCaptures } from '#lib/rules/bulk/value-file.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readClaims, type ClaimFacts } from './claims.ts'
import { noFix, ownerOf } from './fix.ts'

/**
 * Of the captures that a fix changed and that were not restored, the claims as the partner has them
 * now. Each claim counts once; cents are whole, of the claims whose worth is known.
 */
export type BulkOutcome = {
  captures: number
  billed: { captures: number; claims: number; cents: number }
  in_error: { claims: number; cents: number }
  /** Neither billed nor in error: the partner has not tried them yet, or they are held. */
  other: { claims: number; cents: number }
}

type Changed = { record: string; claim: string | undefined; facts: ClaimFacts | undefined }

/** What became of the captures that a fix changed. */
export async function readOutcome(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<BulkOutcome>> {
  const fix = await findBulkFix(ownerOf(context), id)
  if (!fix) return noFix()
  const changed = await changedCaptures(fix, context)
  if (!changed.ok) return changed
  const sumOf = (state: ClaimFacts['state']) => {
    const claims = new Map(
      changed.value.flatMap(({ claim, facts }) =>
        facts?.state === state ? [[claim, facts.cents ?? 0]] : [],
      ),
    )
    return {
      claims: claims.size,
      cents: [...claims.values()].reduce((sum, cents) => sum + cents, 0),
    }
  }
  const captures = changed.value.filter(({ facts }) => facts?.state === 'billed').length
  return ok({
    captures: changed.value.length,
    billed: { captures, ...sumOf('billed') },
    in_error: sumOf('in-error'),
    other: sumOf('other'),
  })
}

/**
 * The captures that a fix changed and that its undo has not restored, each with its claim as it is
 * now.
 */
export async function changedCaptures(
  { jobId, undoJobId }: BulkFix,
  { connection }: ActionContext,
): Promise<Result<Changed[]>> {
  if (jobId === null) return ok([])
  const made = await listItems(jobId, { limit: maxBulkCaptures, states: ['verified', 'unknown'] })
  const restored = await restoredCaptures(undoJobId)
  const records = made.map(({ record }) => record).filter((record) => !restored.has(record))
  const claims = new Map<string, string>()
  for (let at = 0; at < records.length; at += itemsAtOnce)
    for (const [record, { result }] of await findItems(
      connection,
      jobId,
      records.slice(at, at + itemsAtOnce),
    )) {
      const claim = textOf(memberAt(result, 'claim'))
      if (claim !== undefined) claims.set(record, claim)
    }
  const facts = await readClaims(connection, claims.values())
  if (!facts.ok) return facts
  return ok(
    records.map((record) => {
      const claim = claims.get(record)
      return { record, claim, facts: facts.value.get(claim ?? '') }
    }),
  )
}

/** The captures that the undo of a fix has restored. */
export async function restoredCaptures(undoJobId: string | null): Promise<ReadonlySet<string>> {
  if (undoJobId === null) return new Set()
  const items = await listItems(undoJobId, { limit: maxBulkCaptures, states: ['verified'] })
  return new Set(items.map(({ record }) => record))
}

const itemsAtOnce = 1_000
