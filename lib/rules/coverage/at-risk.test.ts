import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays } from '#lib/core/local-date.ts'
import { coveredAfter, isInForce, judgeCapture } from './at-risk.ts'
import type { CaptureFacts, ContractTerms, PairCover } from './at-risk.ts'
import { RiskTally } from './board.ts'
import { coverageOn, uncovered } from './coverage.ts'
import type { CoverageSpan } from './span.ts'

const view = { asOf: '2026-11-21', expiringDays: 30 }
const loaded = (start_date: string, end_date: string | null = null): CoverageSpan => ({ id: start_date, start_date, end_date, submitted_date: '2020-01-01', payer_loaded_date: '2020-02-01' })
const sent = (start_date: string): CoverageSpan => ({ id: `sent ${start_date}`, start_date, submitted_date: start_date })
const contract = (more: Partial<ContractTerms> = {}): ContractTerms => ({ contract_id: 'c1', type: 'professional', status: 'effective', effective_date: '2024-01-01', ...more })
const whole = [loaded('2024-01-01')]
const pair = (more: Partial<PairCover> = {}): PairCover => ({ contracts: [contract()], providers: new Map([['npi1', { id: 'p1', spans: whole }]]), facilities: new Map(), isRosterWhole: true, areFacilitiesWhole: true, ...more })
const capture = (more: Partial<CaptureFacts> = {}): CaptureFacts => ({ id: 'x', date: '2026-11-01', cents: 12_500, payer_id: 'PAY', billing_npi: 'bill', rendering_npi: 'npi1', ...more })
const judge = (facts: CaptureFacts, ...pairs: PairCover[]) => judgeCapture(facts, pairs, (npi) => (npi === 'fnpi' ? 'f1' : undefined), view)
const needsOf = (facts: CaptureFacts, ...pairs: PairCover[]) => {
  const judgement = judge(facts, ...pairs)
  return 'needs' in judgement ? judgement.needs : judgement.unjudged
}

