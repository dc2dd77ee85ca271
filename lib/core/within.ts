// Time counts in steps in which this process ran. Timers that are late because it stood still count
// as one step, and what arrived meanwhile is read before the step ends.
const stepMs = 100

/**
 * Calls `step` every 100 milliseconds in which this process ran, with that number, until the
 * returned function is called. It does not keep the process alive.
 */
export function whileAwake(step: (ms: number) => void): () => void {
  let isOver = false
  const timer = setInterval(() => setImmediate(() => isOver || step(stepMs)), stepMs).unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/**
 * The end of the work, or what `late` returns or throws once this process ran for so many
 * milliseconds. Late work is not stopped.
 */
export function within<T>(
  milliseconds: number,
  work: Promise<T>,
  late: () => T | Promise<T>,
): Promise<T> {
  let left = milliseconds
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = whileAwake((ms) => {
    left -= ms
    if (left <= 0) resolve(Promise.try(late))
  })
  work.then(resolve, reject)
  return promise.finally(stop)
}

/** True if the work answers true in that time; false if it answers false, fails or is late. */
export function isTrueWithin(milliseconds: number, work: Promise<boolean>): Promise<boolean> {
  return within(milliseconds, work, () => false).catch(() => false)
}
