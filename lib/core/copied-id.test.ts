import { expect, test } from 'vitest'
import { copiedId } from './copied-id.ts'

test.each([
  'CHG-10097',
  ' CHG-10097\n',
  'CHG-10097\u200b',
  '\u200eCHG-10097',
  'CHG\u201110097',
  'CHG–10097',
  '"CHG-10097"',
  '“CHG-10097”',
  "'CHG-10097'",
  '‘CHG-10097’',
  '«CHG-10097»',
  '#CHG-10097',
  '“#CHG−10097”,',
])('%j is the id CHG-10097', (copied) => {
  expect(copiedId(copied)).toBe('CHG-10097')
})

test('what is inside of an id stays', () => {
  for (const id of ['A#1', "O'1", 'P (2)', '1.0', 'é-1', '']) expect(copiedId(id)).toBe(id)
})
