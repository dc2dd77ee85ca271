import { expect, test } from 'vitest'
import { parseExact, type JsonObject } from '#lib/core/json.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { editedText } from './edited-text.ts'

const base = parseExact(
  '{"status":"planned","data":{"patient":{"first_name":"Ada"},"odd":1.0}}',
) as JsonObject
const read = (text: string) =>
  editedText(text, base, captureShape(), {
    paths: new Set(['data.patient']),
    why: 'It is filled by another record.',
  })

test('an omitted header field stays, an omitted member of the data is removed', () => {
  expect(JSON.stringify(read('{"data":{"patient":{"first_name":"Ada"},"odd":2.0}}'))).toBe(
    '{"ok":true,"value":{"status":"planned","data":{"patient":{"first_name":"Ada"},"odd":2.0}}}',
  )
})

test.each([
  ['{\n  "data": {,}\n}', 'This isn’t valid JSON: line 2, column 12: "," cannot stand here.', 13],
  ['[]', 'Enter a JSON object: { … }.', 0],
  ['{"id": "1"}', '"id" isn’t a field of an update.', 1],
  ['{"data": null}', '"data" must be a JSON object: { … }.', 1],
  [
    '{"data": {"patient": {"first_name": "Eve"}}}',
    'You can’t edit data.patient. It is filled by another record.',
    10,
  ],
])('%j is refused with its place', (text, message, at) => {
  const result = read(text)
  expect(result).toMatchObject({ ok: false, error: { at } })
  expect(!result.ok && result.error.message).toContain(message)
})
