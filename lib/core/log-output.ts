import type { Writable } from 'node:stream'

// A reader that has stopped reading must not stop the process: its lines wait in memory up to here,
// later ones are lost.
const mostWaiting = 4_000_000

/**
 * A stream of the process as the output of a log. A line never makes the process wait, not even at
 * its end, whether the reader is slow, has stopped reading or has gone.
 */
export function logOutput(stream: Writable): { write: (line: string) => void } {
  stream.on('error', () => {})
  return {
    write(line) {
      if (stream.writableLength < mostWaiting) stream.write(line)
    },
  }
}

/** The same for a person at a terminal: each line of JSON becomes words. */
export function logInWords(stream: Writable): { write: (line: string) => void } {
  const output = logOutput(stream)
  return { write: (line) => output.write(`${wordsOf(JSON.parse(line) as object)}\n`) }
}

const notShown = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg'])

function wordsOf(line: { msg?: string }): string {
  const shown = Object.entries(line).filter(([key]) => !notShown.has(key))
  const fields = shown.map(
    ([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return [line.msg, fields.join(', ')].filter(Boolean).join(': ')
}
