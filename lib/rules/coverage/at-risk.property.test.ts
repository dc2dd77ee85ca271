import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { addDays } from '#lib/core/local-date.ts'
import { judgeCapture, verdictOf, verdictOfAll } from './at-risk.ts'
import type { CaptureFacts, ContractTerms, PairCover } from './facts.ts'
import { isInForce } from './contract-reasons.ts'
import { partsAtRisk, RiskTally } from './board.ts'
import type { CapturePart } from './capture-parts.ts'
import { coverageOn, uncovered } from './coverage.ts'
import { coveredAfter, findCoverageGap } from './coverage-gap.ts'
import type { ServicePlace } from './regions.ts'
import { statusDiffers, type CoverageSpan } from './span.ts'

const view = { asOf: '2026-11-21', expiringDays: 30 }
const origin = '2026-10-01'
const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays(origin, days))
const days = fc
  .tuple(day, fc.constantFrom(0, 0, 1, 9))
  .map(([from, more]) => ({ from, to: addDays(from, more) }))
const maybeDay = fc.option(day, { nil: null, freq: 4 })
const anyStates = fc.constantFrom(undefined, undefined, ['NC'], ['SC'], ['NC', 'VA'], null)
const anySpan = fc.record({
  start_date: maybeDay,
  end_date: maybeDay,
  submitted_date: maybeDay,
  payer_loaded_date: maybeDay,
  is_enabled: fc.boolean(),
  states: anyStates,
})
const anyStatus = fc.constantFrom('work_in_progress', 'pending', 'effective', 'expired', 'other')
const anySpans = fc
  .array(anySpan, { maxLength: 4 })
  .map((spans) => spans.map((span, i): CoverageSpan => ({ ...span, id: `${i}` })))
const anyPlace = fc.option(
  fc.record({ state: fc.constantFrom('NC', 'SC', 'VA'), isSure: fc.boolean() }),
  {
    nil: undefined,
  },
)

const anyTypes = fc.constantFrom('all' as const, 'none' as const, ['12'], undefined)
const anyTerms = fc.record({
  type: fc.constantFrom('professional', 'institutional'),
  status: fc.constantFrom('effective', 'effective', 'pending', 'cancelled'),
  effective_date: day,
  expiration_date: fc.option(day, { nil: undefined, freq: 2 }),
  states: anyStates,
  facilities: fc.constantFrom(
    new Map([['f1', undefined]]),
    new Map([['f1', new Set(['p1'])]]),
    new Map([['f1', new Set(['p9'])]]),
    new Map(),
  ),
})
const anyPair: fc.Arbitrary<PairCover> = fc.record({
  contracts: fc
    .array(anyTerms, { maxLength: 3 })
    .map((all) => all.map((terms, i): ContractTerms => ({ ...terms, contract_id: `${i}` }))),
  providers: anySpans.map((spans) => new Map([['npi1', { id: 'p1', spans }]])),
  facilities: anySpans.map(
    (spans) => new Map([['f1', spans.map((span) => ({ ...span, states: undefined }))]]),
  ),
  isRosterWhole: fc.boolean(),
  areFacilitiesWhole: fc.constant(true),
})
const anyPart = fc.record({
  days,
  cents: fc.option(fc.nat(1_000_000), { nil: undefined }),
  isAtFacility: fc.boolean(),
})
const anyCapture = fc
  .record({
    parts: fc.array(anyPart, { minLength: 1, maxLength: 3 }),
    rendering_npi: fc.constantFrom('npi1', 'npi2', undefined),
    facility_npi: fc.constantFrom('fnpi', undefined),
    billing_state: fc.constantFrom('NC', 'SC', undefined),
  })
  .map(({ parts, ...facts }): CaptureFacts => ({
    id: 'x',
    payer_id: 'PAY',
    billing_npi: 'bill',
    ...facts,
    parts: parts.map(({ days: own, ...part }, line) => ({ ...part, ...own, lines: [line] })),
  }))

const judge = (facts: CaptureFacts, pair: PairCover) => {
  const judgement = judgeCapture(
    facts,
    [pair],
    { idOf: (npi) => (npi === 'fnpi' ? 'f1' : undefined), stateOf: () => 'NC' },
    view,
  )
  if (!('parts' in judgement)) throw new Error('a pair was given')
  return judgement.parts
}

/**
 * Computes independently, day by day, which spans cover each day at the place and which may still
 * cover it.
 */
