import { expect, test } from 'vitest'
import { fileColumns } from './columns.ts'
import { columnsOfList } from './columns/columns-of-list.ts'
import type { ExportListId } from './export-request.ts'
import type { QueueItem } from './queue.ts'
import { toChargeCaptureRow, toClaimCreationRow, type BaseRow } from './rows/rows.ts'

const message = 'service_lines.0.charge_amount_cents changed from 22500 to 25500'
const words = 'Line 1 · Charge $225.00 → $255.00'
const item: QueueItem = {
  id: 'i',
  kind: 'error',
  cause: 'c',
  claim_creation_id: 'b1',
  first_seen_at: '',
  changed_at: '',
  mark: {},
} as QueueItem

test.each<[ExportListId, object, string]>([
  [
    'listClaimCreations',
    toClaimCreationRow({
      id: 'b1',
      errors: [
        { id: 'e1', message },
        { id: 'e2', message: 'Other' },
      ],
    }),
    `${words} +1 more`,
  ],
  ['listClaimCreations', { status: 'held' }, 'Waiting for planned captures'],
  ['listChargeCaptures', toChargeCaptureRow({ id: 'c1', error: { id: 'e1', message } }), words],
  ['listChargeCaptures', toChargeCaptureRow({ id: 'c1', updates: [{ id: 'u1', message }] }), words],
  ['queueItems', { ...item, message }, words],
  [
    'queueItems',
    { ...item, hold: 'On hold because its capture is Planned.' },
    'On hold because its capture is Planned.',
  ],
  ['queueUpdates', { ...item, kind: 'updated', message }, words],
])('the problem of a row of %s is in the file as on the page: %j', (list, row, expected) => {
  const column = fileColumns(columnsOfList[list]).find(({ header }) => header === 'Problem')
  expect(column?.value({ id: 'r1', ...row } as BaseRow)).toBe(expected)
})

test('every column of a screen is in the file, but an age, checks, a trend, and what becomes of a row meanwhile', () => {
  const missing = Object.entries(columnsOfList).flatMap(([list, columns]) => {
    const inFile = new Set(fileColumns(columns).map(({ id }) => id))
    return Object.entries(columns)
      .filter(([id, { screen }]) => screen !== false && !inFile.has(id))
      .map(([id]) => `${list} ${id}`)
  })
  expect(missing.filter((each) => !/ (age|checks|trend|state)$/.test(each))).toEqual([])
})

test('the file of contracts says how their last day stands, as the screen does', () => {
  const row = { id: 'r1', ends: 'Ended, still effective' }
  for (const list of ['listContractsV3', 'listContractsV2'] as const) {
    const column = fileColumns(columnsOfList[list]).find(({ id }) => id === 'ends')
    expect(column?.value(row as BaseRow)).toBe('Ended, still effective')
  }
})
