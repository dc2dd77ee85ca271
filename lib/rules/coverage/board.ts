import type { LocalDate } from '#lib/core/local-date.ts'
import type { CaptureFacts, Need, UnjudgedReason } from './at-risk.ts'
import type { CoverageState } from './coverage.ts'

/** How many providers or facilities stand in which state. */
export type StateCounts = { [state in CoverageState]?: number }

/** One lack and what hangs on it. Amounts are whole cents. */
export type Cause = Need & {
  captures: number
  cents: number
  /** Of these, the ones that lack nothing else: what putting it right sets free by itself. */
  alone_captures: number
  alone_cents: number
  first_date: LocalDate
  last_date: LocalDate
}

/** One capture that will be denied, as the list of the board keeps it: `causes` are places in the list of causes. */
export type CaptureAtRisk = { id: string; external_id?: string | undefined; date: LocalDate; cents?: number | undefined; causes: number[] }

/** What will be denied of one payer and contracting provider. */
export type Risk = { captures: number; cents: number; without_amount: number; causes: Cause[] }

/** Gathers what will be denied of one pair. Whatever a capture lacks, it counts once in the sums. */
export class RiskTally {
  readonly list: CaptureAtRisk[] = []
  private readonly causes: Cause[] = []
  private readonly places = new Map<string, number>()
  private cents = 0
  private withoutAmount = 0

  add(facts: CaptureFacts & { date: LocalDate }, needs: readonly Need[]): void {
    const cents = facts.cents ?? 0
    this.cents += cents
    if (facts.cents === undefined) this.withoutAmount += 1
    const causes = needs.map((need) => this.count(need, facts.date, cents, needs.length === 1))
    this.list.push({ id: facts.id, external_id: facts.external_id, date: facts.date, cents: facts.cents, causes })
  }

  /** The sums, causes in the order in which `list` numbers them. */
  sum(): Risk {
    return { captures: this.list.length, cents: this.cents, without_amount: this.withoutAmount, causes: this.causes }
  }

  private count(need: Need, date: LocalDate, cents: number, isAlone: boolean): number {
    const key = JSON.stringify([need.kind, need.id, need.state, need.span_id ?? ''])
    const place = this.places.get(key) ?? this.causes.length
    const cause = this.causes[place] ?? { ...need, captures: 0, cents: 0, alone_captures: 0, alone_cents: 0, first_date: date, last_date: date }
    this.places.set(key, place)
    this.causes[place] = cause
    cause.captures += 1
    cause.cents += cents
    if (isAlone) {
      cause.alone_captures += 1
      cause.alone_cents += cents
    }
    if (date < cause.first_date) cause.first_date = date
    if (date > cause.last_date) cause.last_date = date
    // Cover that begins soonest after one of the days is what people wait for.
    if (need.covered_from !== undefined && (cause.covered_from === undefined || need.covered_from < cause.covered_from)) cause.covered_from = need.covered_from
    return place
  }
}

/** Adds one to the count of a state. */
export function countState(counts: StateCounts, state: CoverageState): void {
  counts[state] = (counts[state] ?? 0) + 1
}

/** A cause with the names of what it is about. */
export type NamedCause = Cause & { name?: string | undefined; npi?: string | undefined }

/** A contract as the board names it. */
export type BoardContract = { contract_id: string; type: string; status: string; effective_date?: LocalDate | undefined; expiration_date?: LocalDate | undefined }

/** One payer and one contracting provider: how everybody stands on the board's day, and what will be denied. */
export type BoardRow = {
  /** Its place: the parts of the result that belong to it carry this number. */
  place: number
  payer: { uuid: string; id: string; name: string }
  provider: { id: string; npi: string; name: string }
  contracts: BoardContract[]
  providers: StateCounts
  facilities: StateCounts
  risk: Pick<Risk, 'captures' | 'cents' | 'without_amount'>
}

/** Something that could not be read, and what that leaves open. */
export type Unread = { what: string; message: string; contract_id?: string | undefined }

/** How many captures, and their charges in whole cents. */
export type Amount = { captures: number; cents: number }

/** The whole board. `as_of` is the local day on which it was made; everything counts only what the key may read. */
export type Board = {
  as_of: LocalDate
  rows: BoardRow[]
  read: Amount
  /** Nothing is lacking as far as coverage goes. */
  fine: Amount
  at_risk: Amount
  /** Not for the payer: paid by the patient, or taken out of billing. */
  left_out: Amount
  unjudged: { reason: UnjudgedReason; captures: number; cents: number }[]
  unread: Unread[]
}

/** A capture that nobody could judge. */
export type UnjudgedCapture = { id: string; external_id?: string | undefined; date?: LocalDate | undefined; cents?: number | undefined; reason: UnjudgedReason }
