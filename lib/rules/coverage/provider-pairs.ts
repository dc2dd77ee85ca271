import type { LocalDate } from '#lib/core/local-date.ts'
import { coveredUntil, problems, seenStateOn, type SeenState } from './coverage.ts'
import type { CoverageSpan } from './span.ts'

/** A payer and a contracting provider, as contracts, spans and the board name them. */
export type PairParties = {
  payer: { uuid: string; name: string }
  provider: { id: string; name: string }
}

/** A contract whose roster has the provider. */
export type ContractOfProvider = PairParties & {
  contract_id: string
  type: string
  status: string
  effective_date?: LocalDate | undefined
  expiration_date?: LocalDate | undefined
}

/** A credentialing span of the provider, with its parties. */
export type SpanOfProvider = PairParties & { span: CoverageSpan }

/**
 * Captures of the provider in no claim creation that will or may be denied, and their charges in
 * whole cents. `will` and `hold` are the numbers of captures that will be denied, and that wait for a
 * span; `without_amount` have no charge.
 */
export type CapturesAtRisk = {
  captures: number
  will: number
  hold: number
  cents: number
  without_amount: number
}

/** Captures at risk of one payer and contracting provider. */
export type RiskOfPair = PairParties & CapturesAtRisk

/** Everything about one provider with one payer and one contracting provider. */
export type ProviderPair = PairParties & {
  contracts: ContractOfProvider[]
  /** The latest first. A span without a first day comes before the others. */
  spans: CoverageSpan[]
  /** The cover on the day, whatever the contracts. */
  cover: SeenState
  /** The last day of the cover that holds the day; null for cover without an end. */
  covered_until?: LocalDate | null | undefined
  /** Undefined where no capture is at risk, or nobody knows. */
  risk?: CapturesAtRisk
}

/** Cover counts as expiring so many days before its end, as on the board. */
const expiringDays = 30

/**
 * Joins a provider's contracts, spans and captures at risk by payer and contracting provider. The
 * most money at risk comes first, then pairs whose cover needs work on the day `asOf`, then by the
 * payer's name.
 */
export function providerPairs(
  {
    contracts,
    spans,
    risks,
  }: {
    contracts: readonly ContractOfProvider[]
    spans: readonly SpanOfProvider[]
    risks: readonly RiskOfPair[]
  },
  asOf: LocalDate,
): ProviderPair[] {
  const pairs = new Map<string, PairParties>()
  for (const each of [...contracts, ...spans, ...risks]) {
    const key = keyOfPair(each)
    if (!pairs.has(key)) pairs.set(key, { payer: each.payer, provider: each.provider })
  }
  const made = [...pairs].map(([key, parties]): ProviderPair => {
    const own = spans.filter((each) => keyOfPair(each) === key).map(({ span }) => span)
    const risk = risks.find((each) => keyOfPair(each) === key)
    return {
      payer: parties.payer,
      provider: parties.provider,
      contracts: contracts.filter((each) => keyOfPair(each) === key),
      spans: own.toSorted((a, b) => later(b.start_date, a.start_date)),
      cover: seenStateOn(own, asOf, { asOf, expiringDays }),
      covered_until: coveredUntil(own, asOf, asOf),
      ...(risk && {
        risk: {
          captures: risk.captures,
          will: risk.will,
          hold: risk.hold,
          cents: risk.cents,
          without_amount: risk.without_amount,
        },
      }),
    }
  })
  return made.toSorted(
    (a, b) =>
      (b.risk?.cents ?? 0) - (a.risk?.cents ?? 0) ||
      (b.risk?.captures ?? 0) - (a.risk?.captures ?? 0) ||
      Number(needsWork(b)) - Number(needsWork(a)) ||
      a.payer.name.localeCompare(b.payer.name, 'en') ||
      a.provider.name.localeCompare(b.provider.name, 'en'),
  )
}

/** The text by which the same payer and contracting provider are found again. */
export function keyOfPair({
  payer,
  provider,
}: {
  payer: { uuid: string }
  provider: { id: string }
}): string {
  return `${payer.uuid} ${provider.id}`.toLowerCase()
}

/** True where the cover of the day needs attention, or contracts and spans do not fit. */
export function needsWork({ cover, contracts }: ProviderPair): boolean {
  return problems.has(cover.state) || !contracts.some(({ status }) => status === 'effective')
}

// A span without a first day waits for the payer, so it is the newest.
function later(a: LocalDate | null | undefined, b: LocalDate | null | undefined): number {
  return (a ?? '9999').localeCompare(b ?? '9999')
}
