import type http from 'node:http'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import type { JobProgress } from '#lib/console/jobs/store.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type {
  Board,
  CaptureAtRisk,
  NamedCause,
  UnjudgedCapture,
} from '#lib/rules/coverage/board.ts'
import type { ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import { askWithRetry } from '#lib/actions/jobs/retry-policy.ts'
import { boardPart, capturesPart, causesPart, reprocessPart, unjudgedPart } from './board-parts.ts'
import { makeBoard } from './make-board.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
afterEach(async () => {
  setClock(undefined)
})

const payer = { payer_uuid: 'payer-1', payer_id: 'PAY1', payer_name: 'Northbridge' }
const party = {
  organization_provider_id: 'party-1',
  npi: '1999999984',
  organization_name: 'River Clinic',
}
const contract = {
  contract_id: 'c1',
  type: 'institutional',
  contract_status: 'effective',
  effective_date: '2020-01-01',
  contracting_provider: party,
  payer,
  provider_count: 3,
  regions: { type: 'national' },
}
const loaded = {
  payer_loaded_date: '2020-01-01',
  submitted_date: '2020-01-01',
  is_enabled: true,
  regions: { type: 'national' },
  payer,
  contracting_provider: party,
}
const provider = (id: string, npi: string, spans: object[] = []) => ({
  provider: { organization_provider_id: id, npi, first_name: 'Ann', last_name: id },
  credentialing_spans: spans,
})
const covered = { ...loaded, provider_credentialing_span_id: 's1', start_date: '2020-01-01' }
const facility = { organization_service_facility_id: 'f1', name: 'River Site', npi: 'fnpi' }
const capture = (id: string, rendering: string | null, more: object = {}) => ({
  id,
  charge_external_id: `CHG-${id}`,
  status: 'billable',
  charge_capture_data: {
    date_of_service: '2024-05-05',
    billing_provider: { npi: party.npi },
    rendering_provider: { npi: rendering, first_name: 'Bo', last_name: 'Off' },
    patient: { first_name: 'Canary' },
    subscriber_primary: { insurance_card: { payer_id: 'PAY1' } },
    service_lines: [{ charge_amount_cents: 1_000 }],
    ...more,
  },
})

type Answers = { [path: string]: (url: URL) => unknown }

/**
 * A partner with one institutional contract. A test may replace a path's reply; a number is a
 * status that refuses the request.
 */
async function partnerWith(answers: Answers = {}) {
  const page = (items: unknown[]) => ({ items })
  const all: Answers = {
    '/api/contracts/v3': (url) =>
      page(url.searchParams.get('contract_status') === 'effective' ? [contract] : []),
    '/api/contracts/v3/c1': () => ({
      ...contract,
      contract_service_facilities: [{ service_facility_id: 'f1', provider_ids: [] }],
    }),
    '/api/contracts/v3/c1/providers/credentialing': (url) =>
      url.searchParams.get('page_token')
        ? page([provider('p3', '3', [covered])])
        : { items: [provider('p1', '1', [covered]), provider('p2', '2')], next_page_token: 'more' },
    '/api/charge_captures/v1': () =>
      page([
        capture('x1', '1'),
        capture('x2', '2'),
        capture('x3', '3'),
        capture('x9', '9', { service_facility_id: 'f1' }),
        capture('n1', '1', { date_of_service: null }),
      ]),
    '/api/organization-service-facilities/v2': () => page([facility]),
    '/api/provider-credentialing-span/v2/facility': () =>
      page([
        {
          ...loaded,
          facility_credentialing_span_id: 'fs1',
          service_facility: facility,
          start_date: '2024-06-01',
        },
      ]),
    '/api/encounters/v4': () => page([]),
    ...answers,
  }
  const started = await startTestPartner((response: http.ServerResponse, { url }) => {
    const { pathname, searchParams, href } = new URL(url, 'http://partner')
    void searchParams
    const answer = all[pathname]?.(new URL(href))
    return typeof answer === 'number'
      ? sendJson(response, answer, {
          errorName: 'UnauthorizedError',
          content: { message: 'Not for this key.' },
        })
      : sendJson(response, 200, answer)
  })
  onTestFinished(started.close)
  return { connection: connectionTo(started.url), seen: started.seen }
}

async function make(answers?: Answers, signal = new AbortController().signal) {
  const { connection, seen } = await partnerWith(answers)
  const reports: JobProgress[] = []
  const parts = new Map<string, string>()
  const report = async (progress: JobProgress) => void reports.push(progress)
  const result = await makeBoard({
    report,
    signal,
    connection,
    part: async (name, text) => void parts.set(name, text),
    retrying: (ask, done) =>
      askWithRetry(
        { connection: () => connection, signal, pauseMs: 20, wait: report, goOn: async () => {} },
        ask,
        done,
      ),
  })
  const part = <T>(name: string) =>
    parts.has(name) ? (JSON.parse(parts.get(name)!) as T) : undefined
  return {
    result,
    parts,
    reports,
    seen,
    board: part<Board>(boardPart)!,
    causes: part<NamedCause[]>(causesPart(0)),
    captures: part<CaptureAtRisk[]>(capturesPart(0)),
    unjudged: part<UnjudgedCapture[]>(unjudgedPart)!,
    reprocess: part<ReprocessClaim[]>(reprocessPart(0)),
  }
}

test.each([
  ['does not answer', 503, 'Paused: the partner isn’t answering. Read so far'],
  ['refuses the key', 401, 'Paused: the partner refuses the stored key. Read so far'],
] as const)(
  'a partner that %s pauses the job, which goes on when it answers again',
  async (_, status, words) => {
    const start = Date.now()
    let later = 0
    setClock(() => start + later)
    // The clock goes fast, past the times that the breaker stays open; no request takes long by it.
    const ticking = setInterval(() => (later += 1_000), 10)
    let refusals = 6
    const { board, reports } = await make({
      '/api/contracts/v3': (url) => {
        if (refusals-- > 0) return status
        return { items: url.searchParams.get('contract_status') === 'effective' ? [contract] : [] }
      },
    }).finally(() => clearInterval(ticking))
    expect(reports.map((progress) => progress.words)).toContain(words)
    expect(board).toMatchObject({ checked: { captures: 5 }, unread: [] })
  },
)

test('captures are compared with rosters and spans: denied with the cause, or impossible to judge', async () => {
  const { board, causes, captures, unjudged, seen, reports, parts } = await make()
  expect(board.rows).toMatchObject([
    {
      payer: { name: 'Northbridge' },
      provider: { name: 'River Clinic' },
      providers: { covered: 2, none: 1 },
      facilities: { covered: 1 },
      risk: { will: { captures: 2, cents: 2_000 }, may: { captures: 0 } },
    },
  ])
  expect(board).toMatchObject({
    checked: { captures: 5, cents: 5_000, planned: { captures: 0, cents: 0 } },
    fine: { captures: 2 },
    will_deny: { captures: 2, cents: 2_000 },
    unjudged: [{ reason: 'no-date', captures: 1, cents: 1_000 }],
    unread: [],
  })
  expect(causes).toMatchObject([
    {
      kind: 'provider',
      id: 'p2',
      npi: '2',
      name: 'Ann p2',
      state: 'none',
      captures: 1,
      alone_cents: 1_000,
    },
    {
      kind: 'provider',
      id: '9',
      npi: '9',
      name: 'Bo Off',
      state: 'not-listed',
      contract_id: 'c1',
      alone_cents: 0,
    },
    {
      kind: 'facility',
      id: 'f1',
      name: 'River Site',
      state: 'gap',
      covered_from: '2024-06-01',
      captures: 1,
    },
  ])
  expect(captures?.map(({ id, causes: places }) => [id, places])).toEqual([
    ['x2', [0]],
    ['x9', [1, 2]],
  ])
  expect(unjudged).toMatchObject([{ id: 'n1', reason: 'no-date' }])
  // Not only those with a billable status: a capture may state none.
  expect(seen.find(({ url }) => url.includes('charge_captures'))?.url).toMatch(
    /exclude_charges_linked_to_claims=true(?!.*billable_status)/,
  )
  expect(reports.slice(-3)).toMatchObject([
    { done: 3, total: 3 },
    { words: 'Reading the facilities of contracts', done: 1, total: 1 },
    { words: 'Judging captures' },
  ])
  expect([...parts.values()].join()).not.toContain('Canary')
})

test('states, dates of single lines and a facility’s own providers count, and certain problems are separated from possible ones', async () => {
  const onlyIn = (...states: string[]) => ({ ...covered, regions: { type: 'states', states } })
  const site = {
    service_facility: { npi: 'fnpi', address: { state: 'nc' } },
    place_of_service_code: '11',
  }
  const lines = [
    { charge_amount_cents: 700, date_of_service: '2024-07-05' },
    { charge_amount_cents: 300, date_of_service: '2024-05-05' },
  ]
  const { board, causes, captures } = await make({
    '/api/contracts/v3/c1': () => ({
      ...contract,
      contract_service_facilities: [{ service_facility_id: 'f1', provider_ids: ['p1', 'p2'] }],
    }),
    '/api/contracts/v3/c1/providers/credentialing': () => ({
      items: [
        provider('p1', '1', [onlyIn('NC')]),
        provider('p2', '2', [onlyIn('VA', 'SC')]),
        provider('p3', '3', [covered]),
        provider('p4', '4', [{ ...covered, regions: null }]),
      ],
    }),
    '/api/charge_captures/v1': () => ({
      items: [
        capture('here', '1', { ...site, date_of_service: '2024-07-05' }),
        capture('elsewhere', '2', { ...site, date_of_service: '2024-07-05' }),
        capture('by phone', '2', {
          ...site,
          date_of_service: '2024-07-05',
          place_of_service_code: '10',
        }),
        capture('two days', '1', { ...site, date_of_service: null, service_lines: lines }),
        capture('not there', '3', { ...site, date_of_service: '2024-07-05' }),
        capture('no state', '4', { date_of_service: '2024-07-05' }),
      ],
    }),
  })
  expect(board).toMatchObject({
    will_deny: { captures: 2, cents: 1_300 },
    may_deny: { captures: 3, cents: 3_000 },
    fine: { captures: 1, cents: 1_700 },
    unjudged: [],
  })
  expect(causes).toMatchObject([
    {
      id: 'p2',
      state: 'other-state',
      is_certain: true,
      span_id: 's1',
      span_states: ['VA', 'SC'],
      place_state: 'NC',
      alone_cents: 1_000,
    },
    { id: 'p2', state: 'other-state', is_certain: false, place_state: 'NC' },
    {
      kind: 'facility',
      id: 'f1',
      state: 'gap',
      is_certain: true,
      cents: 300,
      first_date: '2024-05-05',
      last_date: '2024-05-05',
    },
    {
      id: 'p3',
      state: 'not-at-facility',
      is_certain: false,
      contract_id: 'c1',
      facility_id: 'f1',
      facility_name: 'River Site',
    },
    { id: 'p4', state: 'other-state', is_certain: false, span_states: [] },
  ])
  expect(captures?.find(({ id }) => id === 'two days')).toMatchObject({
    date: '2024-05-05',
    cents: 300,
    lines: [1],
    of_lines: 2,
  })
})

test('a capture with different lines counts each line’s charge in its own group, and the capture once', async () => {
  const line = (cents: number, more: object) => ({ charge_amount_cents: cents, ...more })
  const service_lines = [
    line(700, { date_of_service: '2024-07-05', place_of_service_code: '10' }),
    line(300, { date_of_service: '2024-05-05' }),
    line(50, { date_of_service: '2010-01-01' }),
    line(7, {}),
    line(40, { date_of_service: '2024-08-05' }),
  ]
  const spans = [
    {
      ...covered,
      start_date: '2024-07-01',
      end_date: '2024-07-31',
      regions: { type: 'states', states: ['SC'] },
    },
    { ...covered, start_date: '2024-08-01' },
  ]
  const { board, causes, captures, unjudged } = await make({
    '/api/contracts/v3/c1/providers/credentialing': () => ({ items: [provider('p1', '1', spans)] }),
    '/api/charge_captures/v1': () => ({
      items: [
        capture('mixed', '1', {
          date_of_service: null,
          service_facility: { npi: 'fnpi', address: { state: 'NC' } },
          place_of_service_code: '11',
          service_lines,
        }),
      ],
    }),
  })
  expect(board).toMatchObject({
    checked: { captures: 1, cents: 1_097 },
    will_deny: { captures: 1, cents: 300 },
    may_deny: { captures: 0, cents: 750 },
    fine: { captures: 0, cents: 40 },
    unjudged: [{ reason: 'no-date', captures: 0, cents: 7 }],
  })
  expect(captures).toMatchObject([
    { id: 'mixed', cents: 1_050, lines: [0, 1, 2], of_lines: 5, date: '2010-01-01' },
  ])
  expect(unjudged).toMatchObject([{ id: 'mixed', cents: 7, lines: [3], of_lines: 5 }])
  expect(
    causes?.map(({ is_certain, cents, alone_captures }) => [is_certain, cents, alone_captures]),
  ).toContainEqual([false, 700, 0])
  // Before the contract's first day it may have been another contract's.
  expect(causes).toContainEqual(
    expect.objectContaining({ state: 'contract-later', cents: 50, name: 'Institutional contract' }),
  )
})

test('captures of each status are counted apart: billable and planned ones are checked, the others left out', async () => {
  const { board } = await make({
    '/api/charge_captures/v1': () => ({
      items: [
        capture('a', '2', { responsible_party: 'SELF_PAY' }),
        { ...capture('b', '2'), status: 'aborted' },
        { ...capture('e', '2'), status: 'entered-in-error' },
        { ...capture('n', '2'), status: 'not-billable' },
        capture('never', '2', { billable_status: 'NOT_BILLABLE' }),
        { ...capture('self', '2', { responsible_party: 'SELF_PAY' }), status: 'aborted' },
        { ...capture('new', '2'), status: 'a-new-status' },
        { ...capture('p', '2'), status: 'planned' },
        { ...capture('fine', '1'), status: 'planned' },
        { ...capture('undated', '1', { date_of_service: null }), status: 'planned' },
        capture('d', '2'),
        capture('c', '2', { subscriber_primary: { insurance_card: { payer_id: 'OTHER' } } }),
      ],
    }),
  })
  expect(board).toMatchObject({
    checked: { captures: 5, cents: 5_000, planned: { captures: 3, cents: 3_000 } },
    left_out: {
      not_to_bill: { captures: 5, cents: 5_000 },
      self_pay: { captures: 1, cents: 1_000 },
      unknown: { captures: 1, cents: 1_000 },
    },
    will_deny: { captures: 2, cents: 2_000, planned: { captures: 1, cents: 1_000 } },
    fine: { captures: 1, cents: 1_000, planned: { captures: 1, cents: 1_000 } },
    unjudged: [
      { reason: 'no-date', captures: 1, planned: { captures: 1, cents: 1_000 } },
      { reason: 'no-contract', captures: 1, planned: { captures: 0, cents: 0 } },
    ],
  })
})

test('an incomplete roster is reported, and its missing providers are not judged', async () => {
  const { board, unjudged } = await make({
    '/api/contracts/v3/c1/providers/credentialing': (url) =>
      url.searchParams.get('page_token')
        ? 403
        : { items: [provider('p1', '1', [covered]), provider('p2', '2')], next_page_token: 'more' },
  })
  expect(board.unread).toEqual([
    {
      what: 'Roster of Northbridge with River Clinic',
      message: 'Not for this key.',
      contract_id: 'c1',
    },
  ])
  expect(board).toMatchObject({
    will_deny: { captures: 2 },
    rows: [{ is_roster_whole: false, are_facilities_whole: true }],
  })
  expect(unjudged.map(({ id, reason }) => [id, reason])).toEqual([
    ['x3', 'not-read'],
    ['n1', 'no-date'],
  ])
})

test.each([
  [
    'the organisation’s facilities',
    '/api/organization-service-facilities/v2',
    'The organisation’s service facilities',
    { fine: 2, unjudged: [] },
  ],
  [
    'facility spans',
    '/api/provider-credentialing-span/v2/facility',
    'Facility spans',
    { fine: 1, unjudged: ['not-read'] },
  ],
  [
    'single contracts',
    '/api/contracts/v3/c1',
    'Service facilities of Northbridge with River Clinic',
    { fine: 1, unjudged: ['not-read'] },
  ],
])(
  'a key that may not read %s is named as the reason; what does not depend on it is judged',
  async (_, path, what, { fine, unjudged: reasons }) => {
    const at = { service_facility_id: 'f1', date_of_service: '2024-07-01' }
    const { board, unjudged } = await make({
      [path]: () => 403,
      '/api/charge_captures/v1': () => ({
        items: [
          capture('x1', '1'),
          capture('x2', '2'),
          capture('at', '1', at),
          capture('off', '9', at),
        ],
      }),
    })
    expect(board.unread).toMatchObject([{ what, message: 'Not for this key.' }])
    expect(board).toMatchObject({
      rows: [
        { providers: { covered: 2, none: 1 }, is_roster_whole: true, are_facilities_whole: false },
      ],
      will_deny: { captures: 2 },
      fine: { captures: fine },
    })
    expect(unjudged.map(({ reason }) => reason)).toEqual(reasons)
  },
)

test('a key that cannot read contracts of one status gets a board of the others', async () => {
  const { board } = await make({
    '/api/contracts/v3': (url) =>
      url.searchParams.get('contract_status') === 'cancelled'
        ? 403
        : { items: url.searchParams.get('contract_status') === 'effective' ? [contract] : [] },
  })
  expect(board).toMatchObject({
    rows: [{ payer: { name: 'Northbridge' } }],
    unread: [{ what: 'Contracts with the status cancelled' }],
  })
})

test('a span with an unreadable date leaves its provider unjudged, not covered', async () => {
  const odd = { ...covered, end_date: 'soon' }
  const { board, unjudged } = await make({
    '/api/contracts/v3/c1/providers/credentialing': () => ({ items: [provider('p1', '1', [odd])] }),
  })
  expect(board.unread).toMatchObject([{ what: 'Providers of Northbridge with River Clinic: 1' }])
  expect(unjudged.find(({ id }) => id === 'x1')?.reason).toBe('not-read')
})

test('a key without captures still gets the counts, and a repeating page token is reported', async () => {
  const { board } = await make({ '/api/charge_captures/v1': () => 403 })
  expect(board).toMatchObject({
    rows: [{ providers: { covered: 2, none: 1 } }],
    unread: [{ what: 'Charge captures', message: 'Not for this key.' }],
  })
  const round = await make({
    '/api/charge_captures/v1': () => ({ items: [capture('x2', '2')], next_page_token: 'again' }),
  })
  expect(round.board).toMatchObject({
    will_deny: { captures: 1 },
    unread: [{ what: 'Charge captures after the first 1' }],
  })
})

test('without a readable contract the board fails with the partner’s message, and a cancelled one sends nothing more', async () => {
  const { result } = await make({ '/api/contracts/v3': () => 403 })
  expect(result).toMatchObject({ ok: false, error: { message: 'Not for this key.' } })
  const stop = new AbortController()
  const { seen } = await make(
    { '/api/charge_captures/v1': () => (stop.abort(), { items: [] }) },
    stop.signal,
  )
  expect(seen.filter(({ url }) => url.includes('credentialing'))).toEqual([])
})

const deniedEncounter = (more: object = {}, claim: object = {}) => ({
  encounter_id: 'e1',
  external_id: 'VISIT-1',
  date_of_service: '2024-05-05',
  billing_provider: { npi: party.npi },
  rendering_provider: { npi: '2', first_name: 'Bo', last_name: 'Off' },
  patient: { first_name: 'Canary' },
  subscriber_primary: { insurance_card: { payer_id: 'PAY1' } },
  claims: [
    {
      claim_id: 'cl1',
      status: 'denied',
      service_lines: [
        { charge_amount_cents: 700, denial_reason: { reason: 'Credentialing' } },
        { charge_amount_cents: 90, denial_reason: { reason: 'Bundled' } },
      ],
      ...claim,
    },
  ],
  ...more,
})
// The contract of the partner is institutional: one that is professional judges the provider.
const professional = {
  '/api/contracts/v3': (url: URL) => ({
    items:
      url.searchParams.get('contract_status') === 'effective'
        ? [{ ...contract, type: 'professional' }]
        : [],
  }),
  '/api/contracts/v3/c1/providers/credentialing': () => ({
    items: [provider('p2', '2', [{ ...covered, payer_loaded_date: '2024-08-01' }])],
  }),
}

test('claims that were denied before their span was loaded are kept without the patient, by the denied lines alone', async () => {
  const queries: string[] = []
  const { board, reprocess, parts } = await make({
    ...professional,
    '/api/encounters/v4': (url) => {
      queries.push(url.search)
      return {
        items: url.search.includes('finalized_denied')
          ? [
              deniedEncounter(
                { encounter_id: 'e2' },
                { claim_id: 'cl2', status: 'finalized_denied' },
              ),
            ]
          : [
              deniedEncounter(),
              deniedEncounter(
                { encounter_id: 'e3' },
                { claim_id: 'cl3', eras: [{ check_date: '2024-08-02' }] },
              ),
              {},
            ],
      }
    },
  })
  expect(queries).toHaveLength(2)
  expect(queries.every((query) => query.includes('date_of_service_min='))).toBe(true)
  expect(board.denied).toMatchObject({ claims: 3, cents: 2_100, unreadable: 1 })
  expect(board.rows[0]!.reprocess).toEqual({ claims: 2, cents: 1_400, without_amount: 0 })
  expect(reprocess).toMatchObject([
    { id: 'e1', claim_id: 'cl1', cents: 700, loaded_on: '2024-08-01', is_final: false },
    { id: 'e2', claim_id: 'cl2', cents: 700, is_final: true },
  ])
  expect([...parts.values()].join('')).not.toContain('Canary')
})

test('a key that may not list encounters has its board without denied claims, and the reason', async () => {
  const { board } = await make({ ...professional, '/api/encounters/v4': () => 403 })
  expect(board.denied).toMatchObject({
    claims: 0,
    failure: expect.stringContaining('Not for this key'),
  })
  expect(board.unread).toEqual([])
  expect(board.rows).toHaveLength(1)
})

test('a secondary payer is judged for its own claim: its row names it, and the money is counted once with the primary', async () => {
  const medicaid = { payer_uuid: 'payer-2', payer_id: 'MCD', payer_name: 'Highplain Medicaid' }
  const second = { ...contract, contract_id: 'c2', type: 'professional', payer: medicaid }
  const card = (payer_id: string) => ({
    insurance_card: { payer_id, payer_name: payer_id, member_id: 'M' },
  })
  const { board, captures, parts } = await make({
    '/api/contracts/v3': (url) => ({
      items:
        url.searchParams.get('contract_status') === 'effective'
          ? [{ ...contract, type: 'professional' }, second]
          : [],
    }),
    '/api/contracts/v3/c1/providers/credentialing': () => ({
      items: [provider('p1', '1', [covered])],
    }),
    '/api/contracts/v3/c2/providers/credentialing': () => ({ items: [provider('p1', '1')] }),
    '/api/charge_captures/v1': () => ({
      items: [
        capture('x1', '1', { subscriber_secondary: card('MCD') }),
        capture('x2', '1', { subscriber_secondary: card('UNKNOWN') }),
        capture('x3', '1'),
      ],
    }),
  })
  expect(board).toMatchObject({
    checked: { captures: 3, cents: 3_000 },
    fine: { captures: 3, cents: 3_000 },
    will_deny: { captures: 0, cents: 0 },
    others: { claims: 2, unjudged: 1 },
  })
  expect(captures).toBeUndefined()
  const [first, secondRow] = board.rows
  expect(first!.others).toBeUndefined()
  expect(secondRow).toMatchObject({
    payer: { name: 'Highplain Medicaid' },
    risk: { will: { captures: 0, cents: 0 } },
    others: { will: { captures: 1, cents: 1_000 } },
  })
  expect(JSON.parse(parts.get(causesPart(1))!)).toMatchObject([
    { kind: 'provider', id: 'p1', state: 'none', rank: 'secondary', captures: 1 },
  ])
  expect(JSON.parse(parts.get(capturesPart(1))!)).toMatchObject([
    { id: 'x1', verdict: 'will-deny', rank: 'secondary' },
  ])
})

test('a capture with the payer id that Availity uses is matched, and says so', async () => {
  const known = { ...contract, payer: { ...payer, availity_claims_payer_id: 'AV1' } }
  const { captures } = await make({
    '/api/contracts/v3': (url) => ({
      items: url.searchParams.get('contract_status') === 'effective' ? [known] : [],
    }),
    '/api/charge_captures/v1': () => ({
      items: [
        capture('x1', '2', { subscriber_primary: { insurance_card: { payer_id: 'AV1' } } }),
        capture('x2', '2'),
      ],
    }),
  })
  expect(captures?.map(({ id, is_by_alias = false }) => [id, is_by_alias])).toEqual([
    ['x1', true],
    ['x2', false],
  ])
})
