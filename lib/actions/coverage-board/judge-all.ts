import 'server-only'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { LocalDate } from '#lib/core/local-date.ts'
import {
  judgeCapture,
  verdictOf,
  verdictOfAll,
  type PartFound,
} from '#lib/rules/coverage/at-risk.ts'
import type { FacilityBook } from '#lib/rules/coverage/facts.ts'
import {
  partsAtRisk,
  type Amount,
  type Board,
  type StatedAmount,
  type UnjudgedCapture,
} from '#lib/rules/coverage/board.ts'
import { claimClock, type FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import type { Pair } from './pairs.ts'
import type { CaptureRead } from './read-facts.ts'
import type { BoardInput } from './board-input.ts'

/**
 * The result for the captures; each capture that will or may be denied or waits is counted in its
 * pair.
 */
export type Judged = {
  checked: StatedAmount
  fine: StatedAmount
  leftOut: Board['left_out']
  unjudged: UnjudgedCapture[]
}

/** After so many captures a pause lets the console answer other requests. */
export const judgedAtOnce = 500

/** True for a capture that is judged: billable or planned, and for a payer. */
export function isJudged({ state }: CaptureRead): boolean {
  return state === 'billable' || state === 'planned'
}

/** The organization's facilities as the rules look them up. */
export function bookOf({ byId, byNpi }: BoardInput['facilities']): FacilityBook {
  return { idOf: (npi) => byNpi.get(npi), stateOf: (id) => byId.get(id)?.state }
}

/** Judges every capture by the pairs of its payer and billing provider. */
export async function judgeAll(
  { pairs, captures, facilities, unreadableCaptures, rulebook }: BoardInput,
  asOf: LocalDate,
): Promise<Judged> {
  const judged: Judged = {
    checked: stated(),
    fine: stated(),
    leftOut: { not_to_bill: amount(), self_pay: amount(), unknown: amount() },
    unjudged: [],
  }
  const book = bookOf(facilities)
  for (const [place, capture] of captures.entries()) {
    if (place % judgedAtOnce === judgedAtOnce - 1) await otherWork()
    const { id, external_id, date, cents = 0, isPlanned } = capture
    const left = leftOutOf(judged, capture)
    if (left) {
      left.captures += 1
      left.cents += cents
      continue
    }
    addTo(judged.checked, capture, 1, cents)
    const judgement = judgeCapture(capture, pairs.ofCapture(capture), book, {
      asOf,
      expiringDays: 0,
    })
    // `ofCapture` returned only pairs of this type.
    const reason =
      'unjudged' in judgement
        ? judgement.unjudged
        : count(judged, capture, judgement.pair as Pair, judgement.parts, (facts) =>
            claimClock(facts, rulebook, asOf),
          )
    if (reason !== undefined)
      judged.unjudged.push({ id, external_id, date, cents: capture.cents, reason, isPlanned })
  }
  for (let i = 0; i < unreadableCaptures; i += 1)
    judged.unjudged.push({ id: '', reason: 'unreadable' })
  return judged
}

const amount = (): Amount => ({ captures: 0, cents: 0 })
const stated = (): StatedAmount => ({ ...amount(), planned: amount() })

function leftOutOf({ leftOut }: Judged, { state }: CaptureRead): Amount | undefined {
  if (state === 'not-to-bill') return leftOut.not_to_bill
  if (state === 'self-pay') return leftOut.self_pay
  return state === 'unknown' ? leftOut.unknown : undefined
}

function addTo(
  sum: StatedAmount,
  { isPlanned }: CaptureRead,
  captures: 0 | 1,
  cents: number,
): void {
  for (const each of isPlanned ? [sum, sum.planned] : [sum]) {
    each.captures += captures
    each.cents += cents
  }
}

/** Counts a capture by its parts. Returns the reason if it could not be judged. */
function count(
  judged: Judged,
  capture: CaptureRead,
  pair: Pair,
  parts: readonly PartFound[],
  clockOf: (facts: FilingFacts) => ReturnType<typeof claimClock>,
) {
  const verdict = verdictOfAll(parts)
  if (verdict === 'unjudged')
    return parts
      .map((found) => ('unjudged' in found ? found.unjudged : undefined))
      .find((reason) => reason !== undefined)
  // Missing data in some lines does not affect the others.
  const fine = parts.reduce(
    (sum, found) => sum + (verdictOf(found) === 'fine' ? (found.part.cents ?? 0) : 0),
    0,
  )
  addTo(judged.fine, capture, verdict === 'fine' ? 1 : 0, fine)
  if (verdict === 'fine') return undefined
  const of_lines = parts.reduce((sum, { part }) => sum + part.lines.length, 0)
  const open = parts.filter((found) => 'unjudged' in found)
  for (const [reason, of] of Map.groupBy(open, ({ unjudged }) => unjudged)) {
    const cents = of.reduce((sum, { part }) => sum + (part.cents ?? 0), 0)
    judged.unjudged.push({
      id: capture.id,
      external_id: capture.external_id,
      date: of[0]!.part.from,
      cents,
      reason,
      isPlanned: capture.isPlanned,
      lines: of.flatMap(({ part }) => part.lines),
      of_lines,
    })
  }
  const clock = verdict === 'hold' ? clockOf(capture.filing)?.clock : undefined
  pair.tally.add(
    { ...capture, isByAlias: pair.isByAlias(capture) },
    parts.flatMap(partsAtRisk),
    of_lines,
    open.length === 0,
    clock && { lastDay: clock.lastDay, lacks: clock.lacks, isDefault: clock.isDefault },
  )
  return undefined
}
