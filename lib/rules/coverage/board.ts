import type { LocalDate } from '#lib/core/local-date.ts'
import type { FilingClock } from '#lib/rules/filing/filing-clock.ts'
import {
  riskVerdicts,
  verdictOf,
  verdictOfReason,
  type PartFound,
  type RiskVerdict,
} from './at-risk.ts'
import type { CaptureFacts, DenialReason, OtherRank, UnjudgedReason } from './facts.ts'
import type { CoverageState } from './coverage.ts'
import type { ClaimAmount, ReprocessClaim } from './reprocess.ts'

/** The number of providers or facilities in each state. */
export type StateCounts = { [state in CoverageState]?: number }

/** One denial reason with the captures and money that it holds back. Amounts are whole cents. */
export type Cause = DenialReason & {
  captures: number
  cents: number
  /** Captures with no other reason: fixing this cause releases them. */
  alone_captures: number
  alone_cents: number
  first_date: LocalDate
  last_date: LocalDate
  /** The earliest last day to file of its held captures, and how many have an unknown one. */
  file_by?: LocalDate
  without_file_by?: number
}

/**
 * The last day to file a held capture, or what is missing to know it. `isDefault` if nobody entered
 * the limit for its payer.
 */
export type FileBy = Pick<FilingClock, 'lastDay' | 'lacks' | 'isDefault'>

/**
 * One capture that will or may be denied or waits, as the board lists it. `causes` are indexes into the list
 * of causes.
 */
export type CaptureAtRisk = {
  id: string
  external_id?: string | undefined
  /** The first day with a denial reason. */
  date: LocalDate
  /** The charges of the lines that will or may be denied. */
  cents?: number | undefined
  causes: number[]
  verdict: RiskVerdict
  /** The claim to this insurance has the verdict, not the primary claim. */
  rank?: OtherRank
  /** Its payer id is the one under which Availity takes the claims of the payer. */
  is_by_alias?: true
  /** Only for a capture that waits for a span. */
  file_by?: FileBy
  /**
   * The indexes of the lines that will or may be denied or wait, and the number of all lines; only if other
   * lines are fine.
   */
  lines?: number[]
  of_lines?: number
}

/** A capture that the board held and that is fine now. */
export type ReleasedCapture = CaptureAtRisk & { isPlanned: boolean }

/**
 * The number of captures, the charges of their lines in whole cents, and the number of captures
 * without a charge. A capture counts under its worst line; money counts under each line's own
 * verdict. `planned` is the part of captures that are planned; the others are billable.
 */
export type RiskSum = { captures: number; cents: number; without_amount: number; planned: Amount }

/**
 * What will be denied, what waits for a span, and what may be denied, for one payer and contracting
 * provider.
 */
export type RiskSums = { will: RiskSum; hold: RiskSum; may: RiskSum }
export type Risk = RiskSums & { causes: Cause[] }

const sumOf = { 'will-deny': 'will', hold: 'hold', 'may-deny': 'may' } as const

/**
 * A part of a capture that will or may be denied or waits. `hasDoubts` is true if it also has
 * reasons of another verdict.
 */
export type PartAtRisk = {
  verdict: RiskVerdict
  from: LocalDate
  cents?: number | undefined
  lines: readonly number[]
  reasons: readonly DenialReason[]
  hasDoubts?: boolean
}

/**
 * A part as the tally counts it: with the reasons of its verdict, its worst ones. Empty for a part
 * that is fine or could not be judged.
 */
