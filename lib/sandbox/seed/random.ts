/**
 * A random generator that gives the same sequence for the same seed. It is fast enough for 100,000
 * captures.
 */
export type Random = {
  /** A number from 0 to below 1. */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (probability: number) => boolean
  /** `count` decimal digits as text. */
  digits: (count: number) => string
  /** A version 4 UUID. */
  uuid: () => string
}

/**
 * Makes a random generator from a whole number (mulberry32). All generators run through one circle
 * of 2^32 numbers, so two of them can meet: `key`, a whole number, keeps the UUIDs of a generator
 * apart from those of others.
 */
export function createRandom(seed: number, key = 0): Random {
  let state = seed >>> 0
  const word = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 4_294_967_296
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const mask = Math.imul(key, 0x9e3779b1)
  const hex = () => ((word() ^ mask) >>> 0).toString(16).padStart(8, '0')
  return {
    next,
    int,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    chance: (probability) => next() < probability,
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
    uuid: () => {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      const variant = '89ab'[Number.parseInt(c[0]!, 16) & 3]!
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}

/** One of the values, each as likely as its weight. */
export function pickWeighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of choices) {
    left -= weight
    if (left < 0) return value
  }
  return choices.at(-1)![0]
}
