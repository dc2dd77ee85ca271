import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { xlsxBytes, type XlsxCell } from './xlsx.ts'

const text = (value: string): XlsxCell => ({ kind: 'text', text: value })

async function partsOf(
  batches: readonly XlsxCell[][][],
  rowsOfSheet?: number,
): Promise<{ [name: string]: string }> {
  const made: Uint8Array[] = []
  async function* given() {
    yield* batches
  }
  for await (const bytes of xlsxBytes(['Name', 'Value'], given(), rowsOfSheet)) made.push(bytes)
  const files = unzipSync(Buffer.concat(made))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
}

async function cellOf(cell: XlsxCell): Promise<string> {
  const { 'xl/worksheets/sheet1.xml': sheet } = await partsOf([[[cell]]])
  return /<row r="2">(.*)<\/row>/s.exec(sheet!)![1]!
}

const asText = (written: string) =>
  `<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`

test('amounts, numbers and dates are numbers, and what is none of them stays text', async () => {
  expect(await cellOf({ kind: 'money', text: '-1234.50' })).toBe(
    '<c r="A2" s="2"><v>-1234.50</v></c>',
  )
  expect(await cellOf({ kind: 'number', text: '7' })).toBe('<c r="A2" s="0"><v>7</v></c>')
  // 45,000 days after the last day of 1899 in Excel's count.
  expect(await cellOf({ kind: 'date', text: '2023-03-15' })).toBe(
    '<c r="A2" s="3"><v>45000</v></c>',
  )
  expect(await cellOf({ kind: 'date', text: '1900-03-01' })).toBe('<c r="A2" s="3"><v>61</v></c>')
  for (const cell of [
    { kind: 'money', text: 'unknown' },
    { kind: 'number', text: '1e9' },
    { kind: 'date', text: '2026-02-30' },
    { kind: 'date', text: '1899-12-31' },
  ] as const)
    expect(await cellOf(cell)).toBe(asText(cell.text))
})

test('text is never a number or a formula, and holds only what Excel can read', async () => {
  expect(await cellOf(text('00123'))).toBe(asText('00123'))
  expect(await cellOf(text('=1+1'))).toBe(asText('=1+1'))
  expect(await cellOf(text('<a> & "b"\u0001'))).toBe(asText('&lt;a&gt; &amp; "b"'))
  expect(await cellOf(text('_x000D_'))).toBe(asText('_x005F_x000D_'))
  expect(await cellOf(text(''))).toBe('')
  const long = await cellOf(text('x'.repeat(40_000)))
  expect(long).toHaveLength(asText('x'.repeat(32_767)).length)
  expect(long).toContain('cut: longer than a cell of Excel')
})

test('rows that a sheet has no room for are on the next one, under the same head', async () => {
  const parts = await partsOf([[[text('a')], [text('b')]], [[text('c')]]], 3)
  const names = (number: number) =>
    [...parts[`xl/worksheets/sheet${number}.xml`]!.matchAll(/preserve">([^<]*)</g)].map(
      ([, name]) => name,
    )
  expect(names(1)).toEqual(['Name', 'Value', 'a', 'b'])
  expect(names(2)).toEqual(['Name', 'Value', 'c'])
  expect(parts['xl/workbook.xml']).toContain('name="Rows 2"')
})
