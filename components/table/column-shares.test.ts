import { expect, test } from 'vitest'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './columns.tsx'
import { columnShares, columnWidths } from './column-shares.ts'

type Row = BaseRow & {
  cause?: string
  payer?: string
  facility?: string
  charges?: string
  note?: string
}

function column(id: keyof Row & string, rest: Partial<ListColumn<Row>> = {}): ListColumn<Row> {
  return {
    id,
    header: id,
    width: { least: 80, most: 200 },
    text: (row) => (row[id] === undefined ? undefined : String(row[id])),
    ...rest,
  }
}

const columns = [
  column('cause', { isCause: true, width: { least: 120, most: 500 } }),
  column('payer'),
  column('facility'),
  column('charges', { align: 'end' }),
  column('note'),
]
const context = { today: '2026-11-22', extra: undefined }
const rows: Row[] = Array.from({ length: 20 }, (_, index) => ({
  id: String(index),
  cause: 'The rendering provider’s NPI fails its check digit.',
  payer: 'Aetna of the Northwest',
  facility: 'Skiles Outpatient Surgery Center North',
  charges: index === 7 ? '$1,234,567.50' : '$95.00',
}))

/** The widths in pixels that CSS makes of the columns in a table of a width. */
function widthsAt(
  tableWidth: number,
  set: Record<string, number> = {},
  list: readonly Row[] = rows,
) {
  const shares = columnShares(columns, list, context, set)
  return Object.fromEntries(
    columnWidths(shares, 0).map((css, index) => {
      const formula = css
        .replaceAll('var(--table-width)', String(tableWidth))
        .replaceAll('px', '')
        .replace(/^calc/, '')
        .replaceAll('max(', 'Math.max(')
      const clamp = (low: number, value: number, high: number) =>
        Math.min(high, Math.max(low, value))
      return [shares[index]!.id, new Function('clamp', `return ${formula}`)(clamp) as number]
    }),
  )
}

const sum = (widths: Record<string, number>) =>
  Object.values(widths).reduce((total, width) => total + width, 0)
const needOf = (id: string) =>
  columnShares(columns, rows, context).find((share) => share.id === id)!.need

test('the cause has what it needs before any other column gets more than its least', () => {
  const tight = widthsAt(300)
  expect(tight).toMatchObject({ cause: 120, payer: 80, facility: 80 })
  const leastOfAll = sum(tight)
  const some = widthsAt(leastOfAll + 100)
  expect(some.cause).toBe(220)
  expect(some).toMatchObject({ payer: 80, facility: 80 })
  const more = widthsAt(leastOfAll + 400)
  expect(more.cause).toBeGreaterThanOrEqual(needOf('cause') - 1)
  expect(more.payer).toBeGreaterThan(80)
  expect(more.facility).toBeGreaterThan(80)
})

test('columns fill the table and are never wider than it, from the least widths on', () => {
  const least = sum(widthsAt(0))
  for (let width = Math.ceil(least); width < 2_400; width += 37) {
    const total = sum(widthsAt(width))
    expect(total).toBeLessThanOrEqual(width)
    expect(total).toBeGreaterThan(width - 3)
  }
})

test('a number is never cut, an empty column is as wide as its header, and spare width goes to texts', () => {
  const shares = columnShares(columns, rows, context)
  const charges = shares.find(({ id }) => id === 'charges')!
  expect(charges.least).toBe(charges.need)
  expect(charges.least).toBeGreaterThan('$1,234,567.50'.length * 6.5)
  expect(charges.grow).toBe(0)
  const note = shares.find(({ id }) => id === 'note')!
  expect(note).toMatchObject({ least: note.need, grow: 0 })
  expect(note.need).toBeLessThan(60)
  const wide = widthsAt(2_000)
  expect(wide.note).toBe(note.need)
  expect(wide.facility).toBeGreaterThan(needOf('facility'))
})

test('a width that the person has set stays as it is; one long value does not widen its column for all', () => {
  expect(widthsAt(600, { payer: 150 }).payer).toBe(150)
  expect(widthsAt(2_000, { payer: 150 }).payer).toBe(150)
  const withOneLong = [{ ...rows[0]!, payer: 'x'.repeat(90) }, ...rows.slice(1)]
  expect(columnShares(columns, withOneLong, context)[1]!.need).toBe(needOf('payer'))
})

test('room that no column needs goes to what is still cut, then to texts, never to codes and badges', () => {
  const list = [
    column('payer', { width: { least: 60, most: 90 } }),
    column('facility', { className: 'font-mono text-xs', width: { least: 60, most: 90 } }),
    column('note', { width: { least: 60, most: 90, beside: 24 } }),
  ]
  const texts = rows.map((row) => ({ ...row, facility: '1234567890', note: 'Pending' }))
  const [payer, code, badge] = columnShares(list, texts, context)
  expect(payer!.whole).toBeGreaterThan(payer!.need)
  expect(payer!.grow).toBe(1)
  expect([code!.grow, badge!.grow]).toEqual([0, 0])
})

test('a date is as wide as the longest of them', () => {
  const dates = column('payer', { isNeverCut: true, width: { least: 40, most: 60 } })
  const [share] = columnShares(
    [dates],
    [...rows, { id: 'long', payer: 'Wednesday, September 30' }],
    context,
  )
  expect(share!.least).toBe(share!.need)
  expect(share!.least).toBeGreaterThan(140)
})

test('unreadable rows do not change the widths', () => {
  const unreadable: Row[] = [{ id: '', unreadable: true }]
  expect(columnShares(columns, [...unreadable, ...rows], context)).toEqual(
    columnShares(columns, rows, context),
  )
  expect(
    columnShares(columns, unreadable, context).every(({ least, need }) => least === need),
  ).toBe(true)
})

test('a text that few rows have gets its room after what every row has', () => {
  const sparse = rows.map((row, index) =>
    index % 10 === 0 ? row : { ...row, cause: undefined },
  ) as Row[]
  const [cause, payer] = columnShares(columns, sparse, context)
  expect(cause!.need).toBe(120)
  expect(cause!.whole).toBe(columnShares(columns, rows, context)[0]!.whole)
  expect(widthsAt(600, {}, sparse).payer).toBeGreaterThan(100)
  expect(payer!.need).toBe(needOf('payer'))
})

test('names are whole before a problem gets more than its least width', () => {
  const list = columns.map((each) =>
    each.id === 'payer' || each.id === 'facility' ? { ...each, isName: true as const } : each,
  )
  const shares = columnShares(list, rows, context)
  const [cause, payer, facility] = shares
  expect([payer!.need, facility!.need]).toEqual([payer!.whole, facility!.whole])
  const names = payer!.whole + facility!.whole
  const others = shares.slice(3).reduce((total, { least }) => total + least, 0)
  const pixels = (css: string, room: number) =>
    new Function(
      'clamp',
      `return ${css
        .replaceAll('var(--table-width)', String(room))
        .replaceAll('px', '')
        .replace(/^calc/, '')
        .replaceAll('max(', 'Math.max(')}`,
    )((low: number, value: number, high: number) => Math.min(high, Math.max(low, value))) as number
  const widths = columnWidths(shares, 0).map((css) => pixels(css, cause!.least + names + others))
  expect(widths[0]).toBeLessThanOrEqual(cause!.least + 2)
  expect(widths[1]! + widths[2]!).toBeGreaterThanOrEqual(names - 2)
})
