import { expect, test } from 'vitest'
import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'
import { contractText, id, idLines, jsonText } from './inputs.ts'

test('ids are lines of one text, an empty text means none', () => {
  expect(idLines.parse('')).toEqual([])
  expect(idLines.parse('a\nb')).toEqual(['a', 'b'])
  expect(idLines.safeParse('a\n\nb').success).toBe(false)
  expect(idLines.safeParse(['a']).success).toBe(false)
})

test('the partner’s maximum number of ids passes, one more does not', () => {
  const lines = (count: number) =>
    Array.from(
      { length: count },
      (_, place) => `${String(place).padStart(8, '0')}-1111-4111-8111-111111111111`,
    ).join('\n')
  expect(idLines.parse(lines(maxProvidersPerRequest))).toHaveLength(maxProvidersPerRequest)
  expect(idLines.safeParse(lines(maxProvidersPerRequest + 1)).success).toBe(false)
})

test('an id has letters, digits, "-" and "_" only', () => {
  for (const text of ['..%2Fauth', '../auth', 'a/b', 'a b', '', 'a'.repeat(201)])
    expect([text, id.safeParse(text).success]).toEqual([text, false])
  for (const text of ['8c5b7f1e-0000-4000-8000-1f2e3d4c5b6a', 'cc_01'])
    expect(id.safeParse(text).success).toBe(true)
})

test('a record’s text is refused with words when it has too many values, or too deep ones, before it is parsed', () => {
  const wordsFor = (text: string) =>
    jsonText.safeParse(text).error?.issues.map(({ message }) => message) ?? []
  expect(wordsFor(`[${'1.50,'.repeat(49_000)}1]`)).toEqual([])
  expect(contractText.safeParse(`[${'1.50,'.repeat(149_000)}1]`).success).toBe(true)
  expect(contractText.safeParse(`[${'1.50,'.repeat(150_000)}1]`).success).toBe(false)
  expect(wordsFor(JSON.stringify({ a: '{[,'.repeat(1_000_000) }))).toEqual([])
  const many = [`[${'1.50,'.repeat(3_900_000)}1]`, `[${'{},'.repeat(6_000_000)}1]`]
  for (const text of many)
    expect(wordsFor(text)).toEqual([expect.stringMatching(/more than 50,000 values/)])
  const deep = '['.repeat(2_000_000) + ']'.repeat(2_000_000)
  expect(wordsFor(deep)).toEqual([expect.stringMatching(/more than 100 levels deep/)])
  expect(wordsFor('x'.repeat(20_000_001))).toEqual(['A record has at most 20 MB.'])
})
