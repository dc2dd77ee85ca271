import { expect, test } from 'vitest'
import { claimCreationChange } from './claim-creation-change.ts'

const creation = (...errors: object[]) => JSON.stringify({ id: 'b', status: 'in-error', errors })
const atLine = (id: string, line: number, more: object = {}) => ({
  id,
  charge_capture_id: 'c',
  field_in_error: `data.service_lines.${line}.units`,
  message: 'Too many units.',
  ...more,
})

test('the same words at another line are a separate error, named by its id', () => {
  expect(
    claimCreationChange(creation(atLine('e1', 0)), creation(atLine('e1', 0), atLine('e2', 1))),
  ).toMatchObject({
    cleared: [],
    added: [{ id: 'e2', message: 'Too many units.' }],
    remaining: 2,
  })
})

test('an error that only gets another id is neither new nor cleared', () => {
  expect(claimCreationChange(creation(atLine('e1', 0)), creation(atLine('e9', 0)))).toMatchObject({
    cleared: [],
    added: [],
    remaining: 1,
  })
})

test('a resolved error counts as cleared', () => {
  expect(
    claimCreationChange(creation(atLine('e1', 0)), creation(atLine('e1', 0, { resolved: true }))),
  ).toMatchObject({
    cleared: [{ id: 'e1', message: 'Too many units.' }],
    added: [],
    remaining: 0,
  })
})
