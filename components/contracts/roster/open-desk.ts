import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { DeskMethods } from './desk-worker.ts'

/** The desk in its worker: the same methods, each answered later. */
export type Desk = {
  [M in keyof DeskMethods]: (...args: Parameters<DeskMethods[M]>) => Promise<Awaited<ReturnType<DeskMethods[M]>>>
} & {
  /** Ends the worker and forgets everything: what was asked before is never answered, since whoever asked has left. */
  close: () => void
}

type Answer = { call: number; value?: unknown; failed?: true }
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

/** A desk whose worker starts with the first question. One that was closed starts anew, with nothing on it. */
export function openDesk(): Desk {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let calls = 0
  const close = () => {
    worker?.terminate()
    worker = undefined
    waiting.clear()
  }
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('the desk is gone'))
    close()
  }
  const start = () => {
    const started = new Worker(new URL('./desk-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('error', fail)
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const asked = waiting.get(data.call)
      waiting.delete(data.call)
      if (data.failed) asked?.reject(new Error('the desk failed'))
      else asked?.resolve(data.value as never)
    })
    return started
  }
  const ask = (method: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve, reject })
      worker ??= start()
      worker.postMessage({ call: calls, method, args }, [])
    })
  // Every name but `close` is a method of the worker's own table, which the type is made from.
  return new Proxy({ close } as Desk, {
    get: (own, name) => (name === 'close' ? own.close : (...args: unknown[]) => ask(String(name), args)),
  })
}

// Copying a whole roster to the worker at once would stop the page; a part at a time does not.
const part = 4_000

/** Hands a roster to the desk, in place of what it had. */
export async function feedRoster(desk: Desk, rows: readonly RosterRow[]): Promise<void> {
  await desk.clearRoster()
  for (let from = 0; from < rows.length; from += part) await desk.addRoster(rows.slice(from, from + part).map(toListed))
}

/** A row as the desk keeps it. */
export function toListed({ id, npi = '', name = '' }: RosterRow): { id: string; npi: string; name: string } {
  return { id, npi, name }
}