describe('a capture', () => {
  const provider = (spans: CoverageSpan[]) => pair({ providers: new Map([['npi1', { id: 'p1', spans }]]) })
  const institutional = (facility_ids: string[] | undefined, spans: CoverageSpan[] = []) =>
    pair({ contracts: [contract({ type: 'institutional', facility_ids: facility_ids && new Set(facility_ids) })], facilities: spans.length > 0 ? new Map([['f1', spans]]) : new Map() })
  const at = capture({ facility_npi: 'fnpi' })
  it.each([
    ['is paid where its provider is covered', capture(), pair(), []],
    ['is denied where the provider is on no roster', capture({ rendering_npi: 'npi2' }), pair(), [{ kind: 'provider', id: 'npi2', state: 'not-listed', contract_id: 'c1' }]],
    ['is left open where the roster was read in part', capture({ rendering_npi: 'npi2' }), pair({ isRosterWhole: false }), 'not-read'],
    ['is denied without any span', capture(), provider([]), [{ kind: 'provider', id: 'p1', state: 'none' }]],
    ['is denied while the payer has not loaded the span', capture(), provider([sent('2026-10-01')]), [{ kind: 'provider', id: 'p1', state: 'submitted', span_id: 'sent 2026-10-01' }]],
    ['is denied on the day before cover begins', capture({ date: '2026-10-31' }), provider([loaded('2026-11-01')]), [{ kind: 'provider', id: 'p1', state: 'gap', covered_from: '2026-11-01' }]],
    ['is paid on the first day', capture(), provider([loaded('2026-11-01')]), []],
    ['is paid on the last day', capture(), provider([loaded('2025-11-01', '2026-11-01')]), []],
    ['is denied on the day after the last', capture({ date: '2026-11-02' }), provider([loaded('2025-11-01', '2026-11-01')]), [{ kind: 'provider', id: 'p1', state: 'expired' }]],
    ['is paid where spans overlap', capture(), provider([loaded('2025-11-01'), loaded('2026-01-01')]), []],
    ['needs no facility under a professional contract without facility spans', at, pair(), []],
    ['needs the facility’s span where there are some', at, pair({ facilities: new Map([['f1', [loaded('2026-11-02')]]]) }), [{ kind: 'facility', id: 'f1', state: 'gap', covered_from: '2026-11-02' }]],
    ['needs a listed facility to have a span', at, institutional(['f1']), [{ kind: 'facility', id: 'f1', state: 'none' }]],
    ['is paid at a listed facility with cover', at, institutional(['f1'], whole), []],
    ['is denied at a facility that an institutional contract does not name', at, institutional(['f2'], whole), [{ kind: 'facility', id: 'f1', state: 'not-listed', contract_id: 'c1' }]],
    ['is left open where the contract’s facilities were not read', at, institutional(undefined, whole), 'not-read'],
    ['is judged by the facility where nobody rendered', capture({ rendering_npi: undefined, facility_id: 'f1' }), institutional(['f1']), [{ kind: 'facility', id: 'f1', state: 'none' }]],
    ['is denied for what is known though the rest was not read', { ...at, rendering_npi: 'npi2' }, { ...institutional(undefined), isRosterWhole: true }, [{ kind: 'provider', id: 'npi2', state: 'not-listed', contract_id: 'c1' }]],
    ['cannot be judged without a payer', capture({ payer_id: undefined }), pair(), 'no-payer'],
    ['cannot be judged without a billing NPI', capture({ billing_npi: undefined }), pair(), 'no-billing-npi'],
    ['cannot be judged without a date', capture({ date: undefined }), pair(), 'no-date'],
    ['cannot be judged where nobody is named', capture({ rendering_npi: undefined }), pair(), 'nobody-named'],
    ['cannot be judged before the contract’s first day', capture({ date: '2023-12-31' }), pair(), 'not-in-force'],
    ['cannot be judged under a pending contract', capture(), pair({ contracts: [contract({ status: 'pending' })] }), 'not-in-force'],
  ] as const)('%s', (_, facts, given, expected) => {
    expect(needsOf(facts, given)).toEqual(expected)
  })

  it('has no contract without a pair, and the pair that would pay wins among several', () => {
    expect(judge(capture())).toEqual({ unjudged: 'no-contract' })
    expect(needsOf(capture(), provider([]), pair())).toEqual([])
    expect(needsOf(capture(), pair({ contracts: [] }), provider([]))).toHaveLength(1)
  })
})

test('a contract is in force on both its ends, and not a day further', () => {
  const year = contract({ effective_date: '2026-01-01', expiration_date: '2026-12-31' })
  const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01']
  expect(days.map((day) => isInForce(year, day))).toEqual([false, true, true, false])
})

const origin = '2026-10-01'
const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays(origin, days))
const maybeDay = fc.option(day, { nil: null, freq: 4 })
const anySpan = fc.record({ start_date: maybeDay, end_date: maybeDay, submitted_date: maybeDay, payer_loaded_date: maybeDay, is_enabled: fc.boolean() })
const anySpans = fc.array(anySpan, { maxLength: 4 }).map((spans) => spans.map((span, i): CoverageSpan => ({ ...span, id: `${i}` })))
const anyTerms = fc.record({ type: fc.constantFrom('professional', 'institutional'), status: fc.constantFrom('effective', 'effective', 'pending', 'cancelled'), effective_date: day, expiration_date: fc.option(day, { nil: undefined, freq: 2 }), facility_ids: fc.constantFrom(new Set(['f1']), new Set<string>()) })
const anyPair = fc.record({
  contracts: fc.array(anyTerms, { maxLength: 3 }).map((all) => all.map((terms, i): ContractTerms => ({ ...terms, contract_id: `${i}` }))),
  providers: anySpans.map((spans) => new Map([['npi1', { id: 'p1', spans }]])),
  facilities: anySpans.map((spans) => new Map([['f1', spans]])),
  isRosterWhole: fc.boolean(),
  areFacilitiesWhole: fc.constant(true),
})
const anyCapture = fc.record({ date: day, rendering_npi: fc.constantFrom('npi1', 'npi2', undefined), facility_npi: fc.constantFrom('fnpi', undefined) }).map((facts) => capture(facts))