export function partsAtRisk(found: PartFound): PartAtRisk[] {
  const verdict = verdictOf(found)
  if ('unjudged' in found || verdict === 'fine' || verdict === 'unjudged') return []
  const counted = found.reasons.filter((reason) => verdictOfReason(reason) === verdict)
  // Only a part with a known day has reasons.
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

/** Sums up what will or may be denied or waits for one pair. A capture counts once, whatever its reasons. */
export class RiskTally {
  readonly list: CaptureAtRisk[] = []
  private readonly causes: Cause[] = []
  private readonly places = new Map<string, number>()
  private readonly sums = noRisks()
  private readonly others = noRisks()

  /**
   * Adds a billable or planned capture with at least one part at risk. `lines` is the number of
   * lines of the whole capture. `isRestFine` is true if all its other parts are fine; an unjudged
   * part means that no single fix releases the capture. `file_by` is counted only if it waits. With a
   * `rank` it is the claim to another insurance: its charges are those of the primary claim, so it has
   * sums of its own.
   */
  add(
    {
      id,
      external_id,
      isPlanned = false,
      rank,
      isByAlias = false,
    }: Pick<CaptureFacts, 'id' | 'external_id' | 'isPlanned'> & {
      rank?: OtherRank | undefined
      isByAlias?: boolean
    },
    parts: readonly PartAtRisk[],
    lines: number,
    isRestFine: boolean,
    file_by?: FileBy,
  ): void {
    const of = (verdict: RiskVerdict) => parts.filter((part) => part.verdict === verdict)
    const worst = riskVerdicts.find((verdict) => of(verdict).length > 0)!
    const sums = rank === undefined ? this.sums : this.others
    const sum = sums[sumOf[worst]]
    sum.captures += 1
    if (isPlanned) sum.planned.captures += 1
    if (statedOf(of(worst)) === undefined) sum.without_amount += 1
    for (const verdict of riskVerdicts) {
      const counted = sums[sumOf[verdict]]
      const cents = statedOf(of(verdict)) ?? 0
      counted.cents += cents
      if (isPlanned) counted.planned.cents += cents
    }
    const cents = statedOf(parts)
    const dates = parts.map(({ from }) => from).toSorted()
    const lacking = parts.flatMap((part) => part.lines).toSorted((a, b) => a - b)
    const causes = this.count(parts, isRestFine)
    const held = worst === 'hold' ? file_by : undefined
    if (held) for (const place of causes) noteFileBy(this.causes[place]!, held)
    this.list.push({
      id,
      external_id,
      date: dates[0]!,
      cents,
      causes,
      verdict: worst,
      ...(rank && { rank }),
      ...(isByAlias && { is_by_alias: true }),
      ...(held && { file_by: held }),
      ...(lacking.length < lines ? { lines: lacking, of_lines: lines } : {}),
    })
  }

  /** The sums, with the causes in the order that `list` indexes. */
  sum(): Risk & { others: RiskSums } {
    return { ...this.sums, others: this.others, causes: this.causes }
  }

  // A capture counts once for each cause, with the amount of the affected parts.
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
        // Keep the earliest cover that begins after one of the days: people wait for it.
        if (
          reason.covered_from !== undefined &&
          (cause.covered_from === undefined || reason.covered_from < cause.covered_from)
        )
          cause.covered_from = reason.covered_from
        if (
          reason.submitted_on !== undefined &&
          (cause.submitted_on === undefined || reason.submitted_on < cause.submitted_on)
        )
          cause.submitted_on = reason.submitted_on
        // After another span ended before other days, extending this one is no whole fix.
        if (cause.former?.id !== reason.former?.id) delete cause.former
        if (reason.partly_on !== undefined && reason.partly_on < cause.partly_on!)
          cause.partly_on = reason.partly_on
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
      reason.waits_for,
      reason.doubt,
      reason.line,
      reason.span_id,
      reason.place_state,
      reason.facility_id,
      reason.rank,
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

// Undefined if no part has a charge.
function statedOf(parts: readonly PartAtRisk[]): number | undefined {
  const stated = parts.map(({ cents }) => cents).filter((cents) => cents !== undefined)
  return stated.length > 0 ? stated.reduce((sum, each) => sum + each, 0) : undefined
}

function noteFileBy(cause: Cause, { lastDay }: FileBy): void {
  if (lastDay === undefined) cause.without_file_by = (cause.without_file_by ?? 0) + 1
  else if (cause.file_by === undefined || lastDay < cause.file_by) cause.file_by = lastDay
}

function noRisks(): RiskSums {
  return { will: noRisk(), hold: noRisk(), may: noRisk() }
}

function noRisk(): RiskSum {
  return { captures: 0, cents: 0, without_amount: 0, planned: { captures: 0, cents: 0 } }
}

/** Adds one to the count of a state. */
export function countState(counts: StateCounts, state: CoverageState): void {
  counts[state] = (counts[state] ?? 0) + 1
}

/** A cause with the names of its records. */
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

/**
 * One payer and one contracting provider: the states on the board's day, and what will or may be
 * denied.
 */
export type BoardRow = {
  /** The row's number; the parts of the result that belong to it carry this number. */
  place: number
  /**
   * The place of the first of the rows that share its captures, by payer id and NPI: they are
   * counted together.
   */
  group: number
  payer: { uuid: string; id: string; name: string }
  provider: { id: string; npi: string; name: string }
  contracts: BoardContract[]
  providers: StateCounts
  facilities: StateCounts
  /** False if part of the roster could not be read: the counts may be too small. */
  is_roster_whole: boolean
  are_facilities_whole: boolean
  risk: RiskSums
  /**
   * What its payer makes of the claims that it gets after a primary payer; missing where none is at
   * risk. Their charges are counted with the primary claim.
   */
  others?: RiskSums
  /** When the row alone was counted anew after its board was made (ISO). */
  counted_at?: string
  /** What the board held, and nothing is missing for since the row was counted anew. */
  released?: StatedAmount
  /** Claims that were denied before their span was loaded; missing without any. */
  reprocess?: ClaimAmount
}

/** Something that could not be read, and what stays open because of it. */
export type Unread = { what: string; message: string; contract_id?: string | undefined }

/** The number of captures, and their charges in whole cents. */
export type Amount = { captures: number; cents: number }

/** An amount of billable and planned captures; `planned` is the part of those that are planned. */
export type StatedAmount = Amount & { planned: Amount }

/**
 * The whole board. `as_of` is the local day on which it was made. Everything covers only what the
 * key may read.
 */
export type Board = {
  as_of: LocalDate
  rows: BoardRow[]
  /**
   * Every capture in no claim creation that was checked: those for a payer that are billable or
   * planned.
   */
  checked: StatedAmount
  /**
   * No coverage problem. The amount includes the fine lines of captures with other lines at risk.
   */
  fine: StatedAmount
  will_deny: StatedAmount
  /** Denied if it is billed now; paid once a span is loaded. */
  hold: StatedAmount
  may_deny: StatedAmount
  /**
   * Captures that were not checked: `not_to_bill` are not billable (by their status or their data),
   * aborted or entered in error, `self_pay` are billable or planned but for no payer, and of
   * `unknown` the partner states no status that this console knows.
   */
  left_out: { not_to_bill: Amount; self_pay: Amount; unknown: Amount }
  /**
   * A capture that is already counted at risk is not counted here again, but the money of its
   * unjudged lines is.
   */
  unjudged: (StatedAmount & { reason: UnjudgedReason })[]
  unread: Unread[]
  /** The claims to other insurances than the primary one: all, and those that could not be judged. */
  others: { claims: number; unjudged: number }
  /**
   * All claims with a date of service since `since` that were denied because cover was missing;
   * those to send again are in the rows. `failure` says why not all could be read, and `unreadable`
   * counts encounters in an unknown format.
   */
  denied: ClaimAmount & { since?: LocalDate; failure?: string; unreadable: number }
}

/** A capture that could not be judged, or the unjudged lines of a capture at risk. */
export type UnjudgedCapture = {
  id: string
  external_id?: string | undefined
  date?: LocalDate | undefined
  /** The charges of the whole capture, or of the unjudged lines of a capture at risk. */
  cents?: number | undefined
  reason: UnjudgedReason
  /** The group of the rows that could judge it. */
  group?: number
  isPlanned?: boolean | undefined
  /** The indexes of the unjudged lines, and the number of all lines; only for a capture at risk. */
  lines?: number[]
  of_lines?: number
}

/**
 * Rows of a board that were counted anew after it was made, with everything that follows from them.
 */
export type Recount = {
  group: number
  /** When it was begun (ISO). */
  counted_at: string
  rows: BoardRow[]
  /** By place, like the captures. */
  causes: { place: number; causes: NamedCause[] }[]
  captures: { place: number; captures: CaptureAtRisk[] }[]
  /** What is fine now, and what was fine when the board was made. */
  fine: StatedAmount
  fine_before: StatedAmount
  unjudged: UnjudgedCapture[]
  /** By place, the captures that the board held and that are fine now. */
  released: { place: number; captures: ReleasedCapture[] }[]
  /** By place, the claims that were denied before their span was loaded. */
  reprocess: { place: number; claims: ReprocessClaim[] }[]
}

/** The captures that a board held and that are neither at risk nor unjudged any more. */
export function releasedOf(
  before: readonly CaptureAtRisk[],
  { captures, unjudged }: Pick<Recount, 'captures' | 'unjudged'>,
): CaptureAtRisk[] {
  const ofPrimary = ({ rank }: CaptureAtRisk) => rank === undefined
  const atRisk = captures.flatMap((row) => row.captures.filter(ofPrimary))
  const open = new Set([...atRisk, ...unjudged].map(({ id }) => id))
  return before.filter((each) => ofPrimary(each) && each.verdict === 'hold' && !open.has(each.id))
}
