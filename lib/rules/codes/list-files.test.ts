import { expect, test } from 'vitest'
import { problemWords } from './icd10-file.ts'
import { listFileOf, readListFile } from './list-files.ts'
import type { ListRow } from './list-kinds.ts'

// Small files in the published layouts, with made-up entries.

const placedOn = '2026-11-26'

async function* inChunks(text: string, length = 7) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

async function read(name: string, text: string) {
  const rows: ListRow[] = []
  const file = listFileOf(name, placedOn)
  if (!file) throw new Error(`${name} is no name of a list`)
  const found = await readListFile(file, inChunks(text), async (some) => void rows.push(...some))
  return { found, rows }
}

async function problemsOf(name: string, text: string): Promise<string[]> {
  const { found } = await read(name, text)
  return 'problems' in found ? found.problems.map(problemWords) : []
}

const ncciHead = [
  'CPT only copyright 2025 American Medical Association. All rights reserved.',
  '',
  'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
  '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
  '\t\t\t\t*=no data\t1=allowed\t',
  '\t\t\t\t\t9=not applicable\t',
]
const ncci = (...lines: string[]) => [...ncciHead, ...lines].join('\r\n')

test('the name of an NCCI file tells its version and the days that it judges', () => {
  const name = 'medicare-ncci-2026q4-practitioner-ptp-edits-ccipra-v323r0-f1.TXT'
  expect(listFileOf(name, placedOn)).toEqual({
    kind: 'ncci',
    name: 'ccipra-v323r0-f1.txt',
    of: 'Version 32.3, quarter 4 of 2026',
    version: '323r0',
    days: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(listFileOf('ccipra-v321r0-f4.csv', placedOn)?.days.to).toBe('2026-06-30')
  expect(listFileOf('ccioph-v323r0-f1.txt', placedOn)).toBeUndefined()
  expect(listFileOf('../ccipra-v323r0-f1.txt', placedOn)).toBeUndefined()
})

test('NCCI pairs are read; those that judge no claim of the year are counted and dropped', async () => {
  const { found, rows } = await read(
    'ccipra-v323r0-f1.txt',
    ncci(
      'G0463\tJ0696\t\t20240101\t*\t1\tMisuse',
      'G0463\tA4550\t*\t19960101\t20260331\t0\tStandards',
      'G0463\tA4551\t\t20100101\t20251231\t0\tDeleted before the year',
      'G0463\tA4552\t\t20100101\t20100101\t9\tNot applicable',
      '',
    ),
  )
  expect(found).toEqual({ entries: 4, kept: 2 })
  expect(rows).toEqual([
    { code: 'G0463', other: 'J0696', first_day: '2024-01-01', last_day: null, mark: '1' },
    { code: 'G0463', other: 'A4550', first_day: '1996-01-01', last_day: '2026-03-31', mark: '0' },
  ])
  const csv =
    'Column 1,Column 2,"*=in existence",Effective,Deletion,Modifier,Rationale\nG0463,J0696,,20240101,*,0,"Misuse, of a code"'
  expect((await read('ccipra-v323r0-f2.csv', csv)).rows).toMatchObject([{ mark: '0' }])
})

test('a line that is no NCCI pair refuses the file, with its line and column', async () => {
  const good = 'G0463\tJ0696\t\t20240101\t*\t1\tMisuse'
  expect(
    await problemsOf(
      'ccipra-v323r0-f1.txt',
      ncci(
        good,
        'G0463\tJ069\t\t20240101\t*\t1\tx',
        'G0463\tJ0696\t\t2024-01-01\t*\t1\tx',
        'G0463\tJ0696\t\t20240101\t\t1\tx',
        'G0463\tJ0696\t\t20240101\t*\t2\tx',
        'The end',
      ),
    ),
  ).toEqual([
    'Line 8: Column 2 has “J069”, which is no code.',
    'Line 9: The effective date “2024-01-01” isn’t a date such as 20261001.',
    'Line 10: The deletion date “” isn’t * or a date such as 20261231.',
    'Line 11: The modifier indicator “2” isn’t 0, 1 or 9.',
    'Line 12: Column 1 has “The end”, which is no code.',
  ])
  expect(await problemsOf('ccipra-v323r0-f1.txt', good)).toEqual([
    'There is no heading with “Column 1” and “Column 2”, as PTP edits have it.',
  ])
  expect(await problemsOf('ccipra-v323r0-f1.txt', ncci())).toEqual(['The file has no entries.'])
})
