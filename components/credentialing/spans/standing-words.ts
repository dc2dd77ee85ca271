import type { Tone } from '#components/ui/tone.ts'
import type { StandingOnDay } from '#lib/rules/coverage/span-standing.ts'

/** A span's standing as a person reads it: "Submitted, not loaded, 41 d". */
export function standingWords({ standing, days = 0 }: StandingOnDay): {
  words: string
  tone: Tone
} {
  switch (standing) {
    case 'covered':
      return { words: 'Covered', tone: 'green' }
    case 'upcoming':
      return { words: `Loaded, begins in ${days} d`, tone: 'blue' }
    case 'late':
      return { words: `Covered, loaded ${days} d late`, tone: 'amber' }
    case 'expiring':
      return { words: days === 0 ? 'Ends today' : `Ends in ${days} d`, tone: 'amber' }
    case 'expired':
      return { words: `Ended ${days} d ago`, tone: 'grey' }
    case 'submitted':
      return { words: `Submitted, not loaded, ${days} d`, tone: 'amber' }
    case 'not-submitted':
      return { words: 'Not submitted', tone: 'red' }
    case 'no-start':
      return { words: 'Loaded, no effective date', tone: 'red' }
    case 'reversed':
      return { words: 'Ends before it begins', tone: 'red' }
    case 'off':
      return { words: 'Inactive', tone: 'grey' }
  }
}
