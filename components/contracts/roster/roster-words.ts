import type { Outcome, RosterMode } from '#lib/rules/roster/roster-plan.ts'
import type { Tone } from '#components/ui/tone.ts'

/** What each change is called, before and while it is made. */
export const modeWords: Record<RosterMode, { title: string; description: string }> = {
  add: { title: 'Add providers', description: 'Adds everyone on the list. No one is removed.' },
  remove: { title: 'Remove providers', description: 'Removes everyone on the list.' },
  equal: {
    title: 'Make the roster equal to a list',
    description: 'Adds everyone on the list and removes everyone else.',
  },
}

/** What becomes of listed lines: the word, what it means, and how much it matters. */
export const outcomeWords: Record<Outcome, { label: string; meaning: string; tone: Tone }> = {
  add: { label: 'Add', meaning: 'Added to the roster', tone: 'green' },
  remove: { label: 'Remove', meaning: 'Removed from the roster', tone: 'red' },
  present: { label: 'Already there', meaning: 'Already on the roster; nothing is sent', tone: 'grey' },
  absent: { label: 'Not on the roster', meaning: 'Nothing to remove; nothing is sent', tone: 'grey' },
  unknown: { label: 'Unknown', meaning: 'No rendering provider has this id or NPI; nothing is sent', tone: 'amber' },
  several: { label: 'Ambiguous', meaning: 'More than one provider has this NPI; nothing is sent', tone: 'amber' },
  invalid: { label: 'Invalid', meaning: 'Not an ID or an NPI; nothing is sent', tone: 'amber' },
  open: { label: 'Not looked up', meaning: 'Look-up not finished; nothing is sent', tone: 'amber' },
  unchecked: {
    label: 'Not checked',
    meaning: 'This connection can’t look them up. The partner checks them',
    tone: 'amber',
  },
}
