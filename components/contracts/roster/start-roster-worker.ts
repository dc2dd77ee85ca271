import { wrap } from 'comlink'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { RosterMethods } from './roster-worker.ts'

/** The methods of a roster change, each of which answers later. */
export type RosterCalls = {
  [M in keyof RosterMethods]: (
    ...args: Parameters<RosterMethods[M]>
  ) => Promise<Awaited<ReturnType<RosterMethods[M]>>>
}

export type RosterWorker = {
  /**
   * Does work that calls the worker, which starts with the first. Rejects when the browser ends the
   * worker meanwhile.
   */
  run: <T>(work: (change: RosterCalls) => Promise<T>) => Promise<T>
  /**
   * Ends the worker with all that it holds. Its open calls are never answered. `run` starts another
   * one.
   */
  close: () => void
}

/** A worker for one roster change. */
export function createRosterWorker(): RosterWorker {
  let running: { worker: Worker; change: RosterCalls; ended: Promise<never> } | undefined
  const close = () => {
    running?.worker.terminate()
    running = undefined
  }
  const start = () => {
    const worker = new Worker(new URL('./roster-worker.ts', import.meta.url), { type: 'module' })
    // comlink's calls of a worker that ended would wait forever.
    const ended = new Promise<never>((_, reject) => {
      worker.addEventListener('error', () => {
        worker.terminate()
        reject(new Error('the worker ended'))
      })
    })
    ended.catch(() => undefined)
    // Its type comes from the worker's own table of methods, which take and answer plain values
    // only.
    return { worker, change: wrap(worker) as unknown as RosterCalls, ended }
  }
  return {
    run(work) {
      running ??= start()
      return Promise.race([work(running.change), running.ended])
    },
    close,
  }
}

// Copying a whole roster to the worker at once would block the page.
const rowsAtOnce = 4_000

/** Gives the worker a roster in place of the one before. */
export async function putRoster(change: RosterCalls, rows: readonly RosterRow[]): Promise<void> {
  await change.clearRoster()
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await change.addRoster(rows.slice(from, from + rowsAtOnce).map(toListed))
}

/** A row as the worker keeps it. */
export function toListed({ id, npi = '', name = '' }: RosterRow): {
  id: string
  npi: string
  name: string
} {
  return { id, npi, name }
}
