import type { BarLook } from '#components/charts/bar-look.ts'
import { firstDayAwaited, problemOrder, stateWords } from '#components/coverage/state-words.ts'
import type { Tone } from '#components/ui/tone.ts'
import { type LocalDate, daysBetween, formatLocalDate } from '#lib/core/local-date.ts'
import { countOf } from '#lib/core/count-of.ts'
import { firstDay, lastDay, type CoverageBar } from '#lib/rules/coverage/bars.ts'
import type { CoverageState } from '#lib/rules/coverage/coverage.ts'
import type { CoverageStatus } from '#lib/rules/coverage/standing.ts'

/** Each state: its words, the tone of its badge and the look of its bars. */
export const stateLooks: Record<
  CoverageState,
  { word: string; brief?: string; look: BarLook; tone: Tone }
> = {
  covered: { ...stateWords.covered, look: { tone: 'accent', fill: 'solid' } },
  expiring: { ...stateWords.expiring, look: { tone: 'amber', fill: 'solid' } },
  late: { ...stateWords.late, look: { tone: 'accent', fill: 'striped' } },
  overlap: { ...stateWords.overlap, look: { tone: 'blue', fill: 'solid' } },
  submitted: { ...stateWords.submitted, look: { tone: 'amber', fill: 'hatched' } },
  gap: { ...stateWords.gap, look: { tone: 'red', fill: 'dashed' } },
  expired: { ...stateWords.expired, look: { tone: 'grey', fill: 'outline' } },
  none: { ...stateWords.none, look: { tone: 'red', fill: 'hollow' } },
}

/** The states in the order of the legend: covered first, then the worst first. */
export const legendOrder = ['covered', ...problemOrder] as const satisfies readonly CoverageState[]

/**
 * The label of a state in the legend. `late` is about the past year, all others are about the day.
 */
export function legendWord(state: CoverageState): string {
  return state === 'late' ? `${stateLooks.late.word}, past year` : stateLooks[state].word
}

/** A shorter label; undefined if there is none. */
export function legendBrief(state: CoverageState): string | undefined {
  return state === 'late' ? stateLooks.late.word : stateLooks[state].brief
}

/** The state of a row on the day, for its badge: "Ends in 21 d", "Submitted, not loaded". */
export function standingWords(
  { state, until, awaits_first_day }: CoverageStatus,
  asOf: LocalDate,
): string {
  if (awaits_first_day) return firstDayAwaited
  if (state !== 'expiring' || !until) return stateLooks[state].word
  const days = daysBetween(asOf, until)
  return days === 0 ? 'Ends today' : `Ends in ${days} d`
}

/** The text of a bar. Cover without problems has none. */
export function barWords(
  { state, from, to, awaits_first_day }: CoverageBar,
  asOf: LocalDate,
): string | undefined {
  if (awaits_first_day) return firstDayAwaited.toLowerCase()
  switch (state) {
    case 'covered':
    case 'before':
      return undefined
    case 'gap':
      return to === lastDay ? 'gap' : `gap ${daysBetween(from, to) + 1} d`
    case 'expiring':
      return `ends in ${daysBetween(asOf, to)} d`
    default:
      return stateLooks[state].word.toLowerCase()
  }
}

/** A bar with its dates, for screen readers: "Gap from 07/01/2026 to 08/16/2026, 47 days". */
export function barName({ state, from, to, spans, awaits_first_day }: CoverageBar): string {
  const word =
    state === 'before' ? 'Not begun' : awaits_first_day ? firstDayAwaited : stateLooks[state].word
  const what = state === 'overlap' ? `${word} of ${spans.length} spans` : word
  const [since, until] = [
    from === firstDay ? '' : ` from ${short(from)}`,
    to === lastDay ? ', no end' : ` to ${short(to)}`,
  ]
  if (from === firstDay && to === lastDay) return what
  if (to === lastDay)
    return `${what}${since}${state === 'expired' || state === 'none' ? ' on' : until}`
  if (from === firstDay) return `${what} until ${short(to)}`
  const days = daysBetween(from, to) + 1
  return `${what}${since}${until}, ${countOf(days, { one: 'day', many: 'days' })}`
}

/** A date without its weekday. */
export function short(date: LocalDate): string {
  return formatLocalDate(date, { weekday: false })
}
