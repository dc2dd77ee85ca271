import { describe, expect, it, test } from 'vitest'
import { judgeCapture, judgeOther, verdictOf, verdictOfAll } from './at-risk.ts'
import type { CaptureFacts, ContractTerms, OtherClaim, PairCover } from './facts.ts'
import { isInForce } from './contract-reasons.ts'
import type { CoverageSpan } from './span.ts'

const view = { asOf: '2026-11-21', expiringDays: 30 }
const loaded = (start_date: string, end_date: string | null = null): CoverageSpan => ({
  id: start_date,
  start_date,
  end_date,
  // Not before the days of any test that begins later.
  submitted_date: start_date,
  payer_loaded_date: '2020-02-01',
})
const sent = (start_date: string): CoverageSpan => ({
  id: `sent ${start_date}`,
  start_date,
  submitted_date: start_date,
})
const undated = (more: Partial<CoverageSpan>): CoverageSpan => ({ id: 'undated', ...more })
const contract = (more: Partial<ContractTerms> = {}): ContractTerms => ({
  contract_id: 'c1',
  type: 'professional',
  status: 'effective',
  effective_date: '2024-01-01',
  ...more,
})
const whole = [loaded('2024-01-01')]
const pair = (more: Partial<PairCover> = {}): PairCover => ({
  contracts: [contract()],
  providers: new Map([['npi1', { id: 'p1', spans: whole }]]),
  facilities: new Map(),
  isRosterWhole: true,
  areFacilitiesWhole: true,
  ...more,
})
type Given = Partial<CaptureFacts> & { to?: string; isAtFacility?: boolean }
const capture = ({ to, isAtFacility = true, ...more }: Given = {}): CaptureFacts => {
  const facts = {
    id: 'x',
    date: '2026-11-01',
    cents: 12_500,
    payer_id: 'PAY',
    billing_npi: 'bill',
    rendering_npi: 'npi1',
    ...more,
  }
  return {
    parts: [
      { from: facts.date, to: to ?? facts.date, cents: facts.cents, isAtFacility, lines: [0] },
    ],
    ...facts,
  }
}
const book = {
  idOf: (npi: string) => (npi === 'fnpi' ? 'f1' : undefined),
  stateOf: (id: string) => (id === 'f1' ? 'nc' : undefined),
}
const judge = (facts: CaptureFacts, ...pairs: PairCover[]) => judgeCapture(facts, pairs, book, view)
/** The denial reasons of a capture with one part, or why it could not be judged. */
const reasonsOf = (facts: CaptureFacts, ...pairs: PairCover[]) => {
  const judgement = judge(facts, ...pairs)
  const found = 'parts' in judgement ? judgement.parts[0]! : judgement
  return 'unjudged' in found ? found.unjudged : found.reasons
}

