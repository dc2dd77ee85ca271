import { addDays, daysBetween, type LocalDate } from '#lib/core/local-date.ts'
import type { CaptureFacts } from './facts.ts'
import type { StatedAmount, Unread } from './board.ts'

/** The last ends that are listed, in days from the day of the check. */
export const soonDays = 90
/** An end without a successor is listed for so many days afterwards. */
export const endedDays = 365
/** Captures of so many days before the day of the check count as recent. */
export const recentDays = 90

/** What ends, in words. */
export const endKinds = {
  contract: 'Contract',
  facility: 'Facility span',
  provider: 'Provider span',
} as const
export type EndKind = keyof typeof endKinds

/** Which ends are shown: those within so many days, or those that are over. */
export const endWindows = {
  '30': '30 days',
  '60': '60 days',
  '90': '90 days',
  ended: 'Ended',
} as const
export type EndWindow = keyof typeof endWindows

/** A contract or a span whose cover nothing continues. */
export type Ending = {
  /** The id of the contract or the span. */
  id: string
  kind: EndKind
  /** The last day that it covers. */
  ends: LocalDate
  payer: { uuid: string; name: string }
  /** The contracting provider. */
  provider: { id: string; name: string }
  /** Of a span: the facility, or the rendering provider ("Last, First"). */
  covered?: { id: string; name: string; npi?: string | undefined } | undefined
  /** Of a contract: professional or institutional. */
  contract_type?: string | undefined
  /** Of a provider's span: its states, `national`, or null if unknown. */
  regions?: readonly string[] | 'national' | null | undefined
  /** False if the partner does not state the ids by which its captures are found. */
  is_money_known: boolean
}

/**
 * Captures that the same rows share, by the rows' places. Each capture is in one of these, so that a
 * sum over rows counts it once.
 */
export type SharedAmount = EndingAmount & { rows: readonly number[] }

/** Planned and recent captures; `without_amount` of them have no charge. */
export type EndingAmount = StatedAmount & { without_amount: number }

/** What ends, as one check found it. `as_of` is the local day of the check. */
export type Expiring = {
  as_of: LocalDate
  rows: readonly Ending[]
  /** Null if the captures could not be read: then no amount is known. */
  amounts: readonly SharedAmount[] | null
  /** The first end after the listed ones, if any. */
  next_end: LocalDate | null
  unread: readonly Unread[]
}

/** The days during which a contract or span covers, and for whom (`key`) and where (`states`). */
export type Period = {
  key: string
  start?: LocalDate | undefined
  end?: LocalDate | undefined
  /** Undefined for all states, null if unknown. */
  states?: readonly string[] | null | undefined
}

/**
 * The periods that end within 90 days or ended within the last year, and that no other period of
 * the same key continues: one that covers the same states, ends later, and begins by the next day,
 * or by today if that is later. A period without a start date continues nothing.
 */
export function endsAlone<P extends Period>(periods: readonly P[], today: LocalDate): P[] {
  const [from, until] = [addDays(today, -endedDays), addDays(today, soonDays)]
  return [...Map.groupBy(periods, ({ key }) => key).values()].flatMap((own) =>
    own.filter(
      (period) =>
        period.end !== undefined &&
        period.end >= from &&
        period.end <= until &&
        !own.some((other) => continues(other, period, period.end!, today)),
    ),
  )
}

function continues(other: Period, period: Period, end: LocalDate, today: LocalDate): boolean {
  const next = addDays(end, 1)
  return (
    other !== period &&
    other.start !== undefined &&
    other.start <= (next > today ? next : today) &&
    (other.end === undefined || other.end > end) &&
    hasStatesOf(other.states, period.states)
  )
}

function hasStatesOf(wide: Period['states'], narrow: Period['states']): boolean {
  if (wide === undefined) return true
  return Boolean(wide && narrow?.every((state) => wide.includes(state)))
}

/** The first end after the listed ones. */
export function nextEndOf(periods: readonly Period[], today: LocalDate): LocalDate | null {
  const until = addDays(today, soonDays)
  let next: LocalDate | null = null
  for (const { end } of periods)
    if (end !== undefined && end > until && (next === null || end < next)) next = end
  return next
}

/** The days from a day to the last day that is covered; negative after it. */
export function daysLeft({ ends }: Pick<Ending, 'ends'>, today: LocalDate): number {
  return daysBetween(today, ends)
}

/** True for a row of the window on a day. */
export function isInWindow(
  row: Pick<Ending, 'ends'>,
  window: EndWindow,
  today: LocalDate,
): boolean {
  const left = daysLeft(row, today)
  return window === 'ended' ? left < 0 : left >= 0 && left <= Number(window)
}

/** The name by which a row is found again: a mark belongs to this end, not to a later one. */
export function endingKey({ kind, id, ends }: Pick<Ending, 'kind' | 'id' | 'ends'>): string {
  return `${kind}/${id}/${ends}`
}

