import { createStore } from './store.ts'

/**
 * How many jobs this page has started: the tray in the strip looks at one's jobs from the first one
 * on.
 */
export const startedJobs = createStore(0)

/** Tells the tray that a job was started. Call it after each action that starts one. */
export function noteJobStarted(): void {
  startedJobs.set(startedJobs.read() + 1)
}
