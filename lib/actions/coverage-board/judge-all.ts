import 'server-only'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { LocalDate } from '../../core/local-date.ts'
import { judgeCapture } from '../../rules/coverage/at-risk.ts'
import type { Amount, UnjudgedCapture } from '../../rules/coverage/board.ts'
import type { Pair } from './pairs.ts'
import type { World } from './read-world.ts'

/** What was found about the captures: those that will be denied are in their pairs. */
export type Judged = { fine: Amount; leftOut: Amount; unjudged: UnjudgedCapture[] }

// The console's own requests are answered in between.
const atOnce = 500

/** Judges every capture by the pairs of its payer and billing provider. */
export async function judgeAll({ pairs, captures, facilities, unreadableCaptures }: World, asOf: LocalDate): Promise<Judged> {
  const judged: Judged = { fine: { captures: 0, cents: 0 }, leftOut: { captures: 0, cents: 0 }, unjudged: [] }
  const count = (amount: Amount, cents = 0) => {
    amount.captures += 1
    amount.cents += cents
  }
  for (const [place, capture] of captures.entries()) {
    if (place % atOnce === atOnce - 1) await otherWork()
    const { id, external_id, date, cents, isForPayer } = capture
    if (!isForPayer) {
      count(judged.leftOut, cents)
      continue
    }
    const judgement = judgeCapture(capture, pairs.ofCapture(capture), (npi) => facilities.byNpi.get(npi), { asOf, expiringDays: 0 })
    if ('unjudged' in judgement) judged.unjudged.push({ id, external_id, date, cents, reason: judgement.unjudged })
    else if (judgement.needs.length === 0) count(judged.fine, cents)
    // Only a capture with a date is judged, and every pair here is one of ours.
    else (judgement.pair as Pair).tally.add({ ...capture, date: date! }, judgement.needs)
  }
  for (let i = 0; i < unreadableCaptures; i += 1) judged.unjudged.push({ id: '', reason: 'unreadable' })
  return judged
}
