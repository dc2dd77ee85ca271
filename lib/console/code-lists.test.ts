import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPart, findIcd10, hasParts } from './code-lists.ts'

let folder: string
let dataDir: string | undefined
beforeEach(async () => {
  dataDir = process.env.DATA_DIR
  folder = await mkdtemp(path.join(tmpdir(), 'code-lists-'))
  process.env.DATA_DIR = folder
  process.env.LOG_LEVEL = 'silent'
})
afterEach(async () => {
  if (dataDir === undefined) delete process.env.DATA_DIR
  else process.env.DATA_DIR = dataDir
  await rm(folder, { recursive: true })
})

const order = (...codes: [code: string, flag: 0 | 1][]) =>
  codes
    .map(
      ([code, flag], place) =>
        `${String(place + 1).padStart(5, '0')} ${code.padEnd(7)} ${flag} ${'Made up'.padEnd(60)} Made up for a test`,
    )
    .join('\r\n')

async function place(name: string, text: string): Promise<void> {
  await mkdir(path.join(folder, 'code-lists'), { recursive: true })
  await writeFile(path.join(folder, 'code-lists', name), text)
}

async function standings(...asked: [fiscal_year: number, code: string][]) {
  const find = await findIcd10()
  return asked.map(([fiscal_year, code]) => find({ fiscal_year, code }))
}

test('without lists every code is unknown', async () => {
  expect(await standings([2027, 'E119'])).toEqual([undefined])
})

test("a code is billable, a header, or absent from its year's list; other years are unknown", async () => {
  await place('icd10cm-order-2027.txt', order(['E11', 0], ['E119', 1]))
  await place('notes.txt', order(['I10', 1]))
  expect(await standings([2027, 'E119'], [2027, 'E11'], [2027, 'I10'], [2026, 'E119'])).toEqual([
    'billable',
    'header',
    'absent',
    undefined,
  ])
})

test('an update within the year adds codes, and a new file is read without a restart', async () => {
  await place('icd10cm-order-2026.txt', order(['E11', 0], ['E119', 1]))
  expect(await standings([2026, 'U0999'])).toEqual(['absent'])
  await place('icd10cm-codes-April-2026.txt', 'U0999   Made up in spring\n')
  expect(await standings([2026, 'U0999'], [2026, 'E119'], [2026, 'E11'])).toEqual([
    'billable',
    'billable',
    'header',
  ])
})

test('a file without any code leaves its year unknown', async () => {
  await place('icd10cm-order-2027.txt', 'This is no list.\n')
  expect(await standings([2027, 'E119'])).toEqual([undefined])
})

test('a list of 97,000 lines is indexed once and then answers at once', async () => {
  const codes = Array.from({ length: 97_000 }, (_, n): [string, 1] => [
    `A${String(n % 100).padStart(2, '0')}${n.toString(36).toUpperCase().padStart(4, '0').slice(-4)}`,
    1,
  ])
  await place('icd10cm-order-2027.txt', order(...codes))
  const timed = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    return process.cpuUsage(before).user
  }
  const first = await timed(async () =>
    expect(await standings([2027, codes[96_999]![0]])).toEqual(['billable']),
  )
  const second = await timed(() => standings([2027, codes[0]![0]]))
  expect(second).toBeLessThan(first / 3)
})

test('a first part that comes twice leaves the upload as it is, and only four uploads wait', async () => {
  expect(await addPart('a', 0, 'one')).toBe(true)
  expect(await addPart('a', 0, 'one')).toBe(false)
  expect(await addPart('a', 3, 'two')).toBe(true)
  for (const upload of ['b', 'c', 'd', 'e']) expect(await addPart(upload, 0, 'one')).toBe(true)
  const waiting = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(hasParts))
  expect(waiting.filter(Boolean)).toHaveLength(4)
  expect(waiting.at(-1)).toBe(true)
})
