import type { ProvidersFound } from '#lib/actions/replies.ts'
import { createWalker, type Walker } from '#lib/lists/walk/walk.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'
import { type Desk, toListed } from './open-desk.ts'

/** A page of all rendering providers; `is_available` is false when the key may not look up. */
export type ReadDirectoryPage = (
  position: string | undefined,
) => Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>>

export type LookUpTools = {
  desk: Pick<Desk, 'open' | 'noteFound' | 'noteAllFound' | 'noteClosed'>
  find: (sought: { ids: string[]; npis: string[] }) => Promise<Result<ProvidersFound>>
  directory: Directory
  /** How far the look-up is: looked up of all, or providers read where there is no telling how many there are. */
  onProgress: (progress: { done: number; of: number | undefined }) => void
  signal: AbortSignal
}

// One request of the console asks the partner for fifty ids or one NPI each. With more requests than this, reading all
// providers once is quicker and asks less of the partner.
const idsAtOnce = 50
const requestsWorthwhile = 60
const npisInCall = 20
const idsInCall = 1_000

/**
 * Looks up what the plan leaves open: one by one where it is little, else by reading the whole directory of rendering
 * providers. Answers why it could not be done; what was found until then is kept.
 */
export async function lookUpOpen(
  tools: LookUpTools,
  { ids, npis }: PlanSummary['toLookUp'],
): Promise<Failure | undefined> {
  if (ids + npis === 0) return undefined
  // Tens of thousands of values would stop the page as they come out of the worker: there the desk keeps them.
  if (Math.ceil(ids / idsAtOnce) + npis > requestsWorthwhile) return readDirectory(tools)
  const open = await tools.desk.open()
  return lookUpEach(tools, open.ids, open.npis)
}

async function lookUpEach(
  { desk, find, onProgress, signal }: LookUpTools,
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
      await desk.noteClosed()
      return undefined
    }
    await desk.noteFound(found.value.providers.map(toListed), [...part.ids, ...part.npis])
    done += part.ids.length + part.npis.length
  }
  return undefined
}

// A walk that was stopped or failed goes on where it was.
async function readDirectory({ desk, directory, onProgress, signal }: LookUpTools): Promise<Failure | undefined> {
  const { walker } = directory
  const unsubscribe = walker.subscribe(() => onProgress({ done: walker.read().count, of: undefined }))
  signal.addEventListener('abort', walker.stop, { once: true })
  if (walker.read().standing === 'paused') walker.hold()
  else walker.goOn()
  const { standing, failure } = await walker.settled()
  unsubscribe()
  signal.removeEventListener('abort', walker.stop)
  if (!directory.isOffered()) await desk.noteClosed()
  else if (standing === 'whole') await desk.noteAllFound()
  return failure
}

/** The walk over all rendering providers of the organization, which hands them to the desk. */
export type Directory = { walker: Walker<RosterRow>; isOffered: () => boolean }

/** A walk that has not begun. */
export function openDirectory(desk: Pick<Desk, 'noteFound'>, read: ReadDirectoryPage): Directory {
  let isOffered = true
  const walker = createWalker<RosterRow>(async (position) => {
    const page = await read(position)
    if (!page.ok) return page
    if (!page.value.is_available) isOffered = false
    else await desk.noteFound(page.value.rows.map(toListed), [])
    return page
  })
  return { walker, isOffered: () => isOffered }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