function eachDay(
  spans: readonly CoverageSpan[],
  { from, to }: { from: string; to: string },
  place: ServicePlace | undefined,
): ('in' | 'unsure' | 'out')[] {
  const all: ('in' | 'unsure' | 'out')[] = []
  for (let on = from; on <= to; on = addDays(on, 1)) {
    const pays = spans.filter(
      (span) =>
        span.is_enabled !== false &&
        span.start_date &&
        span.start_date <= on &&
        (!span.end_date || (on <= span.end_date && span.start_date <= span.end_date)) &&
        span.payer_loaded_date &&
        span.payer_loaded_date <= view.asOf,
    )
    const surely = pays.some(
      ({ states }) => states === undefined || (states && place && states.includes(place.state)),
    )
    // Submitted or loaded paperwork for this place that has no start date.
    const awaited = spans.some(
      ({ is_enabled, start_date, submitted_date, payer_loaded_date, states }) =>
        is_enabled !== false &&
        !start_date &&
        [submitted_date, payer_loaded_date].some((date) => date && date <= view.asOf) &&
        (!states || !place || !place.isSure || states.includes(place.state)),
    )
    const perhaps = awaited || pays.some(({ states }) => states === null || !place || !place.isSure)
    all.push(surely ? 'in' : perhaps ? 'unsure' : 'out')
  }
  return all
}

describe('for any spans, days and place', () => {
  it('a gap is certain if no day is covered, reported if some day is not, and absent if every day is', () => {
    fc.assert(
      fc.property(anySpans, days, anyPlace, (spans, own, place) => {
        const looked = new Set(eachDay(spans, own, place))
        const gap = findCoverageGap(spans, own, place, view)
        expect(gap?.is_certain).toBe(
          looked.size > 1 ? false : { in: undefined, unsure: false, out: true }[[...looked][0]!],
        )
        const partly = gap?.partly_on
        expect(
          partly === undefined || eachDay(spans, { from: partly, to: partly }, place)[0] !== 'in',
        ).toBe(true)
        expect(
          gap?.state !== 'other-state' ||
            spans.find(({ id }) => id === gap.span_id)?.states !== undefined,
        ).toBe(true)
      }),
      { numRuns: testSize(500, 5_000) },
    )
  })

  it('adding a span never removes cover, and a span for all states on these days gives it', () => {
    const worth = (gap: ReturnType<typeof findCoverageGap>) =>
      gap === undefined ? 2 : gap.is_certain ? 0 : 1
    fc.assert(
      fc.property(anySpans, anySpan, days, anyPlace, (spans, span, own, place) => {
        expect(
          worth(findCoverageGap([...spans, { ...span, id: 'more' }], own, place, view)),
        ).toBeGreaterThanOrEqual(worth(findCoverageGap(spans, own, place, view)))
        expect(
          findCoverageGap(
            [
              ...spans,
              {
                id: 'all',
                start_date: own.from,
                payer_loaded_date: own.from <= view.asOf ? own.from : view.asOf,
              },
            ],
            own,
            place,
            view,
          ),
        ).toBeUndefined()
      }),
      { numRuns: testSize(300, 3_000) },
    )
  })

  it('a certain place never turns covered days into a denial', () => {
    fc.assert(
      fc.property(anySpans, days, anyPlace, (spans, own, place) => {
        if (!place || findCoverageGap(spans, own, { ...place, isSure: false }, view) !== undefined)
          return fc.pre(false)
        expect(findCoverageGap(spans, own, { ...place, isSure: true }, view)).toBeUndefined()
      }),
      { numRuns: testSize(200, 2_000) },
    )
  })

  it('the reported first covered day is covered, later, and the earliest such start', () => {
    fc.assert(
      fc.property(anySpans, day, (spans, date) => {
        const from = coveredAfter(spans, date, view.asOf)
        if (from === undefined) return fc.pre(false)
        expect(from > date).toBe(true)
        expect(uncovered.has(coverageOn(spans, from, view))).toBe(false)
      }),
      { numRuns: testSize(100, 1_000) },
    )
  })
})

