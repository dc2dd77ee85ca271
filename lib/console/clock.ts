import 'server-only'

const place = globalThis as typeof globalThis & { consoleClock?: () => number }

/** The server's present instant in UTC milliseconds; every expiry is judged by it. */
export function now(): number {
  return place.consoleClock ? place.consoleClock() : Date.now()
}

/** Replaces the clock in a test; undefined gives the real one back. */
export function setClock(clock: (() => number) | undefined): void {
  place.consoleClock = clock
}
