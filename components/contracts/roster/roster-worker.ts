import { expose } from 'comlink'
import { toCsv } from '#lib/core/csv.ts'
import { textOfFile } from '#lib/core/table-text.ts'
import { maxListLength } from '#lib/rules/roster/read-list.ts'
import { createRosterChange, type ListSummary } from '#lib/rules/roster/roster-change.ts'

// The worker of a roster change. `start-roster-worker.ts` is the page's side of it.

const change = createRosterChange()

const methods = {
  ...change,
  /** Takes a file as `takeText` does; one that is too large is refused before it is read. */
  async takeFile(file: File, column?: number): Promise<ListSummary> {
    if (file.size > maxListLength) {
      change.clearText()
      return {
        refused: `This file is too large: ${Math.round(file.size / 1_000_000)} MB. At most ${maxListLength / 1_000_000} MB are supported; 100,000 IDs need less than 5.`,
      }
    }
    return change.takeText(await textOfFile(file), column)
  },
  /** The plan, line by line, as a CSV file. */
  reportFile: (): Blob => new Blob([toCsv(change.report())], { type: 'text/csv;charset=utf-8' }),
}

export type RosterMethods = typeof methods

// comlink runs calls side by side, and a file takes a moment to be read: the call after it waits
// for its end.
let queue: Promise<unknown> = Promise.resolve()

type Method = (...args: never[]) => unknown

function queued(method: Method): Method {
  return (...args) => {
    const turn = queue.then(() => method(...args))
    queue = turn.catch(() => undefined)
    return turn
  }
}

expose(
  Object.fromEntries(
    Object.entries<Method>(methods).map(([name, method]) => [name, queued(method)]),
  ),
)
