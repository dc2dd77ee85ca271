import { toCsv } from '#lib/core/csv.ts'
import { maxListLength } from '#lib/rules/roster/read-list.ts'
import { createRosterDesk, type ListSummary } from '#lib/rules/roster/roster-desk.ts'

// A roster change's desk in a thread of its own. Asked by `open-desk.ts`, one message a call.

const desk = createRosterDesk()

const methods = {
  ...desk,
  /** Takes a file as `takeText` does; one that is too large is refused before it is read. */
  async takeFile(file: File, column?: number): Promise<ListSummary> {
    if (file.size > maxListLength) {
      desk.clearText()
      return {
        refused: `This file is too large: ${Math.round(file.size / 1_000_000)} MB. At most ${maxListLength / 1_000_000} MB are supported; 100,000 IDs need less than 5.`,
      }
    }
    return desk.takeText(textOf(new Uint8Array(await file.arrayBuffer())), column)
  },
  /** The plan, line by line, as a CSV file. */
  reportFile: (): Blob => new Blob([toCsv(desk.report())], { type: 'text/csv;charset=utf-8' }),
}

export type DeskMethods = typeof methods

// Spreadsheets write "Unicode text" as UTF-16 with a byte order mark.
function textOf(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

type Asked = { call: number; method: keyof DeskMethods; args: never[] }

// A file takes a moment to be read: what is asked after it must find the desk as it left it.
let turn: Promise<void> = Promise.resolve()

addEventListener('message', (event: MessageEvent<Asked>) => {
  const { call, method, args } = event.data
  // Each method is called with what its own signature takes: `open-desk.ts` is typed by `DeskMethods`.
  turn = turn
    .then(() => (methods[method] as (...given: never[]) => unknown)(...args))
    .then(
      (value) => postMessage({ call, value }),
      () => postMessage({ call, failed: true }),
    )
})
