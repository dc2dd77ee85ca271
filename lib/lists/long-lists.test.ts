import { expect, test } from 'vitest'
import { chargeCaptureList } from './charge-captures.ts'
import { encounterList } from './encounters.ts'
import { listProblem } from './long-lists.ts'

const { claim_ids: claims, tags } = chargeCaptureList.filters
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${n + 10 ** 11}`)

test('5,000 ids are allowed; for 5,001 the field says that they are too many', () => {
  expect(listProblem(claims!, 'claim_ids', ids(5_000))).toBeUndefined()
  expect(listProblem(claims!, 'claim_ids', ids(5_001))).toBe(
    'These are 5,001 values. At most 5,000 fit at once. Filter by fewer.',
  )
})

test('“show first”, and a filter of which a row may have several values, take the values that fit one request', () => {
  expect(listProblem(claims!, 'claim_ids_ranked_sort', ids(50))).toBeUndefined()
  expect(listProblem(claims!, 'claim_ids_ranked_sort', ids(500))).toBe(
    'These 500 values are too long for one request. About 101 fit. Remove the others. “Show only” takes more.',
  )
  expect(listProblem(tags!, 'tags', ids(100))).toBeUndefined()
  expect(listProblem(tags!, 'tags', ids(1_000))).toMatch(
    /^These 1,000 values are too long .* About 142 fit\. Remove the others\.$/,
  )
})

test('one value is never too long', () => {
  expect(
    listProblem(encounterList.filters.claim_status!, 'claim_status', 'x'.repeat(9_000)),
  ).toBeUndefined()
})
