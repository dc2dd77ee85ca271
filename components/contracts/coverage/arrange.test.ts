import { describe, expect, it, test } from 'vitest'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import { arrange, judgeRows, sortByName, type CoverageFilter, type Judgements } from './arrange.ts'
import { countStates } from '#lib/rules/coverage/standing.ts'

const view = { asOf: '2026-11-21', expiringDays: 30 }
const loaded = { submitted_date: '2020-01-01', payer_loaded_date: '2020-02-01' }
const rows: CoverageRow[] = [
  { id: 'a', name: 'Novak, Petra', npi: '1039596585', spans: [] },
  {
    id: 'b',
    name: 'Fox, Dana',
    npi: '1000000000',
    spans: [{ id: '1', start_date: '2020-01-01', ...loaded }],
  },
  {
    id: 'c',
    name: 'Iqbal, Noor',
    npi: '1007919317',
    spans: [
      { id: '2', start_date: '2020-01-01', end_date: '2026-06-30', ...loaded },
      { id: '3', start_date: '2026-08-17', ...loaded },
    ],
  },
  {
    id: 'd',
    name: 'Abara, Ife',
    npi: '1031677268',
    spans: [{ id: '4', start_date: '2020-01-01', end_date: '2026-07-30', ...loaded }],
  },
  {
    id: 'e',
    name: 'kim, Jae',
    spans: [{ id: '5', start_date: '2020-01-01', end_date: '2026-12-12', ...loaded }],
  },
  { id: 'f', spans: [{ id: '6', start_date: '2020-01-01', ...loaded }] },
]
const signal = new AbortController().signal
const all: CoverageFilter = { show: 'all', states: new Set(), text: '', order: 'worst' }

async function shown(filter: Partial<CoverageFilter>): Promise<string> {
  const judged = await judgeRows(rows, view, new WeakMap(), signal)
  return arrange(judged, await sortByName(judged, signal), { ...all, ...filter })
    .map(({ row }) => row.id)
    .join('')
}

describe('rows', () => {
  it.each<[string, Partial<CoverageFilter>, string]>([
    ['by name, whatever its case, nameless last', { order: 'name' }, 'dbceaf'],
    ['worst first, then earlier trouble, then by name', {}, 'daecbf'],
    ['with a problem on the day', { show: 'problems' }, 'dae'],
    ['with one in the year before as well', { show: 'earlier' }, 'daec'],
    ['of chosen states', { states: new Set(['covered', 'none']) }, 'acbf'],
    ['by a part of a name', { text: ' NOOR' }, 'c'],
    ['by NPI', { text: '1031677268' }, 'd'],
    ['by id', { text: 'f', order: 'name', states: new Set(['covered']) }, 'bf'],
    ['none', { text: 'nobody' }, ''],
  ])('%s', async (_, filter, ids) => {
    expect(await shown(filter)).toBe(ids)
  })
})

test('rows are counted by their state; rows that were loaded late in the year before are counted too', async () => {
  const late: CoverageRow = {
    id: 'g',
    spans: [
      {
        id: '7',
        start_date: '2026-05-01',
        submitted_date: '2026-04-01',
        payer_loaded_date: '2026-06-01',
      },
    ],
  }
  const counts = countStates(await judgeRows([...rows, late], view, new WeakMap(), signal))
  expect(counts).toEqual({
    covered: 4,
    expiring: 1,
    late: 1,
    overlap: 0,
    submitted: 0,
    gap: 0,
    expired: 1,
    none: 1,
  })
})

test('a known row is not judged again', async () => {
  const known: Judgements = new WeakMap()
  const [first] = await judgeRows(rows, view, known, signal)
  expect((await judgeRows(rows, view, known, signal))[0]).toBe(first)
})
