import type { Regions } from '#lib/contract/contracts/regions.ts'
import { statesOf } from '#lib/contract/states-of.ts'
import { formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { keyOfPair, type ContractOfProvider, type SpanOfProvider } from './provider-pairs.ts'
import { isUndated, isWaiting, overlap, type CoverageSpan } from './span.ts'

/** A contract that a provider may join. `regions` is undefined where the contract states none. */
export type JoinContract = ContractOfProvider & {
  regions: Regions | undefined
  /** The partner's number of providers on its roster. */
  count: number | undefined
}

/** What a person asks of one contract. Local dates; empty text is none. */
export type JoinDates = { start_date: string; end_date: string; submitted_date: string }

/** A provider who joins payers, and what is known of them. */
export type JoinProvider = {
  is_rendering: boolean
  ended_on: LocalDate | undefined
  /** The contracts whose roster has them. */
  on: ReadonlySet<string>
  spans: readonly SpanOfProvider[]
}

/**
 * What is written for one contract.
 * - ready: a roster entry, a span, or both; `look`: the same, but something should be looked at first.
 * - nothing: all of it is there already; left-out: it cannot be written, and `words` say why.
 */
export type JoinResult = 'ready' | 'look' | 'nothing' | 'left-out'

/** The span that is written. */
export type JoinSpan = {
  start_date?: LocalDate
  end_date?: LocalDate
  submitted_date?: LocalDate
  regions: Regions
}

/** One line of a dry run. */
export type JoinLine = {
  contract: JoinContract
  result: JoinResult
  /** The contract's roster gets the provider. */
  adds_to_roster: boolean
  /** The span to write; undefined if none is. */
  span: JoinSpan | undefined
  /** Why something is left out, is there already, or should be looked at. */
  words: string[]
}

/**
 * The dry run of joining contracts: what would be written for each, what is there already, and what
 * cannot be and why. Nothing is written twice: a span of the same payer and contracting provider
 * that shares days, or paper that waits for the payer, is not written again, and two contracts of
 * one payer and contracting provider share a span. `asOf` is today.
 * Source: field knowledge of enrolment: a payer keeps one enrolment for a person and a group.
 */
export function joinPlan(
  asked: readonly { contract: JoinContract; dates: JoinDates }[],
  provider: JoinProvider,
  asOf: LocalDate,
): JoinLine[] {
  const planned = new Set<string>()
  return asked.map(({ contract, dates }) => {
    const line = lineOf(contract, dates, provider, asOf)
    if (!line.span) return line
    const key = keyOfPair(contract)
    if (!planned.has(key)) {
      planned.add(key)
      return line
    }
    const words = [...line.words, 'Shares the span of the contract above.']
    return {
      ...line,
      span: undefined,
      words,
      result: line.adds_to_roster ? line.result : ('nothing' as const),
    }
  })
}

function lineOf(
  contract: JoinContract,
  dates: JoinDates,
  provider: JoinProvider,
  asOf: LocalDate,
): JoinLine {
  const why = obstacle(contract, dates, provider)
  if (why !== undefined)
    return { contract, result: 'left-out', adds_to_roster: false, span: undefined, words: [why] }
  const isOn = provider.on.has(contract.contract_id)
  const there = isOn ? ['On the roster already.'] : []
  const span = spanOf(contract, dates)
  const same = provider.spans.filter((each) => keyOfPair(each) === keyOfPair(contract))
  const double = doubled(
    span,
    same.map((each) => each.span),
    asOf,
  )
  if (double) there.push(thereWords(double))
  if (isOn && double)
    return { contract, result: 'nothing', adds_to_roster: false, span: undefined, words: there }
  const looks = doubts(contract, dates, provider, asOf)
  return {
    contract,
    result: looks.length > 0 ? 'look' : 'ready',
    adds_to_roster: !isOn,
    span: double ? undefined : span,
    words: [...looks, ...there],
  }
}

// Why nothing can be written.
function obstacle(
  { status, regions }: JoinContract,
  { start_date: start, end_date: end, submitted_date: submitted }: JoinDates,
  { is_rendering: isRendering }: JoinProvider,
): string | undefined {
  if (!isRendering) return 'The partner’s directory doesn’t list this provider as rendering.'
  if (status === 'cancelled') return 'The contract is cancelled.'
  if (!regions) return 'The contract doesn’t say its states. Record the span by itself.'
  if (start === '' && submitted === '') return 'Enter an effective or a submitted date.'
  if (start !== '' && end !== '' && end < start) return 'The end date is before the effective date.'
  return undefined
}

// What a person should look at before it is written.
function doubts(
  { status, effective_date: from, expiration_date: to }: JoinContract,
  { start_date: start, submitted_date: submitted }: JoinDates,
  { ended_on: ended }: JoinProvider,
  asOf: LocalDate,
): string[] {
  const first = start === '' ? asOf : start
  return [
    ended !== undefined && ended <= first && `Employment ended ${day(ended)}.`,
    status !== 'effective' && `The contract is ${status}: the payer pays only once it is in force.`,
    to !== undefined && to < first && `The contract ends ${day(to)}, before the span begins.`,
    from !== undefined && start !== '' && from > start && `The contract begins ${day(from)}.`,
    submitted !== '' && submitted > asOf && 'The submitted date is in the future.',
  ].filter((words) => words !== false)
}

function spanOf(contract: JoinContract, dates: JoinDates): JoinSpan {
  const { start_date, end_date, submitted_date } = dates
  return {
    ...(start_date !== '' && { start_date }),
    ...(end_date !== '' && { end_date }),
    ...(submitted_date !== '' && { submitted_date }),
    regions: contract.regions!, // an obstacle without them
  }
}

/**
 * The span of the same payer and contracting provider that a new one would double: it shares days
 * and a state, or one of the two waits for its first day while the other is open.
 */
export function doubled(
  { start_date, end_date, regions }: JoinSpan,
  same: readonly CoverageSpan[],
  asOf: LocalDate,
): CoverageSpan | undefined {
  const wanted = { id: '', start_date, end_date, states: statesOf(regions) }
  return same.find((span) => {
    if (span.is_enabled === false) return false
    if (isUndated(span)) return isWaiting(span, asOf)
    if (start_date === undefined) return !span.end_date || span.end_date >= asOf
    return overlap(span, wanted)
  })
}

function thereWords({ start_date, end_date, submitted_date }: CoverageSpan): string {
  if (!start_date)
    return `A span waits for its effective date${submitted_date ? `, submitted ${day(submitted_date)}` : ''}. None is added.`
  return `A span from ${day(start_date)} ${end_date ? `to ${day(end_date)}` : 'on'} is there. None is added.`
}

function day(date: LocalDate): string {
  return formatLocalDate(date, { weekday: false })
}