describe('for any spans with a status', () => {
  const withStatus = fc
    .array(fc.tuple(anySpan, fc.option(anyStatus, { nil: undefined })), { maxLength: 4 })
    .map((all) => all.map(([span, status], i): CoverageSpan => ({ ...span, id: `${i}`, status })))

  it('the status never makes a denial certain, and takes certainty only where it denies the dates', () => {
    fc.assert(
      fc.property(withStatus, days, anyPlace, (spans, own, place) => {
        const plain = spans.map(({ status: _, ...span }) => span)
        const [seen, byDates] = [spans, plain].map((some) =>
          findCoverageGap(some, own, place, view),
        )
        const differing = spans.filter((span) => statusDiffers(span, view.asOf))
        expect((byDates?.is_certain ?? false) || !seen?.is_certain).toBe(true)
        expect(differing.length > 0 ? byDates : seen).toEqual(byDates)
        const isDisputed = seen?.state === 'status-differs'
        expect(!isDisputed || differing.some(({ id }) => id === seen.span_id)).toBe(true)
        expect(isDisputed && seen.is_certain).toBe(false)
      }),
      { numRuns: testSize(500, 5_000) },
    )
  })

  it('what waits for a load is covered once that span is loaded, and nothing waits for an unsubmitted one', () => {
    fc.assert(
      fc.property(anySpans, day, anyPlace, (spans, date, place) => {
        const own = { from: date, to: date }
        const gap = findCoverageGap(spans, own, place, view)
        if (gap?.waits_for === undefined) return
        const span = spans.find(({ id }) => id === gap.span_id)!
        expect(span.submitted_date ?? span.payer_loaded_date).toBeTruthy()
        if (gap.waits_for !== 'load') return
        const loaded = spans.map((each) =>
          each === span ? { ...each, payer_loaded_date: view.asOf } : each,
        )
        // The place may stay in doubt, which the load does not clear.
        expect(findCoverageGap(loaded, own, place, view)?.state ?? 'other-state').toBe(
          'other-state',
        )
      }),
      { numRuns: testSize(500, 5_000) },
    )
  })
})

// The contracts that are in force on a part's first day, and those of them that reach its place.
function heldBy(facts: CaptureFacts, { contracts }: PairCover, part: CapturePart) {
  const state = facts.facility_npi === undefined ? facts.billing_state : 'NC'
  const isSure = facts.facility_npi !== undefined && part.isAtFacility
  const inForce = contracts.filter((terms) => isInForce(terms, part.from!))
  const reaching = inForce.filter(({ states }) => !(isSure && states && !states.includes(state!)))
  return { state, isSure, inForce, reaching }
}

