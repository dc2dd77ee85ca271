import { expect, test } from 'vitest'
import { toCsv } from '#lib/core/csv.ts'
import type { Json } from '#lib/core/json.ts'
import { wireValue } from '#lib/contract/wire-words.ts'
import { columnNames } from '#lib/rules/bulk/value-columns.ts'
import { readValueFile } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { isJsonLeaf, type FieldShape } from '#lib/rules/edit/field-shape.ts'
import { fieldChoices } from './field-choices.ts'

const shape = captureShape()
const examples: { [kind in FieldShape['kind']]?: Json[] } = {
  text: ['Moss, Avery', '"quoted" words', '11'],
  date: ['2026-02-28'],
  number: [7],
  cents: [0, 123_450],
  boolean: [true, false],
}

function examplesOf(at: FieldShape): readonly Json[] {
  if (at.kind === 'choice') return at.values
  if (at.kind !== 'list') return examples[at.kind] ?? []
  if (at.item.kind === 'number') return [[0, 2]]
  return [at.item.kind === 'choice' ? at.item.values.slice(0, 2) : ['a', 'c']]
}

test('a file with the words of a page gives every field the value that they stand for', () => {
  let taken = 0
  for (const { path, shape: at } of fieldChoices(shape)) {
    if (isJsonLeaf(at) || path.endsWith('npi')) continue
    for (const value of examplesOf(at)) {
      const words = wireValue(path, value)
      const file = readValueFile(toCsv([columnNames(path), ['CHG-1', words]]), path, shape)
      expect({ path, words, file }).toEqual({
        path,
        words,
        file: {
          values: new Map([['CHG-1', value]]),
          lines: new Map([['CHG-1', 2]]),
          finds: new Map(),
          empty: 0,
        },
      })
      taken += 1
    }
  }
  expect(taken).toBeGreaterThan(200)
})

test.each([
  ['status', 'not-billable', 'not-billable'],
  ['status', 'not billable', 'not-billable'],
  ['data.place_of_service_code', '11', '11'],
  ['data.place_of_service_code', '11 office', '11'],
  ['data.date_of_service', '2/28/2026', '2026-02-28'],
  ['data.date_of_service', '2/28/26', '2026-02-28'],
  ['data.date_of_service', 'Sat Feb 28, 2026', '2026-02-28'],
  ['data.date_of_service', 'Sat 02/28/2026', '2026-02-28'],
  ['data.date_of_service', '2026-02-28', '2026-02-28'],
])('for %s the file may say %j', (path, words, value) => {
  const file = readValueFile(toCsv([columnNames(path), ['CHG-1', words]]), path, shape)
  expect(file).toMatchObject({ values: new Map([['CHG-1', value]]) })
})

test('a capture is known by its id as people copy it', () => {
  const path = 'status'
  for (const id of ['“CHG-1”', "'CHG-1'", '#CHG-1', 'CHG\u20111', 'CHG–1\u200b', '\u200eCHG-1'])
    expect(
      readValueFile(toCsv([columnNames(path), [id, 'billable']]), path, shape),
      id,
    ).toMatchObject({ values: new Map([['CHG-1', 'billable']]) })
})

test('a day that is none stays a problem', () => {
  const path = 'data.date_of_service'
  const file = readValueFile(toCsv([columnNames(path), ['CHG-1', '2/30/2026']]), path, shape)
  expect(file).toEqual({
    problems: [{ line: 2, message: 'CHG-1: There is no February 30.' }],
    fit: 0,
  })
})
