import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBytes } from './json-bytes.ts'
import { tooMuchIn } from './json.ts'

const bounds = { values: 40, depth: 6 }

// What a reader of the whole text may find: a text that is no JSON may be too deep as well, and both
// say that it cannot be read.
function plainly(text: string) {
  const parsed = resultOf(() => ({ json: JSON.parse(text) as unknown }))
  const tooMuch = tooMuchIn(text, bounds)
  return parsed === 'no JSON' ? [parsed, tooMuch] : [tooMuch ?? parsed]
}

function resultOf<T>(read: () => T): T | 'no JSON' {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

const byBytes = (text: string) => resultOf(() => parseBytes(Buffer.from(text), bounds))

const values = fc.jsonValue({ maxDepth: 3 })
const pages = fc
  .record({ items: fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), values)), next: values })
  .map(({ items, next }) => ({ items, next_page_token: next }))

test('a page, and any other JSON, is what the whole text would be', () => {
  fc.assert(
    fc.property(fc.oneof(pages, values), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(plainly(text)).toContainEqual(byBytes(text))
    }),
  )
})

// Pieces of pages in any order: mostly no JSON, but sometimes with two lists, two names or a
// missing comma.
const pieces = [
  '{"items":[',
  '{"a":1}',
  '{"b":[2]}',
  '{}',
  ',',
  ']',
  '}',
  '[',
  '"x"',
  '"\\""',
  '"items":',
  '1',
  'null',
  ' ',
]

test('a text of pieces of pages is, or is not, what the whole text would be', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (some) => {
      const text = some.join('')
      expect(plainly(text)).toContainEqual(byBytes(text))
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  '{"items":[{"a":1},{"a":2}],"items":7}',
  '{"items":[{"a":1}],"items":[{"a":2},{"a":3}]}',
  '{"items":[{"a":1},{"a":2},]}',
  '{"items":[{"a":1} {"a":2}]}',
  '{"items":[{"a":1},5,{"a":2}]}',
  '{"items":[{"a":"\\\\"},{"b":"O’Brien"}]}',
  '{"__proto__":[{"a":1}]}',
  '{"items":[{"a":1]]}',
  '{"items":[{"a":1}',
])('%s', (text) => {
  expect(plainly(text)).toContainEqual(byBytes(text))
})
