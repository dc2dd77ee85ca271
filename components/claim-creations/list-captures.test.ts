import { expect, test } from 'vitest'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { fileColumns } from '#lib/lists/columns.ts'
import { claimCreationColumns } from '#lib/lists/columns/claim-creations.ts'
import { groupCaptures, withCaptures, type CapturesById } from '#lib/lists/rows/joined-rows.ts'
import { claimCreationTable, nameOfClaimCreation } from './list-columns.tsx'

const captures = groupCaptures(
  ['b1', 'b2', 'b3'],
  [
    {
      id: 'c1',
      external_id: 'CHG-1',
      claim_creation_id: 'b1',
      status: 'planned',
      patient: 'Moss, Avery',
      charges: 1000,
    },
    { id: 'c2', external_id: 'CHG-2', claim_creation_id: 'b1', status: 'planned', charges: 250 },
    {
      id: 'c3',
      claim_creation_id: 'b2',
      status: 'billable',
      updates: 1,
      update_message: 'place of service: 11 to 22',
    },
    { id: 'c4', external_id: 'CHG-4', claim_creation_id: 'elsewhere', status: 'billable' },
  ],
)

test('a claim creation is named by its first capture and the number of others', () => {
  expect(nameOfClaimCreation({ id: 'b1' }, captures)).toBe('CHG-1 +1')
  expect(nameOfClaimCreation({ id: 'b2' }, captures)).toBe('c3')
  expect(nameOfClaimCreation({ id: 'b3' }, captures)).toBe('b3')
  expect(nameOfClaimCreation({ id: '0f3c81aa-0000-4000-8000-00000000a921' }, undefined)).toMatch(
    /^0f3c81…/,
  )
})

test('the problem of a claim creation is its error, the planned captures it waits for, or a change since it was billed', () => {
  const problem = claimCreationTable.find((column) => column.id === 'message')!
  const words = (row: ClaimCreationRow, extra?: CapturesById) =>
    problem.text(row, { today: '2026-11-21', extra })
  expect(words({ id: 'b1', status: 'in-error', message: 'NPI fails', errors: 3 }, captures)).toBe(
    'NPI fails +2 more',
  )
  expect(words({ id: 'b1', status: 'held' }, captures)).toBe('Waiting for 2 planned captures')
  expect(words({ id: 'b3', status: 'held' })).toBe('Waiting for planned captures')
  expect(words({ id: 'b2', status: 'successful' }, captures)).toBe(
    'After billing · place of service: 11 to 22',
  )
  expect(words({ id: 'b3', status: 'successful' }, captures)).toBeUndefined()
})

test('without merged input, a row shows the patient of its first capture; its own values come first', () => {
  const patient = claimCreationTable.find((column) => column.id === 'patient')!
  const context = { today: '2026-11-21', extra: captures }
  expect(patient.text({ id: 'b1', patient_id: 'pat-1' }, context)).toBe('Moss, Avery')
  expect(patient.text({ id: 'b1', patient: 'Own Name' }, context)).toBe('Own Name')
  expect(patient.text({ id: 'b3', patient_id: 'pat-1' }, context)).toBe('pat-1')
})

test('the file says of a claim creation what the screen says of it and its captures', () => {
  const file = fileColumns<ClaimCreationRow>(claimCreationColumns)
  const statuses = ['not-started', 'in-error', 'held', 'successful', 'aborted']
  for (const status of statuses)
    for (const id of ['b1', 'b2', 'b3', 'b4']) {
      const row: ClaimCreationRow = { id, status, ...(status === 'in-error' && { errors: 2 }) }
      const joined = withCaptures(row, captures.get(id))
      for (const column of file) {
        const shown = claimCreationTable.find((each) => each.id === column.id)
        if (!shown || ['captures', 'charges', 'message', 'id'].includes(column.id)) continue
        const text = shown.text(row, { today: '2026-11-22', extra: captures })
        expect([id, column.id, column.value(joined)]).toEqual([id, column.id, text])
      }
    }
  const changed = withCaptures(
    { id: 'b1', status: 'successful' },
    {
      ...captures.get('b1')!,
      changes: 1,
      change: 'Charge changed',
    },
  )
  const cells = Object.fromEntries(file.map(({ id, value }) => [id, value(changed)]))
  expect(cells).toMatchObject({
    status: 'Changed',
    own_status: 'Billed',
    message: 'Charge changed',
    captures: captures.get('b1')!.names.join(', '),
  })
})
