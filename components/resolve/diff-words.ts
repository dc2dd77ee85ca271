import type { Tone } from '#components/ui/tone.ts'
import { formatCents } from '#lib/core/money.ts'
import type { DiffClass } from '#lib/rules/billed-diff/classes.ts'

/** The word and the tone of each class of differences. */
export const classWords: Record<DiffClass, { word: string; tone: Tone }> = {
  money: { word: 'Money', tone: 'accent' },
  coding: { word: 'Coding', tone: 'violet' },
  coverage: { word: 'Coverage', tone: 'blue' },
  cosmetic: { word: 'Cosmetic', tone: 'grey' },
}

/** An amount that was moved, with its sign: "+$50.00", "−$12.50". */
export function movedWords(cents: number): string {
  return `${cents < 0 ? '−' : '+'}${formatCents(Math.abs(cents))}`
}
