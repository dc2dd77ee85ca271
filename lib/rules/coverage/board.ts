import type { LocalDate } from '#lib/core/local-date.ts'
import { verdictOf, type CaptureFacts, type DenialReason, type PartFound, type UnjudgedReason } from './at-risk.ts'
import type { CoverageState } from './coverage.ts'

/** How many providers or facilities stand in which state. */
export type StateCounts = { [state in CoverageState]?: number }

/** One gap and what hangs on it. Amounts are whole cents. */
export type Cause = DenialReason & {
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
  /** Of the lines that gap something, or may. */
  cents?: number | undefined
  causes: number[]
  /** Which lines gap something, or may, from 0, and of how many; only where others do not. */
  lines?: number[]
  of_lines?: number
}

/** How many captures, the charges of their lines in whole cents, and how many of them state none. A capture counts where its worst line does, its money where each line does. */
export type RiskSum = { captures: number; cents: number; without_amount: number }

/** What will, and what may, be denied of one payer and contracting provider. */
export type Risk = { will: RiskSum; may: RiskSum; causes: Cause[] }

/** A part of a capture that lacks something, for certain or not; `hasDoubts` where more may be lacking than is certain. */
export type PartAtRisk = {
  verdict: 'will-deny' | 'may-deny'
  from: LocalDate
  cents?: number | undefined
  lines: readonly number[]
  reasons: readonly DenialReason[]
  hasDoubts?: boolean
}

/** A part as the tally takes it, with what is certain where something is; none for a part that lacks nothing or could not be judged. */
export function partsAtRisk(found: PartFound): PartAtRisk[] {
  const verdict = verdictOf(found)
  if ('unjudged' in found || (verdict !== 'will-deny' && verdict !== 'may-deny')) return []
  const counted = found.reasons.filter((reason) => reason.is_certain === (verdict === 'will-deny'))
  // Only a part whose day is known is judged to gap something.
  return [
    {
      verdict,
      from: found.part.from!,
      cents: found.part.cents,
      lines: found.part.lines,
      reasons: counted,
      hasDoubts: counted.length < found.reasons.length,
    },
  ]
}

/** Gathers what will or may be denied of one pair. Whatever a capture lacks, it counts once in the sums. */
export class RiskTally {
  readonly list: CaptureAtRisk[] = []
  private readonly causes: Cause[] = []
  private readonly places = new Map<string, number>()
  private readonly sums = { will: noRisk(), may: noRisk() }

  /**
   * Adds a capture by its parts that gap something, at least one. `lines` is how many the whole capture has, and
   * `isRestFine` whether its other parts gap nothing: what nobody could judge is not set free.
   */
  add(
    { id, external_id }: Pick<CaptureFacts, 'id' | 'external_id'>,
    parts: readonly PartAtRisk[],
    lines: number,
    isRestFine: boolean,
  ): void {
    const will = parts.filter(({ verdict }) => verdict === 'will-deny')
    const may = parts.filter(({ verdict }) => verdict === 'may-deny')
    const [worst, sum] = will.length > 0 ? [will, this.sums.will] : [may, this.sums.may]
    sum.captures += 1
    if (statedOf(worst) === undefined) sum.without_amount += 1
    this.sums.will.cents += statedOf(will) ?? 0
    this.sums.may.cents += statedOf(may) ?? 0
    const cents = statedOf(parts)
    const dates = parts.map(({ from }) => from).toSorted()
    const lacking = parts.flatMap((part) => part.lines).toSorted((a, b) => a - b)
    const causes = this.count(parts, isRestFine)
    this.list.push({
      id,
      external_id,
      date: dates[0]!,
      cents,
      causes,
      ...(lacking.length < lines ? { lines: lacking, of_lines: lines } : {}),
    })
  }

  /** The sums, causes in the order in which `list` numbers them. */
  sum(): Risk {
    return { ...this.sums, causes: this.causes }
  }

  // A capture counts once for each cause, with the amount of the parts that gap it.
  private count(parts: readonly PartAtRisk[], isRestFine: boolean): number[] {
    const found = new Set<number>()
    for (const { reasons, cents = 0, from, hasDoubts } of parts) {
      for (const reason of reasons) {
        const place = this.placeOf(reason, from)
        const cause = this.causes[place]!
        found.add(place)
        cause.cents += cents
        if (reasons.length === 1 && !hasDoubts) cause.alone_cents += cents
        if (from < cause.first_date) cause.first_date = from
        if (from > cause.last_date) cause.last_date = from
        // Cover that begins soonest after one of the days is what people wait for.
        if (
          reason.covered_from !== undefined &&
          (cause.covered_from === undefined || reason.covered_from < cause.covered_from)
        )
          cause.covered_from = reason.covered_from
        if (reason.partly_on !== undefined && reason.partly_on < cause.partly_on!) cause.partly_on = reason.partly_on
      }
    }
    for (const place of found) {
      this.causes[place]!.captures += 1
      if (isRestFine && found.size === 1 && !parts.some(({ hasDoubts }) => hasDoubts))
        this.causes[place]!.alone_captures += 1
    }
    return [...found]
  }

  private placeOf(reason: DenialReason, date: LocalDate): number {
    const key = JSON.stringify([
      reason.kind,
      reason.id,
      reason.state,
      reason.is_certain,
      reason.span_id,
      reason.place_state,
      reason.facility_id,
      reason.partly_on !== undefined,
    ])
    const known = this.places.get(key)
    if (known !== undefined) return known
    const place =
      this.causes.push({
        ...reason,
        captures: 0,
        cents: 0,
        alone_captures: 0,
        alone_cents: 0,
        first_date: date,
        last_date: date,
      }) - 1
    this.places.set(key, place)
    return place
  }
}

// Undefined where no part states a charge.
function statedOf(parts: readonly PartAtRisk[]): number | undefined {
  const stated = parts.map(({ cents }) => cents).filter((cents) => cents !== undefined)
  return stated.length > 0 ? stated.reduce((sum, each) => sum + each, 0) : undefined
}

function noRisk(): RiskSum {
  return { captures: 0, cents: 0, without_amount: 0 }
}

/** Adds one to the count of a state. */
export function countState(counts: StateCounts, state: CoverageState): void {
  counts[state] = (counts[state] ?? 0) + 1
}

/** A cause with the names of what it is about. */
export type NamedCause = Cause & {
  name?: string | undefined
  npi?: string | undefined
  facility_name?: string | undefined
}

/** A contract as the board names it. */
export type BoardContract = {
  contract_id: string
  type: string
  status: string
  effective_date?: LocalDate | undefined
  expiration_date?: LocalDate | undefined
}

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
  /** Nothing is lacking as far as coverage goes. The amount holds the lines without a gap of captures that have one. */
  fine: Amount
  will_deny: Amount
  may_deny: Amount
  /** Not for the payer: paid by the patient, or taken out of billing. */
  left_out: Amount
  /** A capture that is counted at risk is not counted here again; the money of its lines that nobody could judge is. */
  unjudged: { reason: UnjudgedReason; captures: number; cents: number }[]
  unread: Unread[]
}

/** A capture that nobody could judge, or what nobody could judge of one that is counted at risk. */
export type UnjudgedCapture = {
  id: string
  external_id?: string | undefined
  date?: LocalDate | undefined
  /** Of the whole capture; of the lines, where it is counted at risk. */
  cents?: number | undefined
  reason: UnjudgedReason
  /** Which lines, from 0, and of how many; only of a capture that is counted at risk. */
  lines?: number[]
  of_lines?: number
}
