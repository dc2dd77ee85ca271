import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPart, dropParts, placeParts } from './code-lists.ts'
import { findInLists, listsLoaded, placedLists } from './placed-lists.ts'
import { startTestConsole, stopTestConsole } from './test-console.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'placed-lists-'))
  await startTestConsole({ DATA_DIR: folder })
})
afterAll(async () => {
  await stopTestConsole()
  await rm(folder, { recursive: true })
})

const heading = 'Column 1\tColumn 2\t*\tEffective\tDeletion\tModifier\tRationale\n'
const nothing = { procedures: [], npis: [], drugs: [] }
const upload = 'a'.repeat(32)

/** Places a file as a page does, and waits until it is loaded or refused. */
async function place(name: string, text: string): Promise<void> {
  expect(await addPart(upload, 0, text)).toBe(true)
  await placeParts(upload, name)
  await listsLoaded()
}

const standing = async () =>
  (await placedLists()).map(({ name, state, entries, problem }) => ({
    name,
    state,
    entries,
    ...(problem !== undefined && { problem }),
  }))
const ncci = async (...procedures: string[]) =>
  (await findInLists({ ...nothing, procedures })).lists.ncci

test('without a file a list is missing from every answer', async () => {
  expect(await placedLists()).toEqual([])
  const asked = { ...nothing, procedures: ['G0463'] }
  expect(await findInLists(asked)).toEqual({ asked, lists: {} })
})

test('the pairs of a few codes are found in all files of a version', async () => {
  await place('ccipra-v322r0-f1.txt', `${heading}G0463\tJ0696\t\t20240101\t*\t1\tx`)
  await place(
    'ccipra-v322r0-f2.txt',
    `${heading}J0696\tA4550\t\t20260101\t20260630\t0\tx\nJ0696\tA4551\t\t20260101\t*\t0\tx\n`,
  )
  expect(await standing()).toEqual([
    { name: 'ccipra-v322r0-f1.txt', state: 'loaded', entries: 1 },
    { name: 'ccipra-v322r0-f2.txt', state: 'loaded', entries: 2 },
  ])
  expect(await ncci('A4550', 'G0463', 'J0696')).toEqual([
    {
      from: '2026-01-01',
      to: '2026-09-30',
      rows: [
        { code: 'G0463', other: 'J0696', first_day: '2024-01-01', last_day: null, mark: '1' },
        {
          code: 'J0696',
          other: 'A4550',
          first_day: '2026-01-01',
          last_day: '2026-06-30',
          mark: '0',
        },
      ],
    },
  ])
})

test('a newer version of the year takes the place of the older one', async () => {
  await place('ccipra-v323r0-f1.txt', `${heading}G0463\tJ0696\t\t20240101\t*\t0\tx`)
  expect((await standing()).map(({ state }) => state)).toEqual(['loaded', 'older', 'older'])
  expect(await ncci('A4550', 'G0463', 'J0696')).toMatchObject([{ rows: [{ mark: '0' }] }])
})

test('a file that is put into the folder is loaded, and a removed one leaves', async () => {
  const file = path.join(folder, 'code-lists', 'ccipra-v313r0-f1.txt')
  await writeFile(file, `${heading}A4550\tA4551\t\t20200101\t*\t1\tx`)
  expect(await ncci('A4550', 'A4551')).toHaveLength(1)
  await listsLoaded()
  expect(await ncci('A4550', 'A4551')).toMatchObject([
    { rows: [] },
    { from: '2025-01-01', rows: [{}] },
  ])
  await unlink(file)
  await listsLoaded()
  expect(await ncci('A4550', 'A4551')).toHaveLength(1)
})

test('a file with a wrong line is named with its reason and judges nothing', async () => {
  await place('ccipra-v323r0-f1.txt', `${heading}G0463\tJ0696\t\t20240101\t*\t7\tx`)
  expect((await standing())[0]).toEqual({
    name: 'ccipra-v323r0-f1.txt',
    state: 'unreadable',
    entries: 0,
    problem: 'Line 2: The modifier indicator “7” isn’t 0, 1 or 9.',
  })
  expect(await ncci('G0463', 'J0696')).toBeUndefined()
})

test('a part that does not follow the one before is not taken', async () => {
  expect(await addPart(upload, 0, 'one')).toBe(true)
  expect(await addPart(upload, 5, 'two')).toBe(false)
  expect(await addPart(upload, 3, 'two')).toBe(true)
  await dropParts(upload)
})

test('each list is asked about its own codes only', async () => {
  await place(
    'orderreferring_2026-11-01.csv',
    'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE\n1234567893,MOSS,AVERY,Y,N,N,N,N',
  )
  await place('hcpc2026_oct_anweb.csv', 'HCPC,ADD DT,TERM DT\nG0463,20140101,\nJ0696,19860101,')
  await place(
    'package.txt',
    'NDCPACKAGECODE\tSTARTMARKETINGDATE\tENDMARKETINGDATE\n0409-1234-01\t20050101\t',
  )
  const { lists } = await findInLists({
    procedures: ['G0463'],
    npis: ['1234567893', '1999999984'],
    drugs: ['00409123401'],
  })
  const codes = Object.entries(lists).map(([kind, parts]) => [
    kind,
    parts.flatMap(({ rows }) => rows.map(({ code }) => code)),
  ])
  expect(Object.fromEntries(codes)).toMatchObject({
    ordering: ['1234567893'],
    hcpcs: ['G0463'],
    ndc: ['00409123401'],
  })
})
