import 'server-only'
import { processState } from '#lib/console/process-state.ts'

const state = processState<{ clock: (() => number) | undefined }>()

/** The server's current time in UTC milliseconds; every expiry uses it. */
export function now(): number {
  return state.clock ? state.clock() : Date.now()
}

/** Replaces the clock in a test; undefined restores the real one. */
export function setClock(clock: (() => number) | undefined): void {
  state.clock = clock
}
