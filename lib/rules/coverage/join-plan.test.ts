import { expect, test } from 'vitest'
import { joinPlan, type JoinContract, type JoinProvider } from './join-plan.ts'

const today = '2026-11-26'
const dates = { start_date: '2027-01-01', end_date: '', submitted_date: '2026-11-23' }
const contract = (payer: string, more: Partial<JoinContract> = {}): JoinContract => ({
  payer: { uuid: payer.toLowerCase(), name: payer },
  provider: { id: 'skiles', name: 'Skiles' },
  contract_id: `of ${payer}`,
  type: 'professional',
  status: 'effective',
  effective_date: '2020-01-01',
  regions: { type: 'national' },
  count: 17,
  ...more,
})
const person = (more: Partial<JoinProvider> = {}): JoinProvider => ({
  is_rendering: true,
  ended_on: undefined,
  on: new Set(),
  spans: [],
  ...more,
})
const span = (payer: string, own: object) => ({
  payer: { uuid: payer.toLowerCase(), name: payer },
  provider: { id: 'skiles', name: 'Skiles' },
  span: { id: 's', ...own },
})
const plan = (one: JoinContract, who = person(), when = dates) =>
  joinPlan([{ contract: one, dates: when }], who, today)[0]!

test('a contract gets a roster entry and a span with the contract’s states', () => {
  const regions = { type: 'states' as const, states: ['OR', 'WA'] as const }
  expect(plan(contract('Aldercrest', { regions: { ...regions, states: ['OR', 'WA'] } }))).toEqual({
    contract: expect.objectContaining({ contract_id: 'of Aldercrest' }) as unknown,
    result: 'ready',
    adds_to_roster: true,
    span: { start_date: '2027-01-01', submitted_date: '2026-11-23', regions },
    words: [],
  })
})

test('what is there already is not written again', () => {
  const on = person({ on: new Set(['of Larkspur']) })
  expect(plan(contract('Larkspur'), on)).toMatchObject({
    result: 'ready',
    adds_to_roster: false,
    span: { start_date: '2027-01-01' },
    words: ['On the roster already.'],
  })
  const both = person({
    on: new Set(['of Larkspur']),
    spans: [span('Larkspur', { start_date: '2026-01-01' })],
  })
  expect(plan(contract('Larkspur'), both)).toMatchObject({
    result: 'nothing',
    adds_to_roster: false,
    span: undefined,
    words: ['On the roster already.', 'A span from 01/01/2026 on is there. None is added.'],
  })
})

test('paper that waits for the payer is not sent a second time, and a switched-off span is no obstacle', () => {
  const waiting = person({ spans: [span('Cedar', { submitted_date: '2026-10-19' })] })
  expect(plan(contract('Cedar'), waiting)).toMatchObject({ span: undefined, adds_to_roster: true })
  const off = person({ spans: [span('Cedar', { start_date: '2026-01-01', is_enabled: false })] })
  expect(plan(contract('Cedar'), off).span).toBeDefined()
  const ended = person({
    spans: [span('Cedar', { start_date: '2024-01-01', end_date: '2026-12-31' })],
  })
  expect(plan(contract('Cedar'), ended).span).toBeDefined()
  // Without a first day it would wait beside a span that is still open.
  expect(plan(contract('Cedar'), ended, { ...dates, start_date: '' }).span).toBeUndefined()
})

test('spans of other states, payers and clinics do not count', () => {
  const others = person({
    spans: [
      span('Cedar', { start_date: '2020-01-01', states: ['AK'] }),
      span('Dogwood', { start_date: '2020-01-01' }),
      {
        ...span('Cedar', { start_date: '2020-01-01' }),
        provider: { id: 'welch', name: 'Welch' },
      },
    ],
  })
  const one = contract('Cedar', { regions: { type: 'states', states: ['OR'] } })
  expect(plan(one, others).span).toBeDefined()
})

test.each([
  [contract('A', { status: 'cancelled' }), person(), dates, /cancelled/],
  [contract('A', { regions: undefined }), person(), dates, /states/],
  [contract('A'), person({ is_rendering: false }), dates, /rendering/],
  [contract('A'), person(), { start_date: '', end_date: '', submitted_date: '' }, /date/],
  [contract('A'), person(), { ...dates, end_date: '2026-12-31' }, /before the effective/],
])('what cannot be written says why: %#', (one, who, when, why) => {
  const line = plan(one, who, when)
  expect(line).toMatchObject({ result: 'left-out', adds_to_roster: false, span: undefined })
  expect(line.words.join(' ')).toMatch(why)
})

test.each([
  [
    contract('A', { expiration_date: '2026-12-31' }),
    person(),
    /ends 12\/31\/2026, before the span/,
  ],
  [contract('A', { effective_date: '2027-03-01' }), person(), /begins 03\/01\/2027/],
  [contract('A', { status: 'pending' }), person(), /pending/],
  [contract('A'), person({ ended_on: '2026-12-15' }), /Employment ended 12\/15\/2026/],
])('what should be looked at is written only after that: %#', (one, who, why) => {
  const line = plan(one, who)
  expect(line).toMatchObject({ result: 'look', adds_to_roster: true })
  expect(line.words.join(' ')).toMatch(why)
})

test('two contracts of one payer and clinic share one span', () => {
  const two = [contract('Aldercrest'), contract('Aldercrest', { contract_id: 'institutional' })]
  const lines = joinPlan(
    two.map((one) => ({ contract: one, dates })),
    person(),
    today,
  )
  expect(lines.map(({ adds_to_roster, span: own }) => [adds_to_roster, Boolean(own)])).toEqual([
    [true, true],
    [true, false],
  ])
  const on = person({ on: new Set(['of Aldercrest', 'institutional']) })
  const again = joinPlan(
    two.map((one) => ({ contract: one, dates })),
    on,
    today,
  )
  expect(again.map(({ result }) => result)).toEqual(['ready', 'nothing'])
})
