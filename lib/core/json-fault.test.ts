import { expect, test } from 'vitest'
import { faultWords, jsonFault } from './json-fault.ts'

test.each([
  ['{"a": tru}', 1, 7],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{"a": 1', 1, 8],
  ['', 1, 1],
  ['[1 2]', 1, 4],
  ['{ [1] }', 1, 3],
  ['{"a": "line\nbreak"}', 1, 7],
  ['{"a": 01}', 1, 8],
  ['{"a": 1} x', 1, 10],
  ['{"b": 1, "__proto__": 1}', 1, 10],
])('%j stops being JSON at line %i, column %i', (text, line, column) => {
  expect(jsonFault(text)).toMatchObject({ line, column })
})

test('valid JSON has no fault, and a fault is one sentence', () => {
  for (const text of ['null', ' {"a":[1.0,-0,1e3,"\\u0041\\n",{}]} ', '[]'])
    expect(jsonFault(text)).toBeUndefined()
  expect(faultWords(jsonFault('{"a" 1}')!)).toBe(
    'This isn’t valid JSON: line 1, column 6: "1" cannot stand here.',
  )
})
