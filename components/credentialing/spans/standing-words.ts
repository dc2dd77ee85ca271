import type { Tone } from '#components/ui/tone.ts'
import {
  spanStandingWords,
  type SpanStatus,
  type StandingOnDay,
} from '#lib/rules/coverage/span-standing.ts'

const tones: Record<SpanStatus, Tone> = {
  covered: 'green',
  upcoming: 'blue',
  late: 'amber',
  expiring: 'amber',
  expired: 'grey',
  submitted: 'amber',
  'not-submitted': 'red',
  'no-start': 'red',
  reversed: 'red',
  off: 'grey',
}

/** A span's standing as a person reads it: "Submitted, not loaded, 41 d". */
export function standingWords(on: StandingOnDay): { words: string; tone: Tone } {
  return { words: spanStandingWords(on), tone: tones[on.standing] }
}
