import 'server-only'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { CaptureFacts, Covered, PairCover } from '#lib/rules/coverage/facts.ts'
import {
  countState,
  RiskTally,
  type BoardRow,
  type StateCounts,
} from '#lib/rules/coverage/board.ts'
import { countedFacilities } from '#lib/rules/coverage/counted-facilities.ts'
import { seenStateOn } from '#lib/rules/coverage/coverage.ts'
import { sumClaims, type ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import type { CoverageSpan } from '#lib/rules/coverage/span.ts'
import type { ContractFacts } from './read-facts.ts'

const expiringDays = 30

/** A payer and a contracting provider with the data and counts that the board needs. */
export class Pair implements PairCover {
  readonly contracts: ContractFacts[] = []
  readonly providers = new Map<string, Covered>()
  readonly facilities = new Map<string, CoverageSpan[]>()
  readonly tally = new RiskTally()
  /** Its claims that were denied before their span was loaded. */
  readonly reprocess: ReprocessClaim[] = []
  /**
   * The NPIs that captures name. Only these providers are kept of a roster, which may have 100,000.
   */
  readonly wanted = new Set<string>()
  isRosterWhole = true
  areFacilitiesWhole = true

  /** The contracting provider's NPI. */
  get npi(): string {
    return this.contracts[0]!.provider.npi // its first contract created the pair
  }
  /** True for a claim that names the payer by Availity's payer id and not by its own. */
  isByAlias({ payer_id }: Pick<CaptureFacts, 'payer_id'>): boolean {
    return payer_id !== this.contracts[0]!.payer.id // its first contract created the pair
  }
  private readonly counts: StateCounts = {}
  private readonly seen = new Set<string>()

  /** Counts a provider of a roster by its state on the day, and keeps it if a capture names it. */
  addProvider(
    { id, npi, spans }: { id: string; npi: string; spans: CoverageSpan[] },
    asOf: LocalDate,
  ): void {
    // Two contracts of one pair share providers, and a row that moves between two pages is read
    // twice.
    if (this.seen.has(id)) return
    this.seen.add(id)
    countState(this.counts, seenStateOn(spans, asOf, { asOf, expiringDays }).state)
    if (this.wanted.has(npi)) this.providers.set(npi, { id, spans })
  }

  addFacilitySpan(id: string, span: CoverageSpan): void {
    const spans = this.facilities.get(id)
    if (spans) spans.push(span)
    else this.facilities.set(id, [span])
  }

  /** The pair's row of the board, by its effective contracts: it counts as their timelines do. */
  toRow({ place, group }: Pick<BoardRow, 'place' | 'group'>, asOf: LocalDate): BoardRow {
    const facilities: StateCounts = {}
    const effective = this.contracts.filter(isEffective)
    const are_facilities_whole =
      this.areFacilitiesWhole &&
      effective.every(({ type, facilities: own }) => type !== 'institutional' || own !== undefined)
    for (const id of countedFacilities(effective, this.facilities.keys()))
      countState(
        facilities,
        seenStateOn(this.facilities.get(id) ?? [], asOf, { asOf, expiringDays }).state,
      )
    const { will, hold, may, others } = this.tally.sum()
    const { payer, provider } = this.contracts[0]! // its first contract created the pair
    const contracts = this.contracts.map(
      ({ contract_id, type, status, effective_date, expiration_date }) => ({
        contract_id,
        type,
        status,
        effective_date,
        expiration_date,
      }),
    )
    return {
      place,
      group,
      payer,
      provider,
      contracts,
      providers: this.counts,
      facilities,
      is_roster_whole: this.isRosterWhole,
      are_facilities_whole,
      risk: { will, hold, may },
      ...(Object.values(others).some(({ captures }) => captures > 0) && { others }),
      ...(this.reprocess.length > 0 && { reprocess: sumClaims(this.reprocess) }),
    }
  }
}

/**
 * A contract past its end date stays effective until somebody changes it, so the end date is
 * checked separately.
 */
export function isEffective({ status }: { status: string }): boolean {
  return status === 'effective'
}

/** The pairs of a board. Contracts and spans find a pair by ids, captures by payer id and NPI. */
export class Pairs {
  private readonly byIds = new Map<string, Pair>()
  private readonly byNames = new Map<string, Pair[]>()
  // The names of the pairs whose payer a clearinghouse knows by another payer id.
  private readonly byAlias = new Map<string, Set<string>>()

  get all(): Pair[] {
    return [...this.byIds.values()]
  }

  addContract(contract: ContractFacts): void {
    const key = `${contract.payer.uuid} ${contract.provider.id}`
    const known = this.byIds.get(key)
    const pair = known ?? new Pair()
    pair.contracts.push(contract)
    if (known) return
    this.byIds.set(key, pair)
    // Captures have the payer's payer id and the provider's NPI.
    const names = `${contract.payer.id} ${contract.provider.npi}`
    this.byNames.set(names, [...(this.byNames.get(names) ?? []), pair])
    if (contract.payer.alias === undefined) return
    const alias = `${contract.payer.alias} ${contract.provider.npi}`
    this.byAlias.set(alias, (this.byAlias.get(alias) ?? new Set()).add(names))
  }

  ofSpan(payerUuid: string, providerId: string): Pair | undefined {
    return this.byIds.get(`${payerUuid} ${providerId}`)
  }

  /** The pairs that one capture may belong to, together: those with the same payer id and NPI. */
  get groups(): Pair[][] {
    return [...this.byNames.values()]
  }

  /**
   * The pairs that may pay a capture: of its payer and billing provider, otherwise of its payer and
   * the rendering provider alone, who may be contracted individually.
   */
  ofCapture({
    payer_id,
    billing_npi,
    rendering_npi,
  }: Pick<CaptureFacts, 'payer_id' | 'billing_npi' | 'rendering_npi'>): Pair[] {
    const group = this.ofNames(payer_id, billing_npi)
    return group.length > 0 ? group : this.ofNames(payer_id, rendering_npi)
  }

  // An alias that several payers share tells nothing: another payer's contract could be judged.
  private ofNames(payer_id: string | undefined, npi: string | undefined): Pair[] {
    if (payer_id === undefined || npi === undefined) return []
    const names = `${payer_id} ${npi}`
    const [meant, ...others] = this.byAlias.get(names) ?? []
    return (
      this.byNames.get(names) ??
      (meant !== undefined && others.length === 0 ? this.byNames.get(meant) : undefined) ??
      []
    )
  }
}

/** Keeps the providers that a capture or a claim names when the rosters of its pairs are read. */
export function wantProvider(pairs: Pairs, capture: CaptureFacts): void {
  for (const npi of [capture.rendering_npi, capture.supervising_npi])
    if (npi !== undefined) for (const pair of pairs.ofCapture(capture)) pair.wanted.add(npi)
}
