import { expect, test } from 'vitest'
import { keyFromText, keyProblem, keyText } from './metadata-keys.ts'

test.each([
  ['true', 'BOOLEAN', 'true', undefined],
  ['perhaps', 'BOOLEAN', '"perhaps"', 'Enter yes or no.'],
  ['30', 'INTEGER', '30', undefined],
  ['30.5', 'INTEGER', '30.5', 'Enter a whole number.'],
  ['12345678901234567890', 'INTEGER', '12345678901234567890', undefined],
  ['0.50', 'DOUBLE', '0.50', undefined],
  ['1.', 'DOUBLE', '"1."', 'Enter a number.'],
  ['007', 'INTEGER', '"007"', 'Enter a whole number.'],
  ['30', 'STRING', '"30"', undefined],
])('%j as %s is sent as %s', (text, type, json, problem) => {
  const value = keyFromText(text, type)
  expect(JSON.stringify(value)).toBe(json)
  expect(keyProblem(value, type)).toBe(problem)
  expect(keyText(value)).toBe(text)
})

test('a cleared key is removed, and a missing one has no problem', () => {
  expect(keyFromText('', 'STRING')).toBeUndefined()
  expect(keyProblem(null, 'BOOLEAN')).toBeUndefined()
  expect(keyProblem(30, 'STRING')).toBe('Enter text.')
})
