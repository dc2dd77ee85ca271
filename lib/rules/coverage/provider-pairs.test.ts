import { expect, test } from 'vitest'
import { needsWork, providerPairs, type PairParties } from './provider-pairs.ts'

const today = '2026-11-26'
const pair = (payer: string, clinic = 'Skiles'): PairParties => ({
  payer: { uuid: payer.toLowerCase(), name: payer },
  provider: { id: clinic.toLowerCase(), name: clinic },
})
const contract = (parties: PairParties, status = 'effective') => ({
  ...parties,
  contract_id: `contract of ${parties.payer.name}`,
  type: 'professional',
  status,
})
const span = (parties: PairParties, id: string, dates: object) => ({
  ...parties,
  span: { id, payer_loaded_date: '2020-01-01', submitted_date: '2020-01-01', ...dates },
})

test('contracts, spans and captures at risk of one payer and clinic are one row', () => {
  const sunfield = pair('Sunfield')
  const [row, ...others] = providerPairs(
    {
      contracts: [contract(sunfield), { ...contract(sunfield), contract_id: 'second' }],
      spans: [
        span(sunfield, 'old', { start_date: '2024-01-01', end_date: '2026-09-16' }),
        span(sunfield, 'next', { start_date: '2027-01-01' }),
        span(pair('Sunfield', 'Welch'), 'other clinic', { start_date: '2024-01-01' }),
      ],
      risks: [{ ...sunfield, captures: 7, will: 7, hold: 0, cents: 1_828_980, without_amount: 0 }],
    },
    today,
  )
  expect(row).toMatchObject({
    payer: { name: 'Sunfield' },
    cover: { state: 'gap' },
    risk: { captures: 7, cents: 1_828_980 },
  })
  expect(row!.contracts).toHaveLength(2)
  expect(row!.spans.map(({ id }) => id)).toEqual(['next', 'old'])
  expect(others.map(({ provider }) => provider.name)).toEqual(['Welch'])
})

test('the most money comes first, then cover that needs work, then the name', () => {
  const covered = { start_date: '2024-01-01' }
  const [a, b, c, d] = ['Aldercrest', 'Bluestem', 'Cedar', 'Dogwood'].map((name) => pair(name))
  const rows = providerPairs(
    {
      contracts: [contract(a!), contract(b!), contract(c!), contract(d!)],
      spans: [span(a!, '1', covered), span(b!, '2', covered), span(d!, '4', covered)],
      risks: [{ ...d!, captures: 1, will: 0, hold: 0, cents: 100, without_amount: 0 }],
    },
    today,
  )
  expect(rows.map(({ payer }) => payer.name)).toEqual([
    'Dogwood',
    'Cedar',
    'Aldercrest',
    'Bluestem',
  ])
})

test('cover without a contract in force needs work, and its last day is known', () => {
  const [row] = providerPairs(
    {
      contracts: [contract(pair('Bluestem'), 'cancelled')],
      spans: [span(pair('Bluestem'), '1', { start_date: '2024-01-01', end_date: '2027-01-06' })],
      risks: [],
    },
    today,
  )
  expect(row).toMatchObject({ cover: { state: 'covered' }, covered_until: '2027-01-06' })
  expect(needsWork(row!)).toBe(true)
})

test('paper without a first day is the newest span, and counts as submitted', () => {
  const [row] = providerPairs(
    {
      contracts: [],
      spans: [
        span(pair('Cedar'), 'old', { start_date: '2020-01-01', end_date: '2021-01-01' }),
        span(pair('Cedar'), 'paper', { payer_loaded_date: undefined }),
      ],
      risks: [],
    },
    today,
  )
  expect(row!.spans.map(({ id }) => id)).toEqual(['paper', 'old'])
  expect(row!.cover).toEqual({ state: 'submitted', awaits_first_day: true })
})
