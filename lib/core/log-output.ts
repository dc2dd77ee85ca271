// A reader that has stopped reading must not stop the process: its lines wait in memory up to here,
// later ones are lost.
const mostWaiting = 4_000_000

/**
 * A stream of the process as the output of a log. A line never makes the process wait, not even at
 * its end, whether the reader is slow, has stopped reading or has gone.
 */
export function logOutput(stream: NodeJS.WriteStream): { write: (line: string) => void } {
  stream.on('error', () => {})
  return {
    write(line) {
      if (stream.writableLength < mostWaiting) stream.write(line)
    },
  }
}