describe('for any captures and contracts', () => {
  it('a line of business that no contract has is denied, and no other line is', () => {
    const anyLines = fc.record({ commercial: anyTypes, medicare: anyTypes, medicaid: anyTypes })
    const plans = { MC: 'medicaid', MB: 'medicare', '16': 'medicare', CI: 'commercial' } as const
    fc.assert(
      fc.property(
        anyCapture,
        anyPair,
        fc.array(anyLines, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('MC', 'MB', '16', 'CI', 'TV', 'ZZ'),
        (facts, pair, lines, plan_type) => {
          const plain = judge({ ...facts, plan: { payer_id: 'PAY', plan_type } }, pair)
          const contracts = pair.contracts.map((terms, i) => ({ ...terms, lines: lines[i]! }))
          const found = judge(
            { ...facts, plan: { payer_id: 'PAY', plan_type } },
            { ...pair, contracts },
          )
          const line = (plans as { [plan in string]?: 'medicaid' | 'medicare' | 'commercial' })[
            plan_type
          ]
          expect(line === undefined ? found : plain).toEqual(plain)
          for (const one of line === undefined ? [] : found) {
            const { reaching } = heldBy(facts, { ...pair, contracts }, one.part)
            const own = reaching.map(({ lines: stated }) => stated?.[line!])
            const denied =
              'reasons' in one ? one.reasons.find(({ state }) => state === 'other-line') : undefined
            expect(denied?.is_certain ?? false).toBe(
              own.length > 0 && own.every((types) => types === 'none'),
            )
            expect(denied?.line ?? line).toBe(line)
          }
        },
      ),
      { numRuns: testSize(300, 3_000) },
    )
  })

  it('each part is judged by itself, by the contracts that are in force on its first day in its state', () => {
    fc.assert(
      fc.property(anyCapture, anyPair, (facts, pair) => {
        const found = judge(facts, pair)
        expect(found).toEqual(
          facts.parts.flatMap((part) => judge({ ...facts, parts: [part] }, pair)),
        )
        for (const one of found) {
          const { from, to } = one.part
          const { state, isSure, inForce, reaching } = heldBy(facts, pair, one.part)
          const hasRow = pair.contracts.some(
            ({ status, expiration_date: end, effective_date: start }) =>
              status === 'effective' && ((end && end < from!) || start! > from!),
          )
          const ofContract =
            'reasons' in one ? one.reasons.filter(({ kind }) => kind === 'contract') : []
          // The contract alone decides, and never certainly, where none is in force there.
          expect('unjudged' in one && one.unjudged === 'not-in-force').toBe(
            inForce.length === 0 && !hasRow,
          )
          expect(
            inForce.length > 0 ||
              !hasRow ||
              ofContract.every(({ state }) => state.startsWith('contract-')),
          ).toBe(true)
          expect(ofContract.length > 0 || inForce.length > 0 || !hasRow).toBe(true)
          expect(ofContract.some(({ state }) => state === 'other-region')).toBe(
            inForce.length > 0 && reaching.length === 0,
          )
          expect(ofContract.every(({ is_certain }) => !is_certain)).toBe(true)
          if ('unjudged' in one || reaching.length === 0) continue
          const spans = pair.providers.get('npi1')!.spans
          const looked = new Set(
            eachDay(
              spans,
              { from: from!, to: to! },
              state === undefined ? undefined : { state, isSure },
            ),
          )
          const isDenied = one.reasons.some(
            ({ kind, is_certain }) => kind === 'provider' && is_certain,
          )
          expect(isDenied).toBe(
            facts.rendering_npi === 'npi2'
              ? pair.isRosterWhole
              : facts.rendering_npi === 'npi1' && looked.size === 1 && looked.has('out'),
          )
          // A place where the provider may not work is only a doubt, and none if one contract
          // allows it.
          for (const reason of one.reasons.filter((each) => each.state === 'not-at-facility')) {
            expect(reason.is_certain).toBe(false)
            expect(
              reaching.every(
                ({ type, facilities }) =>
                  type === 'institutional' &&
                  (!facilities!.has('f1') || facilities!.get('f1')?.has('p9')),
              ),
            ).toBe(true)
          }
        }
      }),
      { numRuns: testSize(300, 3_000) },
    )
  })

  it('sums count each capture and each cent once, and what one fix releases never exceeds them', () => {
    fc.assert(
      fc.property(fc.array(anyCapture, { maxLength: 20 }), anyPair, (captures, pair) => {
        const tally = new RiskTally()
        const counts = { 'will-deny': 0, hold: 0, 'may-deny': 0, unjudged: 0, fine: 0 }
        let rest = 0
        for (const facts of captures) {
          const found = judge(facts, pair)
          counts[verdictOfAll(found)] += 1
          const parts = found.flatMap(partsAtRisk)
          rest += found
            .filter((one) => ['fine', 'unjudged'].includes(verdictOf(one)))
            .reduce((sum, { part }) => sum + (part.cents ?? 0), 0)
          if (parts.length > 0)
            tally.add(facts, parts, facts.parts.length, !found.some((one) => 'unjudged' in one))
        }
        const { causes, ...sums } = tally.sum()
        const { will, hold, may } = sums
        expect([will.captures, hold.captures, may.captures, tally.list.length]).toEqual([
          counts['will-deny'],
          counts.hold,
          counts['may-deny'],
          counts['will-deny'] + counts.hold + counts['may-deny'],
        ])
        // Every capture has exactly one verdict, and the list says the same as the sums.
        for (const [verdict, sum] of [
          ['will-deny', will],
          ['hold', hold],
          ['may-deny', may],
        ] as const)
          expect(tally.list.filter((item) => item.verdict === verdict)).toHaveLength(sum.captures)
        const atRisk = will.cents + hold.cents + may.cents
        expect(atRisk + rest).toBe(
          captures.flatMap(({ parts }) => parts).reduce((sum, { cents = 0 }) => sum + cents, 0),
        )
        expect(tally.list.reduce((sum, { cents = 0 }) => sum + cents, 0)).toBe(atRisk)
        expect(causes.reduce((sum, cause) => sum + cause.alone_cents, 0)).toBeLessThanOrEqual(
          atRisk,
        )
        for (const [place, cause] of causes.entries()) {
          const own = tally.list.filter((item) => item.causes.includes(place))
          expect(own.length).toBe(cause.captures)
          expect(cause.cents).toBeLessThanOrEqual(
            own.reduce((sum, { cents = 0 }) => sum + cents, 0),
          )
          expect(cause.alone_captures).toBeLessThanOrEqual(
            own.filter((item) => item.causes.length === 1).length,
          )
          expect(
            cause.first_date <= cause.last_date && own.every(({ date }) => date <= cause.last_date),
          ).toBe(true)
          expect(cause.partly_on === undefined || cause.partly_on >= cause.first_date).toBe(true)
        }
      }),
      { numRuns: testSize(100, 500) },
    )
  })
})
