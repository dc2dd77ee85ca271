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

const ordering = 'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE'

test('ordering providers are read with what each may order; names are not kept', async () => {
  const name = 'OrderReferring_2026-07-17.csv'
  expect(listFileOf(name, placedOn)).toMatchObject({
    name: 'orderreferring_2026-07-17.csv',
    of: '07/17/2026',
    days: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(listFileOf('Order and Referring.csv', placedOn)).toMatchObject({ of: '11/26/2026' })
  const text = `${ordering}\n1234567893,"MOSS, JR",AVERY,Y,N,Y,N,N\n`
  expect((await read(name, text)).rows).toEqual([
    { code: '1234567893', other: '', first_day: null, last_day: null, mark: 'YNYNN' },
  ])
  expect(
    await problemsOf(name, `${ordering}\n1234567890,A,B,Y,N,N,N,N\n1234567893,A,B,Y,N,N,1,N`),
  ).toEqual(['Line 2: NPI has “1234567890”, which is no NPI.', 'Line 3: PMD has “1”, not Y or N.'])
  expect(await problemsOf(name, 'NPI,NAME,PARTB\n1234567893,A,Y')).toContain(
    'Line 1: The heading has no column DME.',
  )
})

/** A line of CMS's record layout. */
const hcpcs = (code: string, record: string, added = '', ended = '', words = '') =>
  `${code}00100${record}${words}`.padEnd(268) + added.padEnd(16) + ended.padEnd(8) + 'N'

test('HCPCS codes are read with their days, from the record layout and from a table', async () => {
  const name = 'HCPC2026_OCT_ANWEB_v2.txt'
  expect(listFileOf(name, placedOn)).toMatchObject({
    name: 'hcpc2026_oct_anweb.txt',
    of: 'Quarter 4 of 2026',
    days: { to: '2026-12-31' },
  })
  const rows = [
    { code: 'G0463', other: '', first_day: '2014-01-01', last_day: null, mark: '' },
    { code: 'J0696', other: '', first_day: '1986-01-01', last_day: '2026-03-31', mark: '' },
  ]
  const lines = [
    hcpcs('G0463', '3', '20140101'),
    hcpcs('G0463', '4').trimEnd(),
    hcpcs('J0696', '3', '19860101', '20260331'),
    hcpcs('   A1', '7', '20000101'),
  ]
  expect((await read(name, lines.join('\r\n'))).rows).toEqual(rows)
  const table =
    'HCPC,SEQNUM,RECID,LONG DESCRIPTION,ADD DT,TERM DT\nG0463,100,3,"A, b",20140101,\nJ0696,100,3,C,1/1/1986,3/31/2026'
  expect((await read('HCPC2026_JUL_ANWEB.csv', table)).rows).toEqual(rows)
  expect(
    await problemsOf(
      name,
      [hcpcs('G0463', '3', '2014'), hcpcs('J0696', '3', '19860101', 'soon'), 'Notes'].join('\n'),
    ),
  ).toEqual([
    'Line 1: Columns 269 to 276 have “2014    ”, which is no date.',
    'Line 2: Columns 285 to 292 have “soon    ”, which is no date.',
    'Line 3: Columns 1 to 11 have no code, sequence number and record ID.',
  ])
  expect(await problemsOf('HCPC2026_JUL_ANWEB.csv', 'Code list\nG0463')).toEqual([
    'There is no heading with the columns HCPC, ADD DT and TERM DT.',
  ])
})

test('a HCPCS code whose words say that it is unlisted has the mark, wherever the words are', async () => {
  const lines = [
    hcpcs('A0999', '3', '20000101', '', 'Unlisted ambulance service'),
    hcpcs('J3301', '3', '20090101', '', 'Injection, an agent, not otherwise'.padEnd(80)),
    hcpcs('J3301', '4', '', '', 'specified, 10 mg'),
    hcpcs('G0463', '3', '20140101', '', 'Visit that is no'.padEnd(75) + 'other'),
    hcpcs('G0463', '4', '', '', 'than one of a clinic'),
  ]
  const marksOf = async (name: string, text: string) =>
    (await read(name, text)).rows.map(({ code, mark }) => `${code} ${mark}`)
  expect(await marksOf('HCPC2026_OCT_ANWEB.txt', lines.join('\n'))).toEqual([
    'A0999 unlisted',
    'J3301 ',
    'J3301 unlisted',
    'G0463 ',
  ])
  const table =
    'HCPC,RECID,LONG DESCRIPTION,SHORT DESCRIPTION,ADD DT,TERM DT\n' +
    'E1399,3,"Equipment, miscellaneous",DME misc,20000101,\nV2599,3,"Lens, other type",x,20000101,\nG0463,3,Other visit,x,20140101,'
  expect(await marksOf('HCPC2026_JUL_ANWEB.csv', table)).toEqual([
    'E1399 unlisted',
    'V2599 unlisted',
    'G0463 ',
  ])
})

test('drug codes of three forms are read as 11 digits', async () => {
  const heading =
    'PRODUCTID\tPRODUCTNDC\tNDCPACKAGECODE\tPACKAGEDESCRIPTION\tSTARTMARKETINGDATE\tENDMARKETINGDATE\tNDC_EXCLUDE_FLAG\tSAMPLE_PACKAGE'
  const line = (code: string, start = '', end = '') =>
    `x\t0409-1234\t${code}\tBox\t${start}\t${end}\tN\tN`
  expect(listFileOf('package.txt', placedOn)).toMatchObject({
    of: '11/26/2026',
    days: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(listFileOf('product.txt', placedOn)).toBeUndefined()
  const text = [heading, line('0409-1234-01', '20050101'), line('50090-001-10', '', '20200131')]
  const { rows } = await read('package.txt', [...text, line('50090-0001-0')].join('\n'))
  expect(rows.map(({ code, first_day, last_day }) => [code, first_day, last_day])).toEqual([
    ['00409123401', '2005-01-01', null],
    ['50090000110', null, '2020-01-31'],
    ['50090000100', null, null],
  ])
  expect(
    await problemsOf(
      'package.txt',
      [heading, line('0409123401'), line('0409-1234-01', 'x')].join('\n'),
    ),
  ).toEqual([
    'Line 2: NDCPACKAGECODE has “0409123401”, which is no code of three parts.',
    'Line 3: STARTMARKETINGDATE has “x”, which is no date.',
  ])
})

test('a file of one endless line is refused at its beginning', async () => {
  let sent = 0
  async function* endless() {
    for (; sent < 1_000; sent += 1) yield 'x'.repeat(65_536)
  }
  const file = listFileOf('ccipra-v323r0-f1.txt', placedOn)!
  expect(await readListFile(file, endless())).toMatchObject({
    problems: [{ message: expect.stringMatching(/a line of more than 4,096 characters/) }],
  })
  expect(sent).toBe(0)
})
