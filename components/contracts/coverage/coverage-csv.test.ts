import { expect, test } from 'vitest'
import type { JudgedRow } from './arrange.ts'
import { coverageCsv } from './coverage-csv.ts'
import { coverageKinds } from './coverage-kind.ts'

const view = { asOf: '2026-11-21', expiringDays: 30 }

test('rows are written in the shown order, and no name becomes a formula', async () => {
  const rows: JudgedRow[] = [
    {
      row: {
        id: 'p1',
        name: 'Fox, Dana',
        npi: '1000000004',
        spans: [{ id: 's1', start_date: '2026-01-01', submitted_date: '2025-12-01' }],
      },
      key: '',
      state: 'submitted',
      until: undefined,
      earlier: ['gap', 'late'],
    },
    {
      row: { id: 'p2', name: '=cmd()', spans: [] },
      key: '',
      state: 'none',
      until: undefined,
      earlier: [],
    },
    {
      row: { id: 'p4', name: 'Moss', spans: [] },
      key: '',
      state: 'submitted',
      awaits_first_day: true,
      until: undefined,
      earlier: [],
    },
    {
      row: { id: 'p3', name: 'Kim', spans: [{ id: 's2' }] },
      key: '',
      state: 'covered',
      until: null,
      earlier: [],
    },
  ]
  const [head, ...lines] = (await coverageCsv(rows, coverageKinds.providers, view))
    .join('')
    .split('\r\n')
  expect(head).toMatch(/^\uFEFFRendering provider,NPI,ID,As of,Standing/)
  expect(lines).toEqual([
    '"Fox, Dana",1000000004,p1,2026-11-21,"Submitted, not loaded",,Gap; Loaded late,1,"2026-01-01 to no end (2025-12-01, not loaded)"',
    "'=cmd(),,p2,2026-11-21,No span,,,0,",
    'Moss,,p4,2026-11-21,"Submitted, no effective date",,,0,',
    'Kim,,p3,2026-11-21,Covered,no end,,1,"no effective date to no end (not submitted, not loaded)"',
    '',
  ])
})
