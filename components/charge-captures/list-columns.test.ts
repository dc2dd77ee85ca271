import { expect, test } from 'vitest'
import { fileColumns } from '#lib/lists/columns.ts'
import { chargeCaptureColumns } from '#lib/lists/columns/charge-captures.ts'
import type { ChargeCaptureRow, ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { chargeCaptureTable } from './list-columns.tsx'
import { yieldingColumns } from '#components/table/yielding-columns.ts'

const context = { today: '2026-11-22', extra: undefined }
const rows: ChargeCaptureRow[] = [
  { id: '1', external_id: 'CHG-1', payer: 'Aetna', facility: 'North', patient: 'Moss, Avery' },
  { id: '2', external_id: 'CHG-2', payer: 'Aetna', facility: 'South', patient: 'Moss, Avery' },
]
const yielding = (list: readonly ChargeCaptureRow[], filters = {}) =>
  yieldingColumns(chargeCaptureTable, list, filters, context)

test('a column that is empty in all rows yields, but not the problem or a column that fills later', () => {
  expect(yielding(rows)).toEqual(['date_of_service', 'charges'])
  expect(yielding([{ ...rows[0]!, charges: 0 }, rows[1]!])).toEqual(['date_of_service'])
  expect(yielding([])).toEqual([])
  expect(yielding([{ id: '', unreadable: true }])).toEqual([])
})

test('a column that a filter makes the same in all rows yields; without the filter it stays', () => {
  expect(yielding(rows, { primary_payer_names: ['Aetna'] })).toContain('payer')
  expect(yielding(rows, { primary_payer_names: ['Aetna', 'Cigna'] })).not.toContain('payer')
  expect(yielding(rows, { service_facility_name: 'th' })).not.toContain('facility')
  expect(yielding(rows)).not.toContain('payer')
})

const captureStates = ['planned', 'billable', 'not-billable', 'aborted', 'entered-in-error', 'new']
const claimStates = [
  'not-started',
  'in-error',
  'held',
  'successful',
  'successful-dry-run',
  'aborted',
]
const problems: Partial<ChargeCaptureRow>[] = [{}, { message: 'No such code' }, { updates: 2 }]

test('the file says the state and the problem that the screen says, beside the state of the capture', () => {
  const file = fileColumns<ChargeCaptureRow>(chargeCaptureColumns)
  const inFile = (id: string, row: ChargeCaptureRow) =>
    file.find((column) => column.id === id)!.value(row)
  const onScreen = (id: string, row: ChargeCaptureRow, claim: ClaimCreationRow | undefined) =>
    chargeCaptureTable
      .find((column) => column.id === id)!
      .text(row, { ...context, extra: new Map(claim && [[claim.id, claim]]) })
  for (const status of captureStates)
    for (const claimStatus of [undefined, ...claimStates])
      for (const problem of problems) {
        const claim = claimStatus ? { id: 'b1', status: claimStatus, message: 'Wrong' } : undefined
        const row = { id: 'c1', status, claim_creation_id: 'b1', ...problem }
        const joined = { ...row, ...(claim && { claim }) }
        expect(inFile('status', joined)).toBe(onScreen('status', row, claim))
        const what = onScreen('message', row, claim)
        const written = inFile('message', joined)
        expect(
          what === undefined ? written === undefined : what.endsWith(String(written)),
          `${what}: ${String(written)}`,
        ).toBe(true)
      }
  const billed = {
    id: 'c1',
    status: 'billable',
    claim: { id: 'b1', status: 'successful' },
  }
  expect([inFile('status', billed), inFile('own_status', billed)]).toEqual(['Billed', 'Billable'])
})
