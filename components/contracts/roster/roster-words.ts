import type { Outcome, RosterMode } from '#lib/rules/roster/roster-plan.ts'
import type { Tone } from '#components/ui/tone.ts'

/** What each change is called, before and while it is made. */
export const modeWords: Record<RosterMode, { title: string; description: string }> = {
  add: { title: 'Add providers', description: 'Everybody on the list joins the roster; nobody leaves it.' },
  remove: { title: 'Remove providers', description: 'Everybody on the list leaves the roster.' },
  equal: {
    title: 'Make the roster equal to a list',
    description: 'Who is on the list joins or stays, and who is not on it leaves.',
  },
}

/** What becomes of listed lines: the word, what it means, and how much it matters. */
export const outcomeWords: Record<Outcome, { label: string; meaning: string; tone: Tone }> = {
  add: { label: 'Add', meaning: 'They join the roster', tone: 'green' },
  remove: { label: 'Remove', meaning: 'They leave the roster', tone: 'red' },
  present: { label: 'Already there', meaning: 'On the roster already; nothing is sent', tone: 'grey' },
  absent: { label: 'Not on the roster', meaning: 'Nothing to remove; nothing is sent', tone: 'grey' },
  unknown: { label: 'Unknown', meaning: 'No rendering provider has this id or NPI; nothing is sent', tone: 'amber' },
  several: { label: 'Not clear', meaning: 'An NPI of more than one provider; nothing is sent', tone: 'amber' },
  invalid: { label: 'Invalid', meaning: 'Neither an id nor an NPI; nothing is sent', tone: 'amber' },
  open: { label: 'Not looked up', meaning: 'The look-up was not finished; nothing is sent', tone: 'amber' },
  unchecked: { label: 'Not checked', meaning: 'The key may not look them up: the partner decides', tone: 'amber' },
}
