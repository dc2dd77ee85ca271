import { expect, test } from 'vitest'
import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'
import { id, idLines } from './inputs.ts'

test('ids are lines of one text, an empty text means none', () => {
  expect(idLines.parse('')).toEqual([])
  expect(idLines.parse('a\nb')).toEqual(['a', 'b'])
  expect(idLines.safeParse('a\n\nb').success).toBe(false)
  expect(idLines.safeParse(['a']).success).toBe(false)
})

test('the partner’s maximum number of ids passes, one more does not', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, place) => `${String(place).padStart(8, '0')}-1111-4111-8111-111111111111`).join(
      '\n',
    )
  expect(idLines.parse(lines(maxProvidersPerRequest))).toHaveLength(maxProvidersPerRequest)
  expect(idLines.safeParse(lines(maxProvidersPerRequest + 1)).success).toBe(false)
})

test('an id has letters, digits, "-" and "_" only', () => {
  for (const text of ['..%2Fauth', '../auth', 'a/b', 'a b', '', 'a'.repeat(201)])
    expect([text, id.safeParse(text).success]).toEqual([text, false])
  for (const text of ['8c5b7f1e-0000-4000-8000-1f2e3d4c5b6a', 'cc_01']) expect(id.safeParse(text).success).toBe(true)
})
