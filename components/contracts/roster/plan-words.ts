import { countOf, providerNoun } from '#lib/lists/count-of.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'

/** What a plan comes to, in a sentence or two. */
export function planWords(plan: PlanSummary, withUnchecked: boolean): string {
  const { counts, read, repeated, roster } = plan
  const joining = counts.add + (withUnchecked ? counts.unchecked : 0)
  const parts = [
    `${countOf(read, { one: 'value', many: 'values' })} read${repeated > 0 ? `, ${repeated.toLocaleString('en-US')} of them repeated` : ''}.`,
    joining + counts.remove === 0 ? 'There is nothing to send.' : `The roster goes from ${countOf(roster, providerNoun)} to ${(roster + joining - counts.remove).toLocaleString('en-US')}.`,
  ]
  return parts.join(' ')
}

/** What the button that sends says. */
export function sendWords(joining: number, leaving: number): string {
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

/** True when a roster would be made equal to a list in which nobody was found. */
export function emptiesRoster({ mode, counts }: PlanSummary): boolean {
  return mode === 'equal' && counts.add + counts.present === 0 && counts.remove > 0
}
