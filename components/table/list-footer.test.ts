import { expect, test } from 'vitest'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { totalOf } from '#lib/lists/view.ts'
import { chargesWords, rangeWords, selectedWords } from './list-footer.tsx'

test('the range of a page says the total where it is known, and never one that the rows contradict', () => {
  const page = { count: 100, rowsBefore: 0, total: undefined, isLast: false }
  expect(rangeWords({ ...page, total: 481 })).toBe('1–100 of 481')
  expect(rangeWords({ ...page, rowsBefore: 1_100, total: 12_481 })).toBe('1,101–1,200 of 12,481')
  expect(rangeWords(page)).toBe('1–100')
  expect(rangeWords({ ...page, total: 100 })).toBe('1–100')
  expect(rangeWords({ ...page, rowsBefore: 400, count: 81, total: 500, isLast: true })).toBe(
    '401–481 of 481',
  )
  expect(rangeWords({ ...page, rowsBefore: undefined, total: 481 })).toBe('100 rows')
  expect(rangeWords({ ...page, rowsBefore: undefined, count: 1, isLast: true })).toBe('1 row')
  expect(rangeWords({ ...page, count: 0, rowsBefore: 100 })).toBe('No rows')
})

test('charges are added up in whole cents, and rows without them are counted', () => {
  expect(chargesWords([12_300, 45, 0])).toBe('Charges $123.45')
  expect(chargesWords([12_300, undefined, undefined, null])).toBe(
    'Charges $123.00 · 2 without charges · 1 not loaded',
  )
  expect(chargesWords([undefined, null])).toBeUndefined()
  expect(chargesWords([])).toBeUndefined()
})

test('a total is known for the views that the partner counts, and for no narrower one', () => {
  const counts = { charge_capture_claim_creations_in_error_count: 481 }
  expect(totalOf(claimCreationList, { claim_creation_status: 'in-error' }, counts)).toBe(481)
  expect(
    totalOf(claimCreationList, { claim_creation_status: 'in-error', tags: ['a'] }, counts),
  ).toBeUndefined()
  expect(totalOf(claimCreationList, { claim_creation_status: 'held' }, counts)).toBeUndefined()
  expect(totalOf(claimCreationList, {}, counts)).toBeUndefined()
  expect(totalOf(claimCreationList, { claim_creation_status: 'in-error' }, null)).toBeUndefined()
  const unlinked = { charge_capture_charges_not_linked_to_claims_count: 416 }
  expect(totalOf(chargeCaptureList, { exclude_charges_linked_to_claims: true }, unlinked)).toBe(416)
})

test('the selection says how many of its rows are on this page, where others are not', () => {
  expect(selectedWords(2, 2)).toBe('2 selected')
  expect(selectedWords(1_200, 3)).toBe('1,200 selected, 3 on this page')
})
