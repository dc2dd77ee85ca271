import 'server-only'
import { processState } from '#lib/console/process-state.ts'

const state = processState<{ clock: (() => number) | undefined }>()

/** The server's current time in UTC milliseconds; every expiry uses it. */
export function now(): number {
  return state.clock ? state.clock() : Date.now()
}

/**
 * Milliseconds that only grow, for waits and deadlines within this process: a corrected system
 * clock does not move them.
 */
export function elapsed(): number {
  return state.clock ? state.clock() : performance.now()
}

/** Replaces both clocks in a test; undefined restores the real one. */
export function setClock(clock: (() => number) | undefined): void {
  state.clock = clock
}
