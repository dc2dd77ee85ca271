import { expect, test } from 'vitest'
import { queueViews, type QueueCause, type QueueItem } from '#lib/lists/queue.ts'
import { leftWords } from '#lib/rules/filing/left-words.ts'
import {
  causeTable,
  initialsOf,
  isEditable,
  itemRows,
  itemTableOf,
  lineWords,
  linkOfItem,
} from './queue-columns.tsx'
import { trendWords } from './trend-bars.tsx'

function item(change: Partial<QueueItem>): QueueItem {
  return {
    id: 'error-1',
    claim_creation_id: 'creation-1',
    kind: 'error',
    cause: 'abcdefghij0',
    captures: 1,
    first_seen_at: '2026-11-20T00:00:00Z',
    changed_at: '2026-11-20T00:00:00Z',
    mark: {},
    ...change,
  }
}

test('the first row of a record has its id, by which the record’s page finds the row again', () => {
  const rows = itemRows([
    item({ capture_id: 'capture-1' }),
    item({ id: 'error-2', capture_id: 'capture-1' }),
    item({ id: 'error-3', claim_creation_id: 'creation-2' }),
  ])
  expect(rows.map(({ id }) => id)).toEqual(['capture-1', 'error-2', 'creation-2'])
})

test('a row leads to its capture at the field in error, or to the claim creation that several captures share', () => {
  const [own, shared] = itemRows([
    item({
      capture_id: 'capture 1',
      field: 'service_lines[0].units',
      path: 'data.service_lines.0.units',
    }),
    item({ id: 'error-2', claim_creation_id: 'creation-2', captures: 2 }),
  ])
  expect(linkOfItem(own!)).toBe('/charge-captures/capture%201?field=service_lines%5B0%5D.units')
  expect(linkOfItem(shared!)).toBe('/claim-creations/creation-2')
  expect([own!, shared!].map(isEditable)).toEqual([true, false])
})

test('initials are the first letters of the first and the last name', () => {
  expect(['Maria Reyes', 'Ana de la Cruz', 'Prince', ''].map(initialsOf)).toEqual([
    'MR',
    'AC',
    'PR',
    '',
  ])
})

test('the bars say their numbers', () => {
  expect(trendWords([2, 0, 1_200])).toBe('Open claims over 3 days: 2, 0, 1,200 today')
})

test('the lines of a row are named, a long list in part', () => {
  expect([[2], [1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 9]].map(lineWords)).toEqual([
    'line 2',
    'lines 1, 2, 3',
    'lines 1, 2, 3, 4, 5, 6 and 2 more',
  ])
})

test('every list says the days to file, and what is unknown is no number', () => {
  const wordsOf = (change: Partial<QueueItem>) => {
    const column = itemTableOf('causes', true).find(({ id }) => id === 'filing')!
    return column.text({ ...item(change), id: '1' }, { today: '2026-11-20', extra: undefined })
  }
  const clock = (days: number): Partial<QueueItem> => ({
    filing_days_left: days,
    filing_words: leftWords(days)!,
  })
  expect([clock(-12), clock(0), clock(8), clock(1_200)].map(wordsOf)).toEqual([
    '12 d past',
    'Today',
    '8 d',
    '1,200 d',
  ])
  expect(wordsOf({ filing: 'not-set', filing_words: 'No limit entered' })).toBe('No limit')
  expect(wordsOf({ filing_words: 'No date of service' })).toBe('Unknown')
  expect(wordsOf({})).toBeUndefined()
  for (const view of queueViews)
    expect(itemTableOf(view, false).map(({ id }) => id)).toContain('filing')
})

test('a cause says the claims past their limit apart from the days of the next one', () => {
  const column = causeTable.find(({ id }) => id === 'filing')!
  const said = (filing: QueueCause['filing']) => {
    const context = { today: '', extra: undefined }
    const row = { id: 'cause', filing } as Parameters<typeof column.text>[0]
    return [column.text(row, context), column.title?.(row, context)]
  }
  expect(said({ passed: 3, not_set: 2, next_days: 8 })).toEqual([
    '3 past · 8 d',
    '3 claims past the filing limit\nNext limit: 8 days left\n2 claims without an entered limit',
  ])
  expect(said({ passed: 0, not_set: 1 })).toEqual(['No limit', '1 claim without an entered limit'])
  expect(said({ passed: 0, not_set: 0 })).toEqual(['', undefined])
})
