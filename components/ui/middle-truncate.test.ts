import { expect, test } from 'vitest'
import { middleTruncate } from './middle-truncate.ts'

test('short text stays whole', () => {
  expect(middleTruncate('CHG-20418', 14)).toBe('CHG-20418')
})

test('long text keeps both ends within the length', () => {
  const shown = middleTruncate('0f3c81d2-93b1-4a8e-b7f4-5de1c09a9a21', 13)
  expect(shown).toBe('0f3c81…9a9a21')
  expect(shown).toHaveLength(13)
})
