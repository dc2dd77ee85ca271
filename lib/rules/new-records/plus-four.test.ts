import { expect, test } from 'vitest'
import { plusFourIn } from './plus-four.ts'

const npi = '1999999984'
const address = (zip_code: string, zip_plus_four_code: string | null) => ({ zip_code, zip_plus_four_code })
const facility = (zip: string, four: string | null) => ({ npi, address: address(zip, four) })

test.each([
  ['the facility with the NPI', [facility('97205', '4410')], '4410'],
  ['a provider with the NPI', [{ npi, addresses: [{ address: address('97205', '4410') }] }], '4410'],
  [
    'both, where they agree',
    [facility('97205', '4410'), { npi, addresses: [{ address: address('97205', '4410') }] }],
    '4410',
  ],
])('the four digits come from %s', (_words, records, four) => {
  expect(plusFourIn(records, npi, '97205')).toBe(four)
})

test.each([
  ['the record is of another NPI', [{ ...facility('97205', '4410'), npi: '1234567893' }]],
  ['the record is at another ZIP code', [facility('97206', '4410')]],
  ['the record has the placeholder itself', [facility('97205', '9998')]],
  ['two addresses have different ones', [facility('97205', '4410'), facility('97205', '4411')]],
  [
    'the records are of other types',
    [null, 5, { npi, address: 'Elm Street', addresses: 'none' }, facility('97205', null)],
  ],
])('there are none where %s', (_words, records) => {
  expect(plusFourIn(records, npi, '97205')).toBeUndefined()
})
