import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { fieldKey, rowProposal } from '#lib/rules/queue/row-proposals.ts'
import { shapeOfPath } from './bulk-change.ts'
import { withOffers, type KnownByCapture } from './row-offers.ts'
import { valueSumOf, valueTableOf } from './value-table.ts'

const path = 'data.rendering_provider.npi'
const shape = shapeOfPath(captureShape(), path)!

const itemOf = (at: number, more: object = {}) => ({
  id: `item ${at}`,
  claim_creation_id: `claim ${at}`,
  capture_id: `capture ${at}`,
  external_id: `CHG-${at}`,
  path,
  value: JSON.stringify('1234567890'),
  rendering: 'Corwin, Amparo',
  cents: 100 * at,
  ...more,
})
const found = (value: string, source: string, isSure: boolean): Proposal => ({
  path,
  value,
  source,
  from: isSure ? 'same-claim' : 'list',
  isSure,
})
const tableOf = (items: ReturnType<typeof itemOf>[]) =>
  valueTableOf(items, 'provider', { shape, otherErrors: new Set() })
const of = (...all: [number, Proposal[]][]): KnownByCapture =>
  Object.fromEntries(all.map(([at, some]) => [`capture ${at}`, { [path]: some }]))

// Two people of one name are in the list; the other capture of the claim says which of them it is.
const namesakes = [
  found('1093817465', 'Provider list, exact name', false),
  found('1234567893', 'Provider list, exact name', false),
]

test('step 1 has exactly what the list of the queue has for each capture, and parts a row whose captures differ', () => {
  const items = [1, 2, 3, 4].map((at) => itemOf(at))
  const known = of(
    [1, [...namesakes, found('1234567893', 'from CHG-9 of this claim', true)]],
    [2, [...namesakes, found('1234567893', 'from CHG-8 of this claim', true)]],
    [3, [...namesakes, found('1093817465', 'from CHG-7 of this claim', true)]],
    [4, namesakes],
  )
  const table = tableOf(items)
  expect(table.rows).toHaveLength(1)
  const { rows, offers } = withOffers(table, known, shape)
  const byCapture = new Map(
    Object.entries(known).map(([id, names]) => [fieldKey(id, path), names[path]!]),
  )
  for (const item of items) {
    const listed = rowProposal(item, byCapture)
    const row = rows.find(({ captures }) => captures.some(({ id }) => id === item.capture_id))!
    expect([item.id, offers[row.id]?.sure?.text]).toEqual([
      item.id,
      listed?.kind === 'sure' ? listed.words : undefined,
    ])
  }
  expect(rows.map(({ captures, cents }) => [captures.length, cents])).toEqual([
    [2, 300],
    [1, 300],
    [1, 400],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  // The sums are those of the whole row.
  const { of: all, ofClaims, cents } = valueSumOf({ ...table, rows }, () => true)
  expect([all, ofClaims, cents]).toEqual([4, 4, 1000])
})

test('captures that were not asked about take what all others have, and need a person where these differ', () => {
  const many = Array.from({ length: 205 }, (_, at) => itemOf(at + 1))
  const table = tableOf(many)
  const asked = table.rows[0]!.fields
  expect(asked).toHaveLength(200)
  const all = asked.map(({ charge_capture_id: id }) => [
    id,
    { [path]: [found('1234567893', 'x', true)] },
  ])
  const same = withOffers(table, Object.fromEntries(all) as KnownByCapture, shape)
  expect(same.rows.map(({ captures }) => captures.length)).toEqual([205])
  const but = { ...(Object.fromEntries(all) as KnownByCapture), ...of([1, namesakes]) }
  const parted = withOffers(table, but, shape)
  expect(
    parted.rows.map(({ id, captures }) => [captures.length, parted.offers[id]?.sure?.text]),
  ).toEqual([
    [6, undefined],
    [199, '1234567893'],
  ])
})

test('two values that are sure and differ need a person, also beside a capture that has one', () => {
  const table = tableOf([itemOf(1), itemOf(2)])
  const listed = {
    ...found('1093817465', 'Provider list, exact name', true),
    from: 'list',
  } as const
  const { rows, offers } = withOffers(
    table,
    of([1, [listed]], [2, [listed, found('1234567893', 'from CHG-9 of this claim', true)]]),
    shape,
  )
  expect(rows.map(({ id }) => offers[id]?.sure?.text)).toEqual(['1093817465', undefined])
  expect(offers[rows[1]!.id]!.near.map(({ text }) => text)).toEqual(['1093817465', '1234567893'])
})
