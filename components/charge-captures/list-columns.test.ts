import { expect, test } from 'vitest'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
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
