import type { LocalDate } from '#lib/core/local-date.ts'
import type { CaptureFacts, Need, UnjudgedReason } from './at-risk.ts'
import type { CoverageState } from './coverage.ts'

/** How many providers or facilities stand in which state. */
export type StateCounts = { [state in CoverageState]?: number }

/** One lack and what hangs on it. Amounts are whole cents. */
export type Cause = Need & {
  captures: number
  cents: number
  /** Of these, what lacks nothing else: what putting it right sets free by itself. */
  alone_captures: number
  alone_cents: number
  first_date: LocalDate
  last_date: LocalDate
}

/** One capture that will or may be denied, as the list of the board keeps it: `causes` are places in the list of causes. */
export type CaptureAtRisk = {
  id: string
  external_id?: string | undefined
  /** The first day that lacks something. */
  date: LocalDate
  /** Of the lines that lack something. */
  cents?: number | undefined
  causes: number[]
  /** Which lines lack something, from 0, and of how many; only where others do not. */
  lines?: number[]
  of_lines?: number
}

/** How many captures, their charges in whole cents, and how many of them state none. */
export type RiskSum = { captures: number; cents: number; without_amount: number }

/** What will, and what may, be denied of one payer and contracting provider. */
export type Risk = { will: RiskSum; may: RiskSum; causes: Cause[] }

/** A part of a capture that lacks something; `hasDoubts` where more may be lacking than is certain. */
export type LackingPart = { from: LocalDate; cents?: number | undefined; lines: readonly number[]; needs: readonly Need[]; hasDoubts?: boolean }

/** Gathers what will or may be denied of one pair. Whatever a capture lacks, it counts once in the sums. */
export class RiskTally {
  readonly list: CaptureAtRisk[] = []
  private readonly causes: Cause[] = []
  private readonly places = new Map<string, number>()
  private readonly sums = { will: noRisk(), may: noRisk() }

  /** Adds a capture by its parts that lack something, at least one; `lines` is how many the whole capture has. */
  add({ id, external_id }: Pick<CaptureFacts, 'id' | 'external_id'>, parts: readonly LackingPart[], verdict: 'will-deny' | 'may-deny', lines: number): void {
    const stated = parts.map(({ cents }) => cents).filter((cents) => cents !== undefined)
    const cents = stated.length > 0 ? stated.reduce((sum, each) => sum + each, 0) : undefined
    const sum = this.sums[verdict === 'will-deny' ? 'will' : 'may']
    sum.captures += 1
    sum.cents += cents ?? 0
    if (cents === undefined) sum.without_amount += 1
    const dates = parts.map(({ from }) => from).toSorted()
    const lacking = parts.flatMap((part) => part.lines).toSorted((a, b) => a - b)
    const causes = this.count(parts)
    this.list.push({ id, external_id, date: dates[0]!, cents, causes, ...(lacking.length < lines ? { lines: lacking, of_lines: lines } : {}) })
  }

  /** The sums, causes in the order in which `list` numbers them. */
  sum(): Risk {
    return { ...this.sums, causes: this.causes }
  }

  // A capture counts once for each cause, with the amount of the parts that lack it.
  private count(parts: readonly LackingPart[]): number[] {
    const found = new Set<number>()
    for (const { needs, cents = 0, from, hasDoubts } of parts) {
      for (const need of needs) {
        const place = this.placeOf(need, from)
        const cause = this.causes[place]!
        found.add(place)
        cause.cents += cents
        if (needs.length === 1 && !hasDoubts) cause.alone_cents += cents
        if (from < cause.first_date) cause.first_date = from
        if (from > cause.last_date) cause.last_date = from
        // Cover that begins soonest after one of the days is what people wait for.
        if (need.covered_from !== undefined && (cause.covered_from === undefined || need.covered_from < cause.covered_from)) cause.covered_from = need.covered_from
      }
    }
    for (const place of found) {
      this.causes[place]!.captures += 1
      if (found.size === 1 && !parts.some(({ hasDoubts }) => hasDoubts)) this.causes[place]!.alone_captures += 1
    }
    return [...found]
  }

  private placeOf(need: Need, date: LocalDate): number {
    const key = JSON.stringify([need.kind, need.id, need.state, need.is_certain, need.span_id, need.place_state, need.facility_id, need.partly_on !== undefined])
    const known = this.places.get(key)
    if (known !== undefined) return known
    const place = this.causes.push({ ...need, captures: 0, cents: 0, alone_captures: 0, alone_cents: 0, first_date: date, last_date: date }) - 1
    this.places.set(key, place)
    return place
  }
}

function noRisk(): RiskSum {
  return { captures: 0, cents: 0, without_amount: 0 }
}

/** Adds one to the count of a state. */
export function countState(counts: StateCounts, state: CoverageState): void {
  counts[state] = (counts[state] ?? 0) + 1
}

/** A cause with the names of what it is about. */
export type NamedCause = Cause & { name?: string | undefined; npi?: string | undefined; facility_name?: string | undefined }

/** A contract as the board names it. */
export type BoardContract = { contract_id: string; type: string; status: string; effective_date?: LocalDate | undefined; expiration_date?: LocalDate | undefined }

/** One payer and one contracting provider: how everybody stands on the board's day, and what will or may be denied. */
export type BoardRow = {
  /** Its place: the parts of the result that belong to it carry this number. */
  place: number
  payer: { uuid: string; id: string; name: string }
  provider: { id: string; npi: string; name: string }
  contracts: BoardContract[]
  providers: StateCounts
  facilities: StateCounts
  /** False where not all of them could be read, so that the counts may be too small. */
  is_roster_whole: boolean
  are_facilities_whole: boolean
  risk: Pick<Risk, 'will' | 'may'>
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
  /** Nothing is lacking as far as coverage goes. The amount holds the lines without a lack of captures that have one. */
  fine: Amount
  will_deny: Amount
  may_deny: Amount
  /** Not for the payer: paid by the patient, or taken out of billing. */
  left_out: Amount
  unjudged: { reason: UnjudgedReason; captures: number; cents: number }[]
  unread: Unread[]
}

/** A capture that nobody could judge. */
export type UnjudgedCapture = { id: string; external_id?: string | undefined; date?: LocalDate | undefined; cents?: number | undefined; reason: UnjudgedReason }