describe('of any captures and contracts', () => {
  it('what lacks something is exactly what no day of cover holds, looked at one by one', () => {
    fc.assert(fc.property(anyCapture, anyPair, (facts, given) => {
      const found = needsOf(facts, given)
      if (typeof found === 'string') return fc.pre(false)
      const covers = (spans: readonly CoverageSpan[]) => !uncovered.has(coverageOn(spans, facts.date!, view))
      const inForce = given.contracts.filter((terms) => isInForce(terms, facts.date!))
      const provider = facts.rendering_npi === undefined || (facts.rendering_npi === 'npi1' && covers(given.providers.get('npi1')!.spans))
      const isListed = inForce.some((terms) => terms.type === 'professional' || terms.facility_ids?.has('f1'))
      const facility = facts.facility_npi === undefined || (isListed && covers(given.facilities.get('f1')!))
      const isKnown = facts.rendering_npi !== 'npi2' || given.isRosterWhole
      expect(found.some(({ kind }) => kind === 'provider')).toBe(!provider && isKnown)
      expect(found.some(({ kind }) => kind === 'facility')).toBe(!facility)
    }), { numRuns: 2_000 })
  })

  it('one more span never takes cover away', () => {
    fc.assert(fc.property(anyCapture, anyPair, anySpan, (facts, given, span) => {
      const spans = given.providers.get('npi1')!.spans
      const more = { ...given, providers: new Map([['npi1', { id: 'p1', spans: [...spans, { ...span, id: 'more' }] }]]) }
      // What cannot be judged stays so, whatever spans there are.
      const lacks = (found: ReturnType<typeof needsOf>) => (typeof found === 'string' ? -1 : found.length)
      expect(lacks(needsOf(facts, more))).toBeLessThanOrEqual(lacks(needsOf(facts, given)))
    }), { numRuns: 2_000 })
  })

  it('the day from which cover is told is covered, later, and the first such start', () => {
    fc.assert(fc.property(anySpans, day, (spans, date) => {
      const from = coveredAfter(spans, date, view.asOf)
      if (from === undefined) return fc.pre(false)
      expect(from > date).toBe(true)
      expect(uncovered.has(coverageOn(spans, from, view))).toBe(false)
    }), { numRuns: 1_000 })
  })

  it('sums count a capture once, and what is set free alone never exceeds them', () => {
    fc.assert(fc.property(fc.array(fc.tuple(anyCapture, fc.option(fc.nat(1_000_000), { nil: undefined })), { maxLength: 20 }), anyPair, (captures, given) => {
      const tally = new RiskTally()
      const denied = captures.map(([facts, cents]) => ({ ...facts, date: facts.date!, cents, needs: needsOf(facts, given) })).filter(({ needs }) => Array.isArray(needs) && needs.length > 0)
      for (const { needs, ...facts } of denied) tally.add(facts, needs as never)
      const { causes, ...sums } = tally.sum()
      expect(sums).toEqual({ captures: denied.length, cents: denied.reduce((sum, { cents = 0 }) => sum + cents, 0), without_amount: denied.filter(({ cents }) => cents === undefined).length })
      expect(causes.reduce((sum, cause) => sum + cause.alone_cents, 0)).toBeLessThanOrEqual(sums.cents)
      for (const [place, cause] of causes.entries()) {
        const own = tally.list.filter((item) => item.causes.includes(place))
        expect([own.length, own.reduce((sum, { cents = 0 }) => sum + cents, 0)]).toEqual([cause.captures, cause.cents])
        expect([cause.first_date, cause.last_date]).toEqual([own.map((item) => item.date).toSorted()[0], own.map((item) => item.date).toSorted().at(-1)])
      }
    }), { numRuns: 500 })
  })
})
