import { expect, test } from 'vitest'
import type { BulkRow } from '#lib/actions/bulk/read.ts'
import { previewCsv } from './preview-csv.ts'

test('the file of a preview names its columns in words, with a line for each change', () => {
  const row: BulkRow = {
    id: 'c1',
    place: 0,
    external_id: 'CHG-1',
    cents: 123_450,
    state: 'ready',
    verdict: 'Billable, no errors left',
    changes: [
      { label: 'Status', before: 'Planned', after: 'Billable' },
      { label: 'Referral number', before: '', after: 'R-1' },
    ],
    more: 0,
  }
  expect(previewCsv([row]).replace('\uFEFF', '').split('\r\n')).toEqual([
    'Charge external ID,Charge capture ID,Patient,Claim (USD),Charges (USD),Field,Before,After,After the change,State',
    'CHG-1,c1,,1234.50,,Status,Planned,Billable,"Billable, no errors left",Ready',
    'CHG-1,c1,,1234.50,,Referral number,,R-1,"Billable, no errors left",Ready',
    '',
  ])
})
