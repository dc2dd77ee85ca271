import { countOf, providerNoun } from '#lib/core/count-of.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'

/** What a plan comes to, in a sentence or two; what becomes of the roster is not told while values have still to be looked up. */
export function planWords(plan: PlanSummary, withUnchecked: boolean): string {
  const { counts, read, repeated, roster } = plan
  const joining = counts.add + (withUnchecked ? counts.unchecked : 0)
  const outcome =
    joining + counts.remove === 0
      ? 'Nothing to send.'
      : `The roster goes from ${countOf(roster, providerNoun)} to ${(roster + joining - counts.remove).toLocaleString('en-US')}.`
  const parts = [
    `${countOf(read, { one: 'value', many: 'values' })} read${repeated > 0 ? `, ${repeated.toLocaleString('en-US')} of them repeated` : ''}.`,
    counts.open === 0 && outcome,
  ]
  return parts.filter(Boolean).join(' ')
}

/** What the button that sends says. */
export function sendWords(joining: number, leaving: number): string {
  if (joining + leaving === 0) return 'Send'
  const add = `add ${joining.toLocaleString('en-US')}`
  const remove = `remove ${leaving.toLocaleString('en-US')}`
  const words = joining > 0 && leaving > 0 ? `${add}, ${remove}` : leaving > 0 ? remove : add
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * True when so many leave that a person must say they looked: half of the roster or more, or anybody while lines of a
 * list that the roster is made equal to could not be told, because those may mean somebody who leaves.
 */
export function confirmsRemoval({ mode, counts, roster }: PlanSummary): boolean {
  if (counts.remove === 0) return false
  const untold = counts.unknown + counts.several + counts.invalid + counts.unchecked
  return counts.remove * 2 >= roster || (mode === 'equal' && untold > 0)
}

/** True when a roster would be made equal to a list in which nobody was found. Not told before everybody was looked up. */
export function emptiesRoster({ mode, counts }: PlanSummary): boolean {
  return mode === 'equal' && counts.add + counts.present + counts.open === 0 && counts.remove > 0
}
