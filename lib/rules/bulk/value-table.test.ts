import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { shapeOfPath } from './bulk-change.ts'
import { valueRowsBy, valueSumOf, valueTableOf } from './value-table.ts'

const payerId = 'data.subscriber_primary.insurance_card.payer_id'
const shape = shapeOfPath(captureShape(), payerId)!
const noOthers: ReadonlySet<string> = new Set()
let made = 0

function item(about: {
  claim?: string
  capture?: string
  payer?: string
  value?: string
  cents?: number
}) {
  made += 1
  const capture = about.capture ?? `capture-${made}`
  return {
    claim_creation_id: about.claim ?? `claim-${made}`,
    capture_id: capture,
    external_id: capture.toUpperCase(),
    path: payerId,
    value: JSON.stringify(about.value ?? 'UNK77'),
    payer: about.payer ?? 'Sunfield',
    cents: about.cents ?? 100,
  }
}

test.each([
  [payerId, 'payer'],
  ['data.rendering_provider.npi', 'provider'],
  ['data.billing_provider.npi', 'capture'],
  ['data.subscriber_secondary.insurance_card.payer_id', 'capture'],
  ['data.subscriber_primary.insurance_card.member_id', 'capture'],
  ['data.date_of_service', 'capture'],
  ['data.referring_provider.taxonomy_code', 'capture'],
  ['data.billing_provider.taxonomy_code', 'party'],
  ['data.billing_provider.tax_id', 'party'],
  ['data.billing_provider.address.address1', 'party'],
  ['data.rendering_provider.taxonomy_code', 'party'],
  ['data.place_of_service_code', 'capture'],
  ['data.rendering_provider.last_name', 'party'],
  ['data.additional_information', 'value'],
])('rows for %s are told apart by %s', (path, by) => {
  expect(valueRowsBy(path)).toBe(by)
})

test('a row is a value with a payer name, the rows with the most money first, each claim once', () => {
  const { rows, captures, aside } = valueTableOf(
    [
      item({ payer: 'Sunfield', cents: 500 }),
      item({ payer: 'Cobalt', claim: 'shared', cents: 900 }),
      item({ payer: 'Cobalt', claim: 'shared', cents: 900 }),
      item({ payer: 'Cobalt', value: 'UNK78', cents: 100 }),
    ],
    'payer',
    { shape, otherErrors: noOthers },
  )
  expect(rows.map(({ name, now, cents, captures: of }) => [name, now, of.length, cents])).toEqual([
    ['Cobalt', 'UNK77', 2, 900],
    ['Sunfield', 'UNK77', 1, 500],
    ['Cobalt', 'UNK78', 1, 100],
  ])
  expect([captures, aside]).toEqual([4, 0])
})

test('one wrong tax ID of several organizations is a row for each, whatever their payers and names', () => {
  const of = (npi: string | undefined, name?: string) => ({
    ...item({ payer: `Payer ${made}` }),
    party: { ...(npi && { npi }), ...(name && { name }) },
  })
  const { rows } = valueTableOf(
    [
      of('1', 'Elm Clinic'),
      of('1', 'Elm Clinic'),
      of('2', 'Elm Clinic'),
      of('3'),
      of(undefined),
      of(undefined),
    ],
    'party',
    { shape, otherErrors: noOthers },
  )
  const shown = rows.map(({ name, captures, fields }) => [name, captures.length, fields?.length])
  expect(shown.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    [undefined, 1, 1],
    [undefined, 1, 1],
    ['Elm Clinic', 1, 1],
    ['Elm Clinic', 2, 2],
    ['NPI 3', 1, 1],
  ])
})

test('a capture with several values, and an error of no one capture, has no row', () => {
  const { rows, captures, aside } = valueTableOf(
    [
      item({ capture: 'two' }),
      { ...item({ capture: 'two', value: 'UNK78' }) },
      { ...item({}), capture_id: undefined, external_id: undefined, path: undefined },
      item({ capture: 'one' }),
    ],
    'payer',
    { shape, otherErrors: noOthers },
  )
  expect(rows.flatMap(({ captures: of }) => of.map(({ id }) => id))).toEqual(['one'])
  expect([captures, aside]).toEqual([3, 2])
})

test('a claim is freed once all its rows have a value, and not while it has another error', () => {
  const table = valueTableOf(
    [
      item({ claim: 'split', payer: 'Cobalt', cents: 700 }),
      item({ claim: 'split', payer: 'Sunfield', cents: 700 }),
      item({ claim: 'whole', payer: 'Sunfield', cents: 30 }),
      item({ claim: 'other', payer: 'Sunfield', cents: 5 }),
    ],
    'payer',
    { shape, otherErrors: new Set(['other']) },
  )
  const sumOf = (names: string[]) => valueSumOf(table, ({ name = '' }) => names.includes(name))
  expect(sumOf([])).toEqual({
    captures: 0,
    of: 4,
    claims: 0,
    cents: 0,
    ofClaims: 0,
    left: 0,
    unknown: 0,
  })
  expect(sumOf(['Sunfield'])).toEqual({
    captures: 3,
    of: 4,
    claims: 1,
    cents: 30,
    ofClaims: 3,
    left: 1,
    unknown: 0,
  })
  // Nobody knows yet whether the partner takes what was typed for Cobalt.
  const isFilled = () => true
  expect(valueSumOf(table, isFilled, ({ name }) => name !== 'Cobalt')).toMatchObject({
    claims: 1,
    cents: 30,
    ofClaims: 3,
    left: 1,
    unknown: 1,
  })
  expect(sumOf(['Sunfield', 'Cobalt'])).toMatchObject({
    captures: 4,
    claims: 2,
    cents: 730,
    ofClaims: 3,
  })
})
