/**
 * True if the work answers true within this many milliseconds; false if it answers false, fails or
 * is late. Late work is not stopped.
 */
export function isTrueWithin(milliseconds: number, work: Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, milliseconds, false).unref())
  return Promise.race([work, late]).catch(() => false)
}
