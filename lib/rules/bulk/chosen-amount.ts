import type { ClaimOutlook } from './forecast.ts'

/**
 * What captures of one state are worth: `cents` of their claims, each claim once, `charges` of the
 * captures themselves, and what the change does to these charges (`moved`), all in whole cents;
 * `unknown` captures have no known amount. `overwrites` are the values that were not empty before.
 */
export type Sums = {
  cents: number
  charges: number
  moved: number
  unknown: number
  overwrites: number
}

/**
 * The sums of the captures that can be sent. A claim with ready captures counts there, not among
 * those that would get a new error.
 */
export type BulkSums = { ready: Sums; keeps: Sums; billed: Sums }
export type SentState = keyof BulkSums

/** The states of captures that can be sent, in the order of `together`. */
export const sentStates = ['ready', 'keeps', 'billed'] as const satisfies SentState[]

/**
 * What becomes of a capture to which a change fits. An error that it had before stops no change; one
 * that the change makes needs a reason (`keeps`), as in a save. `billed` ones are apart, and one that
 * is billed already and would have any error needs a person.
 */
export function stateOfCapture({
  isBilled,
  hasErrors,
  hasNew,
}: {
  isBilled: boolean
  hasErrors: boolean
  hasNew: boolean
}) {
  if (isBilled) return hasErrors ? 'needs-you' : 'billed'
  return hasNew ? 'keeps' : 'ready'
}

/**
 * The states that are sent: captures that would get a new error only with a reason, and billed ones
 * only if they are chosen.
 */
export function statesToSend({
  hasReason,
  billed,
}: {
  hasReason: boolean
  billed: boolean
}): SentState[] {
  const isSent = { ready: true, keeps: hasReason, billed }
  return sentStates.filter((state) => isSent[state])
}

/**
 * How many of the claims should bill, what these are worth in whole cents, and of how many others
 * nobody knows, because their new values are not looked up or not listed.
 */
export type BulkForecast = { claims: number; cents: number; of: number; unknown: number }

export const noForecast: BulkForecast = { claims: 0, cents: 0, of: 0, unknown: 0 }

const none: Sums = { cents: 0, charges: 0, moved: 0, unknown: 0, overwrites: 0 }
export const noSums: BulkSums = { ready: none, keeps: none, billed: none }

/**
 * A capture that a person can choose; `together` are the captures of its claim in the fix, by
 * state.
 */
export type Choosable = {
  state: SentState
  claim: string
  together: readonly [ready: number, keeps: number, billed: number]
  /** Whole cents; absent if unknown. */
  cents?: number | undefined
  charges?: number | undefined
  /** What becomes of its claim once all its ready captures are sent. */
  outlook?: ClaimOutlook | undefined
}

export type ChosenAmount = { captures: number; cents: number; charges: number }

/**
 * How many captures are chosen and what they are worth. With `isAll` all of these states but the
 * named ones, otherwise the named ones alone. A claim counts as long as one of its captures is
 * chosen.
 */
export function chosenAmount(
  counts: { [state in SentState]: number },
  sums: BulkSums,
  {
    states,
    isAll,
    named,
  }: { states: readonly SentState[]; isAll: boolean; named: readonly Choosable[] },
): ChosenAmount {
  const among = named.filter(({ state }) => states.includes(state))
  const charges = among.reduce((sum, row) => sum + (row.charges ?? 0), 0)
  const groups = Map.groupBy(among, ({ claim }) => claim)
  const centsOf = (rows: readonly Choosable[]) => rows[0]?.cents ?? 0
  if (!isAll) {
    const cents = [...groups.values()].reduce((sum, rows) => sum + centsOf(rows), 0)
    return { captures: among.length, cents, charges }
  }
  const whole = [...groups.values()].filter(
    (rows) =>
      rows.length ===
      sentStates.reduce(
        (sum, state, at) => sum + (states.includes(state) ? rows[0]!.together[at]! : 0),
        0,
      ),
  )
  const total = (part: 'cents' | 'charges') =>
    states.reduce((sum, state) => sum + sums[state][part], 0)
  return {
    captures: states.reduce((sum, state) => sum + counts[state], 0) - among.length,
    cents: total('cents') - whole.reduce((sum, rows) => sum + centsOf(rows), 0),
    charges: total('charges') - charges,
  }
}

/**
 * The forecast for what is chosen: with `isAll` all ready captures but the named ones, otherwise the
 * named ones alone. A claim bills only if all its ready captures are sent.
 */
export function chosenForecast(
  forecast: BulkForecast,
  { isAll, named }: { isAll: boolean; named: readonly Choosable[] },
): BulkForecast {
  const groups = [
    ...Map.groupBy(
      named.filter(({ state }) => state === 'ready'),
      ({ claim }) => claim,
    ).values(),
  ]
  const isWhole = (rows: readonly Choosable[]) => rows.length === rows[0]!.together[0]
  // Chosen alone, a claim bills if it is whole; left out, it bills no more if any is missing.
  const countedAs = (outlook: ClaimOutlook) =>
    groups.filter((rows) => rows[0]!.outlook === outlook && (isAll || isWhole(rows)))
  const counted = countedAs('bills')
  const claims = counted.length
  const cents = counted.reduce((sum, rows) => sum + (rows[0]!.cents ?? 0), 0)
  const unknown = countedAs('unknown').length
  if (!isAll) return { claims, cents, of: groups.length, unknown }
  return {
    claims: forecast.claims - claims,
    cents: forecast.cents - cents,
    of: forecast.of - groups.filter(isWhole).length,
    unknown: forecast.unknown - unknown,
  }
}
