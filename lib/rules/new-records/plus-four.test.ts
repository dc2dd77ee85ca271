import { expect, test } from 'vitest'
import { plusFourIn } from './plus-four.ts'

const npi = '1999999984'
const facility = (zip_code: string, zip_plus_four_code: string | null) => ({
  npi,
  address: { zip_code, zip_plus_four_code },
})
const provider = (...addresses: [zip_code: string, zip_plus_four_code: string][]) => ({
  npi,
  addresses: addresses.map(([zip_code, zip_plus_four_code]) => ({
    address: { zip_code, zip_plus_four_code },
  })),
})
const none: unknown[] = []

test.each([
  ['the facility with the NPI', [facility('97205', '4410')], none, '4410'],
  [
    'the facility before the provider',
    [facility('97205', '4410')],
    [provider(['97205', '4411'])],
    '4410',
  ],
  [
    'the provider with the NPI, at the ZIP code',
    none,
    [provider(['97206', '1234'], ['97205', '4411'])],
    '4411',
  ],
])('the four digits come from %s', (_words, facilities, providers, four) => {
  expect(plusFourIn({ facilities, providers }, npi, '97205')).toBe(four)
})

test.each([
  ['the record is of another NPI', [{ ...facility('97205', '4410'), npi: '1234567893' }], none],
  ['the record is at another ZIP code', [facility('97206', '4410')], none],
  ['the record has the placeholder itself', [facility('97205', '9998')], none],
  [
    'two facilities have different digits',
    [facility('97205', '4410'), facility('97205', '4411')],
    [provider(['97205', '4410'])],
  ],
  ['the provider has two addresses', none, [provider(['97205', '4410'], ['97205', '4411'])]],
  [
    'the records are of other types',
    [null, 5, { npi, address: 'Elm Street' }, facility('97205', null)],
    [{ npi, addresses: 'none' }],
  ],
])('no result if %s', (_words, facilities, providers) => {
  expect(plusFourIn({ facilities, providers }, npi, '97205')).toBeUndefined()
})
