import { expect, test } from 'vitest'
import { addDays } from '#lib/core/local-date.ts'
import {
  amountByRow,
  amountOf,
  EndingMoney,
  endsAlone,
  isInWindow,
  nextEndOf,
  type Ending,
  type Period,
} from './expiring.ts'
import type { CaptureFacts } from './facts.ts'

const today = '2026-11-23'
const inDays = (days: number) => addDays(today, days)
const period = (end: number | undefined, rest: Partial<Period> = {}): Period => ({
  key: 'k',
  start: inDays(-300),
  end: end === undefined ? undefined : inDays(end),
  ...rest,
})
const alone = (...periods: Period[]) => endsAlone(periods, today).map(({ end }) => end)

test('what ends within 90 days or ended within a year is listed, and its last day counts', () => {
  expect(alone(period(0))).toEqual([inDays(0)])
  expect(alone(period(90))).toEqual([inDays(90)])
  expect(alone(period(91))).toEqual([])
  expect(alone(period(-1))).toEqual([inDays(-1)])
  expect(alone(period(-365))).toEqual([inDays(-365)])
  expect(alone(period(-366))).toEqual([])
  expect(alone(period(undefined))).toEqual([])
  expect(nextEndOf([period(91), period(40), period(400)], today)).toBe(inDays(91))
})

test('a span that goes on from the next day continues one; a gap, another key or an earlier end do not', () => {
  expect(alone(period(20), period(undefined, { start: inDays(21) }))).toEqual([])
  expect(alone(period(20), period(400, { start: inDays(-10) }))).toEqual([])
  expect(alone(period(20), period(400, { start: inDays(22) }))).toEqual([inDays(20)])
  expect(alone(period(20), period(400, { key: 'other' }))).toEqual([inDays(20)])
  expect(alone(period(20), period(10, { start: inDays(-10) }))).toEqual([inDays(20)])
  // The last of a chain is the one that ends.
  expect(alone(period(-30), period(20, { start: inDays(-29) }))).toEqual([inDays(20)])
  // Two that end on the same day continue each other for no day.
  expect(alone(period(20), period(20))).toHaveLength(2)
})

test('an end that is over is continued by what began later, but not by what is still to begin', () => {
  expect(alone(period(-60), period(undefined, { start: inDays(-20) }))).toEqual([])
  expect(alone(period(-60), period(undefined, { start: inDays(5) }))).toEqual([inDays(-60)])
})

test('a span continues only the states that it covers', () => {
  const next = (states: Period['states']) => period(undefined, { start: inDays(21), states })
  expect(alone(period(20, { states: ['OR'] }), next(['OR', 'WA']))).toEqual([])
  expect(alone(period(20, { states: ['OR'] }), next(undefined))).toEqual([])
  expect(alone(period(20, { states: ['OR', 'ID'] }), next(['OR']))).toEqual([inDays(20)])
  expect(alone(period(20), next(['OR']))).toEqual([inDays(20)])
  expect(alone(period(20, { states: ['OR'] }), next(null))).toEqual([inDays(20)])
})

test('windows have their last day, and what is over is in none of them', () => {
  const within = (days: number) =>
    (['30', '60', '90', 'ended'] as const).filter((window) =>
      isInWindow({ ends: inDays(days) }, window, today),
    )
  expect(within(0)).toEqual(['30', '60', '90'])
  expect(within(30)).toEqual(['30', '60', '90'])
  expect(within(31)).toEqual(['60', '90'])
  expect(within(90)).toEqual(['90'])
  expect(within(-1)).toEqual(['ended'])
})

const row = (rest: Partial<Ending>): Ending => ({
  id: 'r',
  kind: 'contract',
  ends: inDays(20),
  payer: { uuid: 'u1', name: 'Payer' },
  provider: { id: 'o1', name: 'Clinic' },
  contract_type: 'professional',
  is_money_known: true,
  ...rest,
})
const rows = [
  row({}),
  row({ kind: 'provider', covered: { id: 'p1', name: 'One, A', npi: '11' } }),
  row({ kind: 'facility', covered: { id: 'f1', name: 'Place', npi: '77' } }),
  row({ contract_type: 'institutional' }),
]
const npis = ['1', '1', '1', '1']
const capture = (rest: Partial<CaptureFacts>): CaptureFacts => ({
  id: 'c',
  payer_id: 'P1',
  billing_npi: '1',
  cents: 100,
  is_institutional: false,
  parts: [],
  ...rest,
})
const moneyOf = (...captures: Partial<CaptureFacts>[]) => {
  const money = new EndingMoney(
    rows,
    [
      { payer: { uuid: 'u1', id: 'P1', alias: 'A1' }, npi: '1' },
      { payer: { uuid: 'u2', id: 'P2' }, npi: '2' },
    ],
    (one) => npis[rows.indexOf(one)],
  )
  for (const each of captures) money.add(capture(each))
  return money.amounts
}
const placesOf = (each: Partial<CaptureFacts>) => moneyOf(each)[0]?.rows ?? []

test('a capture depends on the contract of its kind of claim, on its providers and on its facility', () => {
  expect(placesOf({ rendering_npi: '99' })).toEqual([0])
  expect(placesOf({ rendering_npi: '11' })).toEqual([0, 1])
  expect(placesOf({ supervising_npi: '11', facility_id: 'f1' })).toEqual([0, 1, 2])
  expect(placesOf({ facility_npi: '77' })).toEqual([0, 2])
  expect(placesOf({ facility_id: 'f2', facility_npi: '77' })).toEqual([0])
  expect(placesOf({ is_institutional: true })).toEqual([3])
})

test('a capture is found by the payer’s id or its clearinghouse’s, and by the billing or else the rendering provider', () => {
  expect(placesOf({ payer_id: 'A1' })).toEqual([0])
  expect(placesOf({ payer_id: 'P3' })).toEqual([])
  expect(placesOf({ payer_id: undefined })).toEqual([])
  expect(placesOf({ billing_npi: '8', rendering_npi: '1' })).toEqual([0])
  // Another pair that does not end takes its own captures.
  expect(placesOf({ payer_id: 'P2', billing_npi: '2', rendering_npi: '1' })).toEqual([])
})

test('a sum over rows counts each capture once, planned ones apart, and says how many have no charge', () => {
  const amounts = moneyOf(
    { rendering_npi: '11' },
    { rendering_npi: '11', cents: 250, isPlanned: true },
    { cents: undefined },
  )
  expect(amountOf(amounts, new Set([0, 1]))).toEqual({
    captures: 3,
    cents: 350,
    planned: { captures: 1, cents: 250 },
    without_amount: 1,
  })
  const own = amountByRow(amounts)
  expect([own.get(0)?.captures, own.get(1)?.cents, own.get(2)]).toEqual([3, 350, undefined])
})