describe('a capture', () => {
  const provider = (spans: CoverageSpan[]) =>
    pair({ providers: new Map([['npi1', { id: 'p1', spans }]]) })
  const institutional = (facility_ids: string[] | undefined, spans: CoverageSpan[] = []) =>
    pair({
      contracts: [
        contract({
          type: 'institutional',
          facilities: facility_ids && new Map(facility_ids.map((id) => [id, undefined])),
        }),
      ],
      facilities: spans.length > 0 ? new Map([['f1', spans]]) : new Map(),
    })
  const at = capture({ facility_npi: 'fnpi' })
  it.each([
    ['is paid where its provider is covered', capture(), pair(), []],
    [
      'is denied if the provider is on no roster',
      capture({ rendering_npi: 'npi2' }),
      pair(),
      [{ kind: 'provider', id: 'npi2', state: 'not-listed', is_certain: true, contract_id: 'c1' }],
    ],
    [
      'is not judged if the roster was read only in part',
      capture({ rendering_npi: 'npi2' }),
      pair({ isRosterWhole: false }),
      'not-read',
    ],
    [
      'is denied without any span',
      capture(),
      provider([]),
      [{ kind: 'provider', id: 'p1', state: 'none', is_certain: true }],
    ],
    [
      'waits while the payer has not loaded the span',
      capture(),
      provider([sent('2026-10-01')]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'submitted',
          is_certain: true,
          span_id: 'sent 2026-10-01',
          waits_for: 'load',
          submitted_on: '2026-10-01',
        },
      ],
    ],
    [
      'waits while the submitted span has no start date',
      capture(),
      provider([undated({ submitted_date: '2026-09-01' })]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'submitted',
          is_certain: false,
          span_id: 'undated',
          awaits_first_day: true,
          waits_for: 'effective-date',
          submitted_on: '2026-09-01',
        },
      ],
    ],
    [
      'waits if cover has ended and its submitted renewal has no start date',
      capture(),
      provider([loaded('2024-01-01', '2025-12-31'), undated({ submitted_date: '2026-09-01' })]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'submitted',
          is_certain: false,
          span_id: 'undated',
          awaits_first_day: true,
          waits_for: 'effective-date',
          submitted_on: '2026-09-01',
        },
      ],
    ],
    [
      'may be paid if a loaded span has no start date',
      capture(),
      provider([undated({ submitted_date: '2026-09-01', payer_loaded_date: '2026-10-01' })]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'none',
          is_certain: false,
          span_id: 'undated',
          awaits_first_day: true,
        },
      ],
    ],
    [
      'is denied if a span without a start date was not submitted; that span is the one to complete',
      capture(),
      provider([undated({})]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'none',
          is_certain: true,
          span_id: 'undated',
          awaits_first_day: true,
        },
      ],
    ],
    [
      'is denied if the span without a start date is disabled',
      capture(),
      provider([undated({ submitted_date: '2026-09-01', is_enabled: false })]),
      [{ kind: 'provider', id: 'p1', state: 'none', is_certain: true }],
    ],
    [
      'is denied on the day before cover begins',
      capture({ date: '2026-10-31' }),
      provider([loaded('2026-11-01')]),
      [{ kind: 'provider', id: 'p1', state: 'gap', is_certain: true, covered_from: '2026-11-01' }],
    ],
    ['is paid on the first day', capture(), provider([loaded('2026-11-01')]), []],
    ['is paid on the last day', capture(), provider([loaded('2025-11-01', '2026-11-01')]), []],
    [
      'is denied on the day after the last',
      capture({ date: '2026-11-02' }),
      provider([loaded('2025-11-01', '2026-11-01')]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'expired',
          former: { id: '2025-11-01', end_date: '2026-11-01' },
          is_certain: true,
        },
      ],
    ],
    [
      'is paid if spans overlap',
      capture(),
      provider([loaded('2025-11-01'), loaded('2026-01-01')]),
      [],
    ],
    ['needs no facility span under a professional contract without facility spans', at, pair(), []],
    [
      'needs the facility’s span if the facility has spans',
      at,
      pair({ facilities: new Map([['f1', [loaded('2026-11-02')]]]) }),
      [{ kind: 'facility', id: 'f1', state: 'gap', is_certain: true, covered_from: '2026-11-02' }],
    ],
    [
      'needs a span for a listed facility',
      at,
      institutional(['f1']),
      [{ kind: 'facility', id: 'f1', state: 'none', is_certain: true }],
    ],
    ['is paid at a listed facility with cover', at, institutional(['f1'], whole), []],
    [
      'is denied at a facility that an institutional contract does not name',
      at,
      institutional(['f2'], whole),
      [{ kind: 'facility', id: 'f1', state: 'not-listed', is_certain: true, contract_id: 'c1' }],
    ],
    [
      'is not judged if the contract’s facilities were not read',
      at,
      institutional(undefined, whole),
      'not-read',
    ],
    [
      'is judged by the facility without a rendering provider',
      capture({ rendering_npi: undefined, facility_id: 'f1' }),
      institutional(['f1']),
      [{ kind: 'facility', id: 'f1', state: 'none', is_certain: true }],
    ],
    [
      'is denied for a known reason even if other data was not read',
      { ...at, rendering_npi: 'npi2' },
      { ...institutional(undefined), isRosterWhole: true },
      [{ kind: 'provider', id: 'npi2', state: 'not-listed', is_certain: true, contract_id: 'c1' }],
    ],
    ['cannot be judged without a payer', capture({ payer_id: undefined }), pair(), 'no-payer'],
    [
      'cannot be judged without a billing NPI',
      capture({ billing_npi: undefined }),
      pair(),
      'no-billing-npi',
    ],
    ['cannot be judged without a date', capture({ date: undefined }), pair(), 'no-date'],
    [
      'cannot be judged without a provider and a facility',
      capture({ rendering_npi: undefined }),
      pair(),
      'nobody-named',
    ],
    [
      'may be denied before the contract’s effective date',
      capture({ date: '2023-12-31' }),
      pair(),
      [
        {
          kind: 'contract',
          id: 'c1',
          contract_id: 'c1',
          state: 'contract-later',
          is_certain: false,
          contract_day: '2024-01-01',
        },
      ],
    ],
    [
      'cannot be judged under a pending contract',
      capture(),
      pair({ contracts: [contract({ status: 'pending' })] }),
      'not-in-force',
    ],
  ] as const)('%s', (_, facts, given, expected) => {
    expect(reasonsOf(facts, given)).toEqual(expected)
  })

  const only = (states: string[] | null) => ({ ...loaded('2024-01-01'), states })
  const site = capture({ facility_npi: 'fnpi' })
  const elsewhere = { kind: 'provider', id: 'p1', state: 'other-state', span_id: '2024-01-01' }
  it.each([
    ['is paid in a state that its provider’s span names', site, provider([only(['SC', 'NC'])]), []],
    [
      'is denied in another state',
      site,
      provider([only(['SC'])]),
      [{ ...elsewhere, is_certain: true, span_states: ['SC'], place_state: 'NC' }],
    ],
    [
      'prefers its own facility state over the facility’s record',
      { ...site, facility_state: ' sc ' },
      provider([only(['SC'])]),
      [],
    ],
    [
      'may be denied in another state for telehealth',
      capture({ facility_npi: 'fnpi', isAtFacility: false }),
      provider([only(['SC'])]),
      [{ ...elsewhere, is_certain: false, span_states: ['SC'], place_state: 'NC' }],
    ],
    [
      'may be denied if only the billing address has a state',
      capture({ billing_state: 'NC' }),
      provider([only(['SC'])]),
      [{ ...elsewhere, is_certain: false, span_states: ['SC'], place_state: 'NC' }],
    ],
    [
      'is paid if the billing address is in the covered state',
      capture({ billing_state: 'SC' }),
      provider([only(['SC'])]),
      [],
    ],
    [
      'may be denied if no address has a state',
      capture(),
      provider([only(['SC'])]),
      [{ ...elsewhere, is_certain: false, span_states: ['SC'] }],
    ],
    [
      'may be denied if the span’s states are unknown',
      site,
      provider([only(null)]),
      [{ ...elsewhere, is_certain: false, span_states: [], place_state: 'NC' }],
    ],
    [
      'is paid if one of several spans covers the state',
      site,
      provider([only(['SC']), { ...only(['NC']), id: 'nc' }]),
      [],
    ],
    [
      'does not wait for a span in another state',
      site,
      provider([{ ...sent('2026-10-01'), states: ['SC'] }]),
      [{ kind: 'provider', id: 'p1', state: 'none', is_certain: true, place_state: 'NC' }],
    ],
    [
      'shows only the next cover in its state',
      site,
      provider([
        { ...loaded('2026-11-02'), states: ['SC'] },
        { ...loaded('2026-11-05'), states: ['NC'] },
      ]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'gap',
          is_certain: true,
          covered_from: '2026-11-05',
          place_state: 'NC',
        },
      ],
    ],
    [
      'may be denied if the contracts are for other states',
      site,
      pair({ contracts: [contract({ states: ['SC'] })] }),
      [
        {
          kind: 'contract',
          id: 'c1',
          contract_id: 'c1',
          state: 'other-region',
          is_certain: false,
          place_state: 'NC',
        },
      ],
    ],
    [
      'is not fine if the contract may not cover its state',
      capture({ billing_state: 'NC' }),
      pair({ contracts: [contract({ states: ['SC'] })] }),
      'region-unknown',
    ],
    [
      'is not fine if the contract’s states are unknown',
      site,
      pair({ contracts: [contract({ states: null })] }),
      'region-unknown',
    ],
    [
      'is fine if another contract certainly covers its state',
      site,
      pair({ contracts: [contract({ states: null }), contract({ states: ['NC'] })] }),
      [],
    ],
    [
      'is denied for its own reason even if the contract may be for other states',
      site,
      { ...provider([]), contracts: [contract({ states: null })] },
      [{ kind: 'provider', id: 'p1', state: 'none', is_certain: true }],
    ],
    [
      'may be denied if only some of its days are covered',
      capture({ to: '2026-11-04' }),
      provider([loaded('2025-01-01', '2026-11-02')]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'expired',
          former: { id: '2025-01-01', end_date: '2026-11-02' },
          is_certain: false,
          partly_on: '2026-11-03',
        },
      ],
    ],
    [
      'is denied if none of its days is covered',
      capture({ to: '2026-11-04' }),
      provider([loaded('2025-01-01', '2026-10-31')]),
      [
        {
          kind: 'provider',
          id: 'p1',
          state: 'expired',
          former: { id: '2025-01-01', end_date: '2026-10-31' },
          is_certain: true,
        },
      ],
    ],
    [
      'is paid if consecutive spans cover its days',
      capture({ to: '2026-11-04' }),
      provider([loaded('2025-01-01', '2026-11-02'), loaded('2026-11-03')]),
      [],
    ],
  ] as const)('%s', (_, facts, given, expected) => {
    expect(reasonsOf(facts as CaptureFacts, given)).toEqual(expected)
  })

  const named = (...lists: (string[] | undefined)[]) =>
    pair({
      facilities: new Map([['f1', whole]]),
      contracts: lists.map((ids, i) =>
        contract({
          contract_id: `c${i}`,
          type: 'institutional',
          facilities: new Map([['f1', ids && new Set(ids)]]),
        }),
      ),
    })
  const notThere = [
    {
      kind: 'provider',
      id: 'p1',
      state: 'not-at-facility',
      is_certain: false,
      contract_id: 'c0',
      facility_id: 'f1',
    },
  ]
  it.each([
    ['is paid where the facility names its provider', named(['p1', 'p2']), []],
    ['is paid where the facility names nobody', named(undefined), []],
    ['may be denied if the facility lists only others', named(['p2']), notThere],
    ['is paid if one contract in force allows the provider there', named(['p2'], ['p1']), []],
    [
      'is paid if a professional contract is also in force',
      { ...named(['p2']), contracts: [...named(['p2']).contracts, contract()] },
      [],
    ],
    [
      'is denied for missing cover first',
      { ...named(['p2']), providers: new Map([['npi1', { id: 'p1', spans: [] }]]) },
      [{ kind: 'provider', id: 'p1', state: 'none', is_certain: true }],
    ],
  ] as const)('at a facility of an institutional contract it %s', (_, given, expected) => {
    expect(reasonsOf(site, given as PairCover)).toEqual(expected)
  })

  it('is judged line by line, and a certain denial comes before an open question', () => {
    const part = (from: string | undefined, line: number) => ({
      from,
      to: from,
      cents: 100,
      isAtFacility: true,
      lines: [line],
    })
    const judgement = judge(
      {
        ...capture(),
        parts: [
          part('2026-11-01', 0),
          part('2026-11-09', 1),
          part(undefined, 2),
          part('2023-01-01', 3),
        ],
      },
      provider([loaded('2026-11-05')]),
    )
    const parts = 'parts' in judgement ? judgement.parts : []
    expect(parts.map(verdictOf)).toEqual(['will-deny', 'fine', 'unjudged', 'may-deny'])
    expect([
      verdictOfAll(parts),
      verdictOfAll(parts.slice(1)),
      verdictOfAll(parts.slice(1, 2)),
    ]).toEqual(['will-deny', 'may-deny', 'fine'])
  })

  it('that waits is not certainly denied, and a certain denial of its facility comes first', () => {
    const waits = provider([sent('2026-10-01')])
    const withFacility = { ...waits, facilities: new Map([['f1', [loaded('2026-11-02')]]]) }
    const verdictsOf = (facts: CaptureFacts, given: PairCover) => {
      const judgement = judge(facts, given)
      return 'parts' in judgement ? judgement.parts.map(verdictOf) : []
    }
    expect(verdictsOf(capture(), waits)).toEqual(['hold'])
    expect(verdictsOf(at, withFacility)).toEqual(['will-deny'])
    const whole = { ...waits, providers: new Map([['npi1', { id: 'p1', spans: [] }]]) }
    expect(reasonsOf(capture(), whole, waits)).toMatchObject([{ waits_for: 'load' }])
  })

  it('waits for a span in its state although one for another state is loaded', () => {
    const spans = [{ ...sent('2026-10-01'), states: ['NC'] }, only(['SC'])]
    expect(reasonsOf(site, provider(spans))).toMatchObject([
      { state: 'submitted', waits_for: 'load', span_id: 'sent 2026-10-01' },
    ])
  })

  it('has no contract without a pair; of several pairs, the one that would pay wins', () => {
    expect(judge(capture())).toEqual({ unjudged: 'no-contract' })
    expect(reasonsOf(capture(), provider([]), pair())).toEqual([])
    expect(reasonsOf(capture(), pair({ contracts: [] }), provider([]))).toHaveLength(1)
  })

  it('is not certainly denied by one payer while another one is open', () => {
    const unread = pair({ providers: new Map(), isRosterWhole: false })
    for (const open of [unread, pair({ contracts: [contract({ states: null })] })]) {
      expect(reasonsOf(capture(), provider([]), open)).toBe(reasonsOf(capture(), open))
      expect(reasonsOf(capture(), open, provider([]))).toBe(reasonsOf(capture(), open))
    }
    const undated = {
      ...capture(),
      parts: [...capture().parts, { isAtFacility: true, lines: [1] }],
    }
    const judgement = judge(undated, provider([]), unread)
    expect('parts' in judgement && verdictOfAll(judgement.parts)).toBe('unjudged')
  })
})