/** The captures of some rows (by place), each counted once. */
export function amountOf(
  amounts: readonly SharedAmount[],
  places: ReadonlySet<number>,
): EndingAmount {
  const sum = { captures: 0, cents: 0, planned: { captures: 0, cents: 0 }, without_amount: 0 }
  for (const each of amounts) {
    if (!each.rows.some((place) => places.has(place))) continue
    sum.captures += each.captures
    sum.cents += each.cents
    sum.planned.captures += each.planned.captures
    sum.planned.cents += each.planned.cents
    sum.without_amount += each.without_amount
  }
  return sum
}

/** The captures of each row by itself, by the row's place. Rows without captures are missing. */
export function amountByRow(amounts: readonly SharedAmount[]): ReadonlyMap<number, EndingAmount> {
  const shares = new Map<number, SharedAmount[]>()
  for (const each of amounts)
    for (const place of each.rows) shares.set(place, [...(shares.get(place) ?? []), each])
  return new Map([...shares].map(([place, own]) => [place, amountOf(own, new Set([place]))]))
}

/** The names by which captures find a payer and a contracting provider. */
export type PairNames = {
  payer: { uuid: string; id?: string | undefined; alias?: string | undefined }
  npi?: string | undefined
}

/** Adds captures to the rows that they depend on. */
export class EndingMoney {
  private readonly uuids = new Map<string, Set<string>>()
  private readonly aliases = new Map<string, Set<string>>()
  private readonly known = new Set<string>()
  private readonly places = new Map<string, number[]>()
  private readonly shared = new Map<string, SharedAmount & { rows: number[] }>()
  private readonly rows: readonly Ending[]

  /**
   * `pairs` are the names of every contract and span, also of those that do not end; `npiOf` is the
   * NPI of a row's contracting provider.
   */
  constructor(
    rows: readonly Ending[],
    pairs: Iterable<PairNames>,
    npiOf: (row: Ending) => string | undefined,
  ) {
    this.rows = rows
    for (const { payer, npi } of pairs) {
      if (payer.id !== undefined) addTo(this.uuids, payer.id, payer.uuid)
      if (payer.alias !== undefined) addTo(this.aliases, payer.alias, payer.uuid)
      if (npi !== undefined) this.known.add(`${payer.uuid} ${npi}`)
    }
    for (const [place, row] of rows.entries()) {
      const key = `${row.payer.uuid} ${npiOf(row)}`
      this.places.set(key, [...(this.places.get(key) ?? []), place])
    }
  }

  /** Every added capture, by the rows that it depends on. */
  get amounts(): SharedAmount[] {
    return [...this.shared.values()]
  }

  /**
   * Adds a capture of a payer. It depends on a contract of its kind of claim, on spans of its
   * rendering or supervising provider, and on spans of its facility.
   */
  add(capture: CaptureFacts): void {
    const rows = this.pairsOf(capture)
      .flatMap((pair) => this.places.get(pair) ?? [])
      .filter((place) => dependsOn(capture, this.rows[place]!))
      .toSorted((a, b) => a - b)
    if (rows.length === 0) return
    const key = rows.join(' ')
    const sum = this.shared.get(key) ?? {
      rows,
      captures: 0,
      cents: 0,
      planned: { captures: 0, cents: 0 },
      without_amount: 0,
    }
    this.shared.set(key, sum)
    const { cents, isPlanned } = capture
    sum.captures += 1
    sum.cents += cents ?? 0
    if (cents === undefined) sum.without_amount += 1
    if (!isPlanned) return
    sum.planned.captures += 1
    sum.planned.cents += cents ?? 0
  }

  // By the billing provider; otherwise by the rendering provider, who may be contracted
  // individually.
  private pairsOf({ payer_id, billing_npi, rendering_npi }: CaptureFacts): string[] {
    if (payer_id === undefined) return []
    // An alias that several payers share names none of them.
    const aliased = this.aliases.get(payer_id)
    const uuids = this.uuids.get(payer_id) ?? (aliased?.size === 1 ? aliased : new Set<string>())
    for (const npi of [billing_npi, rendering_npi]) {
      const pairs = [...uuids]
        .map((uuid) => `${uuid} ${npi}`)
        .filter((pair) => this.known.has(pair))
      if (pairs.length > 0) return pairs
    }
    return []
  }
}

function dependsOn(capture: CaptureFacts, { kind, covered, contract_type }: Ending): boolean {
  if (kind === 'contract')
    return (
      capture.is_institutional === undefined ||
      (contract_type === 'institutional') === capture.is_institutional
    )
  if (kind === 'provider')
    return (
      covered?.npi !== undefined &&
      [capture.rendering_npi, capture.supervising_npi].includes(covered.npi)
    )
  return capture.facility_id === undefined
    ? covered?.npi !== undefined && covered.npi === capture.facility_npi
    : covered?.id === capture.facility_id
}

function addTo(sets: Map<string, Set<string>>, name: string, value: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(value))
}
