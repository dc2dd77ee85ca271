import { expect, test } from 'vitest'
import { places } from '#components/frame/places.ts'
import { idLines } from './id-lines.ts'

const hrefs = (typed: string, open: typeof places = places) =>
  idLines(typed, open).map(({ href }) => href)

test('a record id opens the record under each kind', () => {
  const id = '3f0c81d2-93b1-4a8e-b7f4-5de1c09a9a21'
  expect(hrefs(` ${id} `)).toEqual([
    `/charge-captures/${id}`,
    `/claim-creations/${id}`,
    `/encounters/${id}`,
    `/contracts/${id}`,
    `/credentialing/facility-spans/${id}`,
    `/credentialing/provider-spans/${id}`,
  ])
})

test('an external id is looked up in every list by the parameter that it has there', () => {
  for (const typed of [
    'CHG-20418',
    'CHG-20418\u200b',
    '\u200eCHG\u201120418',
    'CHG–20418',
    '“CHG-20418”',
    "'CHG-20418'",
    '#CHG-20418',
  ])
    expect(hrefs(typed), typed).toEqual([
      '/charge-captures?charge_external_id=CHG-20418',
      '/claim-creations?charge_external_id=CHG-20418',
      '/encounters?external_id=CHG-20418',
    ])
})

test('names of people and birth dates are never put into an address', () => {
  for (const typed of ['Maria Lopez', '1980-02-14', '02-14-80', '2/14/1980', 'Feb 14, 1980'])
    expect(hrefs(typed), typed).toEqual([])
})

test('a role that sees no lists is led to none, not even by an id', () => {
  for (const typed of ['CHG-20418', '3f0c81d2-93b1-4a8e-b7f4-5de1c09a9a21'])
    expect(hrefs(typed, [])).toEqual([])
})
