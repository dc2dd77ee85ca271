import { nextToken } from '#lib/lists/next-token.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { findProviders } from '#lib/queries/contracts.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-change.ts'
import { toListed, type RosterCalls } from './start-roster-worker.ts'

/** A page of all rendering providers; `is_available` is false when the key may not look up. */
export type ReadDirectoryPage = (
  position: string | undefined,
) => Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>>

export type LookUpTools = {
  change: Pick<RosterCalls, 'open' | 'noteFound' | 'noteAllFound' | 'noteClosed'>
  find: typeof findProviders
  directory: Directory
  /**
   * The progress of the look-up: looked up of all, or providers read if their number is unknown.
   */
  onProgress: (progress: { done: number; of: number | undefined }) => void
  signal: AbortSignal
}

// One request of the console asks the partner for fifty ids or one NPI each. With more requests
// than this, reading all providers once is quicker and asks less of the partner.
const idsAtOnce = 50
const requestsWorthwhile = 60
const npisInCall = 20
const idsInCall = 1_000

/**
 * Looks up the ids and NPIs that the plan leaves open: few one by one, many by reading the whole
 * directory of rendering providers. Answers the failure that ended it; the providers found until
 * then stay.
 */
export async function lookUpOpen(
  tools: LookUpTools,
  { ids, npis }: PlanSummary['toLookUp'],
): Promise<Failure | undefined> {
  if (ids + npis === 0) return undefined
  // Tens of thousands of values would block the page as they come out of the worker: they stay
  // there.
  if (Math.ceil(ids / idsAtOnce) + npis > requestsWorthwhile) return readDirectory(tools)
  const open = await tools.change.open()
  return lookUpEach(tools, open.ids, open.npis)
}

async function lookUpEach(
  { change, find, onProgress, signal }: LookUpTools,
  ids: string[],
  npis: string[],
): Promise<Failure | undefined> {
  const parts = [
    ...chunks(ids, idsInCall).map((part) => ({ ids: part, npis: [] })),
    ...chunks(npis, npisInCall).map((part) => ({ ids: [], npis: part })),
  ]
  let done = 0
  for (const part of parts) {
    onProgress({ done, of: ids.length + npis.length })
    const found = await find(part)
    if (signal.aborted) return undefined
    if (!found.ok) return found.error
    if (!found.value.is_available) {
      await change.noteClosed()
      return undefined
    }
    await change.noteFound(found.value.providers.map(toListed), [...part.ids, ...part.npis])
    done += part.ids.length + part.npis.length
  }
  return undefined
}

async function readDirectory({
  change,
  directory,
  onProgress,
  signal,
}: LookUpTools): Promise<Failure | undefined> {
  const end = await directory.readOn(change, (done) => onProgress({ done, of: undefined }), signal)
  if (end === 'closed') await change.noteClosed()
  else if (end === 'whole') await change.noteAllFound()
  return typeof end === 'object' ? end : undefined
}

/**
 * All rendering providers of the organization, given to the change page by page. A reading that
 * stopped or failed continues with the next page. `closed`: the key may not look up.
 */
export type Directory = {
  readOn: (
    change: Pick<RosterCalls, 'noteFound'>,
    onCount: (count: number) => void,
    signal: AbortSignal,
  ) => Promise<'whole' | 'closed' | 'stopped' | Failure>
}

/** A directory of which nothing was read yet. */
export function openDirectory(read: ReadDirectoryPage): Directory {
  let position: string | undefined
  let count = 0
  let end: 'whole' | 'closed' | undefined
  const seen = new Set<string>()
  return {
    async readOn(change, onCount, signal) {
      while (end === undefined) {
        onCount(count)
        const page = await read(position)
        if (signal.aborted) return 'stopped'
        if (!page.ok) return page.error
        const { rows, next, is_available } = page.value
        if (!is_available) {
          end = 'closed'
          break
        }
        await change.noteFound(rows.map(toListed), [])
        count += rows.length
        const token = nextToken(next, seen)
        if (!token.ok) return token.error
        if (token.value === null) end = 'whole'
        else {
          position = token.value
          seen.add(position)
        }
      }
      return signal.aborted ? 'stopped' : end
    },
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
