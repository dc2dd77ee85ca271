/**
 * One step of a new console. `done` and `open` come from a check; `unseen` is what the console
 * cannot check, and holds nothing up.
 */
export type FirstStep = {
  key:
    | 'factor'
    | 'partner'
    | 'administrators'
    | 'people'
    | 'time-zone'
    | 'database'
    | 'address'
    | 'limits'
  label: string
  state: 'done' | 'open' | 'unseen'
  /** What the check found, as a sentence. */
  words: string
  /** Where it is done; missing where that is outside of the console. */
  href?: string
}

/** The page of the steps. */
export const firstStepsHref = '/settings/first-steps'

/** True if no step is open. */
export function isComplete(steps: readonly FirstStep[]): boolean {
  return steps.every(({ state }) => state !== 'open')
}
