import { expect, test } from 'vitest'
import { spanStatus } from './read-spans.ts'

const today = '2026-11-21'
const [past, future] = ['2026-01-10', '2027-01-10']

test.each([
  ['work_in_progress', {}],
  ['work_in_progress', { start_date: past }],
  ['work_in_progress', { submitted_date: future }],
  ['pending', { submitted_date: past }],
  ['pending', { submitted_date: past, start_date: past }],
  ['pending', { submitted_date: past, start_date: future, payer_loaded_date: past }],
  ['pending', { payer_loaded_date: past }],
  ['pending', { submitted_date: past, start_date: past, payer_loaded_date: future }],
  ['effective', { start_date: past, payer_loaded_date: past }],
  ['effective', { start_date: today, payer_loaded_date: today, end_date: today }],
  [
    'effective',
    { start_date: past, payer_loaded_date: past, submitted_date: null, end_date: future },
  ],
  ['expired', { start_date: past, payer_loaded_date: past, end_date: '2026-11-20' }],
  ['expired', { end_date: past }],
])('%s: %o', (status, dates) => {
  expect(spanStatus(dates, today)).toBe(status)
})
