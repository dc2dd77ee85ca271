import { expect, test } from 'vitest'
import type { Json } from '#lib/core/json.ts'
import type { Proposal } from './proposals.ts'
import { fieldKey, rowProposal, unaskedFields } from './row-proposals.ts'

const end = 'data.end_date_of_service'
const row = {
  id: 'r1',
  claim_creation_id: 'cc1',
  capture_id: 'c1',
  path: end,
  value: '"2026-07-31"',
}

function says(value: Json, source: string, isSure = true): Proposal {
  return { path: end, value, source, from: 'record', isSure }
}

const known = (proposals: { [name: string]: Proposal[] }) =>
  new Map(Object.entries(proposals).map(([name, some]) => [fieldKey('c1', name), some]))

test('the only sure value stands ready with its source, also beside an empty one', () => {
  const proposals = [says('2026-08-03', 'line 1 says so'), says(null, 'needs no end date', false)]
  expect(rowProposal(row, known({ [end]: proposals }))).toEqual({
    kind: 'sure',
    words: '08/03/2026',
    source: 'line 1 says so',
  })
})

test('a value that the field has already, or that is only near, is no proposal', () => {
  expect(rowProposal(row, known({ [end]: [says('2026-07-31', 'line 1 says so')] }))).toBeUndefined()
  const near: Proposal = { ...says('2026-08-03', 'Payer list, Sunfield', false), from: 'list' }
  expect(rowProposal(row, known({ [end]: [near] }))).toBeUndefined()
})

test('two values of the record compete: a person chooses', () => {
  const proposals = [
    says('2026-11-03', 'line 1 says so', false),
    says('2026-11-06', 'line 2 says so', false),
  ]
  expect(rowProposal(row, known({ [end]: proposals }))).toEqual({
    kind: 'choice',
    words: '11/03/2026: line 1 says so. 11/06/2026: line 2 says so',
  })
})

test('a row of several lines has a proposal if each of them has the same', () => {
  const lines = [0, 1].map((line) => `data.service_lines.${line}.place_of_service_code`)
  const both = {
    ...row,
    path: lines[0]!,
    value: '"99"',
    also: [{ path: lines[1]!, value: '"98"' }],
  }
  const same = known({ [lines[0]!]: [says('11', 'A')], [lines[1]!]: [says('11', 'B')] })
  expect(rowProposal(both, same)).toMatchObject({ kind: 'sure', source: 'A' })
  const other = known({ [lines[0]!]: [says('11', 'A')], [lines[1]!]: [says('12', 'B')] })
  expect(rowProposal(both, other)).toBeUndefined()
})

test('a capture is asked about once with all its fields, and never again', () => {
  const second = { ...row, id: 'r2', path: 'data.date_of_service' }
  const without = { ...row, id: 'r3', capture_id: undefined }
  expect(unaskedFields([row, second, without], new Set())).toEqual([
    {
      claim_creation_id: 'cc1',
      charge_capture_id: 'c1',
      names: [end, 'data.date_of_service'],
    },
  ])
  expect(unaskedFields([row], new Set([fieldKey('c1', end)]))).toEqual([])
})
