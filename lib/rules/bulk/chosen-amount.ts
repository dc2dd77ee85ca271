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
 * those that keep an error.
 */
export type BulkSums = { ready: Sums; keeps: Sums; billed: Sums }
export type SentState = keyof BulkSums

/** The states of captures that can be sent, in the order of `together`. */
export const sentStates = ['ready', 'keeps', 'billed'] as const satisfies SentState[]

/**
 * What becomes of a capture to which a change fits: `billed` ones are apart, and one that is billed
 * already and would have an error needs a person.
 */
export function stateOfCapture({ isBilled, hasErrors }: { isBilled: boolean; hasErrors: boolean }) {
  if (isBilled) return hasErrors ? 'needs-you' : 'billed'
  return hasErrors ? 'keeps' : 'ready'
}

/**
 * The states that are sent: captures that keep an error only with a reason, and billed ones only if
 * they are chosen.
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
