/** The maximum time of one slice in ms: half a frame, so scrolling continues. */
const sliceMs = 8
// Read the clock only once per so many steps: reading it costs more than most steps.
const stepsBetweenLooks = 64

/** Yields to the page when a slice is over. Throws the signal's reason once it is aborted. */
export type Slicer = () => Promise<void> | undefined

/**
 * Creates a slicer. Call it after each step of long work, and await its promise if it returns one.
 */
export function createSlicer(signal?: AbortSignal): Slicer {
  let steps = 0
  let since = performance.now()
  return () => {
    steps += 1
    if (steps % stepsBetweenLooks !== 0 || performance.now() - since < sliceMs) return undefined
    return pause(signal).then(() => void (since = performance.now()))
  }
}

/**
 * The indexes of `count` items in sorted order, computed in slices, because a plain sort of tens of
 * thousands blocks the page too long. The sort is stable. `compare` gets two indexes.
 */
export async function sortInSlices(
  count: number,
  compare: (a: number, b: number) => number,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const slicer = createSlicer(signal)
  let from = new Uint32Array(count)
  for (let index = 0; index < count; index += 1) from[index] = index
  for (let start = 0; start < count; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    // A run is many steps: a few runs fill a slice.
    if (start % (runLength * 4) === 0) await pause(signal)
  }
  let into: typeof from = new Uint32Array(count)
  for (let width = runLength; width < count; width *= 2) {
    for (let start = 0; start < count; start += width * 2) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + width * 2, count)
      let left = start
      let right = middle
      for (let place = start; place < end; place += 1) {
        const takesLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
        into[place] = takesLeft ? from[left++]! : from[right++]!
        const turn = slicer()
        if (turn) await turn
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}

// Sorted in one step: about a millisecond.
const runLength = 1_024

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) =>
    setTimeout(() => (signal?.aborted ? reject(signal.reason as Error) : resolve())),
  )
}
