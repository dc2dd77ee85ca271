import 'server-only'
import { elapsed } from '#lib/console/clock.ts'

const least = 2
/**
 * So many requests of a reading run side by side at most: enough to keep a partner busy, far below
 * its limit of 100 a second.
 */
export const mostSideBySide = 12
// An answer that takes so many times as long as usual has waited for others.
const slowdown = 2
const yielded = 0.7
// The usual time is forgotten slowly: a partner that was quick for a moment is not always so.
const forgotten = 1.02

/**
 * The requests of a reading, as many side by side as the partner answers without slowing down, from
 * 2 to 12: a partner that is far away is kept busy, and people's requests do not wait behind a
 * reading at one that is near.
 */
export class ConsiderateGate {
  #limit = least
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #usualMs = new Map<string, number>()

  /**
   * Runs a request when it is its turn. Requests of one `kind` take about as long as each other.
   */
  async pass<T>(kind: string, ask: () => Promise<T>): Promise<T> {
    while (this.#running >= Math.floor(this.#limit))
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    const start = elapsed()
    try {
      return await ask()
    } finally {
      this.#running -= 1
      this.#learn(kind, elapsed() - start)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  #learn(kind: string, ms: number): void {
    const usual = Math.min(ms, (this.#usualMs.get(kind) ?? ms) * forgotten)
    this.#usualMs.set(kind, usual)
    this.#limit =
      ms > usual * slowdown
        ? Math.max(least, this.#limit * yielded)
        : Math.min(mostSideBySide, this.#limit + 1 / this.#limit)
  }
}
