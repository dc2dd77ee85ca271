import { expect, test } from 'vitest'
import { chargeCaptureList } from './charge-captures.ts'
import { encounterList } from './encounters.ts'
import { listProblem } from './long-lists.ts'

const { claim_ids: claims, tags } = chargeCaptureList.filters
const ids = (count: number) => Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${n + 10 ** 11}`)

test('5,000 ids can be asked for; of 5,001 the field says that they are too many', () => {
  expect(listProblem(claims!, 'claim_ids', ids(5_000))).toBeUndefined()
  expect(listProblem(claims!, 'claim_ids', ids(5_001))).toBe(
    'These are 5,001 values. The console asks for at most 5,000 at once: filter by a part of them first.',
  )
})

test('“show first”, and a filter of which a row may have several values, take what fits one question', () => {
  expect(listProblem(claims!, 'claim_ids_ranked_sort', ids(50))).toBeUndefined()
  expect(listProblem(claims!, 'claim_ids_ranked_sort', ids(500))).toBe(
    'These 500 values are too long for one question to the partner. About 101 fit: take the others off. “Show only” takes more.',
  )
  expect(listProblem(tags!, 'tags', ids(100))).toBeUndefined()
  expect(listProblem(tags!, 'tags', ids(1_000))).toMatch(
    /^These 1,000 values are too long .* About 142 fit: take the others off\.$/,
  )
})

test('one value is never too long', () => {
  expect(listProblem(encounterList.filters.claim_status!, 'claim_status', 'x'.repeat(9_000))).toBeUndefined()
})
