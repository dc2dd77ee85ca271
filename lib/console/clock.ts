import 'server-only'

const place = globalThis as typeof globalThis & { consoleClock?: () => number }

/** The server's current time in UTC milliseconds; every expiry uses it. */
export function now(): number {
  return place.consoleClock ? place.consoleClock() : Date.now()
}

/** Replaces the clock in a test; undefined restores the real one. */
export function setClock(clock: (() => number) | undefined): void {
  place.consoleClock = clock
}