test('a contract is in force from its first to its last day, both included', () => {
  const year = contract({ effective_date: '2026-01-01', expiration_date: '2026-12-31' })
  const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01']
  expect(days.map((day) => isInForce(year, day))).toEqual([false, true, true, false])
})

describe('the claim to a secondary payer', () => {
  const other = (more: Partial<CaptureFacts> = {}): OtherClaim => ({
    ...capture(),
    rank: 'secondary',
    payer_id: 'MCD',
    plan: { payer_id: 'MCD', payer: 'Highplain Medicaid', plan_type: 'MC' },
    ...more,
  })
  const view = { asOf: '2026-11-21', expiringDays: 30 }
  const spans = (all: CoverageSpan[]) =>
    pair({ providers: new Map([['npi1', { id: 'p1', spans: all }]]) })
  it.each([
    ['is fine where its payer covers the provider', other(), [pair()], []],
    [
      'will deny without a span, and says that it is the secondary claim',
      other(),
      [spans([])],
      [{ kind: 'provider', state: 'none', is_certain: true, rank: 'secondary' }],
    ],
    [
      'waits for the span of its own payer',
      other(),
      [spans([sent('2026-10-01')])],
      [{ waits_for: 'load', rank: 'secondary' }],
    ],
    [
      'is judged by its own line of business',
      other(),
      [pair({ contracts: [contract({ lines: { commercial: 'all', medicaid: 'none' } })] })],
      [{ state: 'other-line', line: 'medicaid', rank: 'secondary' }],
    ],
  ])('%s', (_, claim, pairs, reasons) => {
    const judgement = judgeOther(claim, pairs, book, view)
    expect('parts' in judgement && judgement.parts[0]).toMatchObject({ reasons })
  })

  it('cannot be judged without a contract with its payer', () => {
    expect(judgeOther(other(), [], book, view)).toEqual({ unjudged: 'no-contract' })
  })
})
