import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#lib/core/test-database.testing.ts'
import { OtherDataSet, expectDataSet } from './data-set.ts'
import { type SandboxOptions, startSandbox } from './server.ts'
import { emptySandboxDatabase } from './test-sandbox.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptySandboxDatabase()
})
afterAll(() => database.drop())

test('a database keeps its demo data, is refused for another data set, and is replaced only with fresh', async () => {
  const first = await visit({ captures: 12, contracts: 3, seed: 4 }, firstCapture)
  await expect(
    startSandbox({ databaseUrl: database.address, captures: 13, seed: 4 }),
  ).rejects.toThrow(
    'Asked for 13 charge captures, seed 4, but there is already demo data: 12 charge captures, 3 contracts, seed 4. Nothing was changed.',
  )
  expect(await visit({ captures: 12, seed: 4 }, firstCapture)).toBe(first)
  expect(await visit({ captures: 7, contracts: 0, seed: 5, fresh: true }, firstCapture)).not.toBe(
    first,
  )
  expect(await visit({}, async (_, dataSet) => dataSet)).toEqual({
    captures: 7,
    contracts: 0,
    seed: 5,
  })
})

test('each requested number must match; other numbers may be anything', () => {
  const existing = { captures: 7, contracts: 0, seed: 5 }
  for (const asked of [{ seed: 4 }, { captures: 8 }, { contracts: 1 }])
    expect(() => expectDataSet(existing, asked)).toThrow(OtherDataSet)
  for (const asked of [{}, { seed: 5 }, existing]) expectDataSet(existing, asked)
  // A database of an older version, which did not store all numbers.
  expect(() => expectDataSet({ seed: 5 }, existing)).toThrow(OtherDataSet)
})

async function visit<T>(
  options: Omit<SandboxOptions, 'databaseUrl'>,
  look: (url: string, dataSet: object) => Promise<T>,
): Promise<T> {
  const { url, dataSet, close } = await startSandbox({ databaseUrl: database.address, ...options })
  try {
    return await look(url, dataSet)
  } finally {
    await close()
  }
}

async function firstCapture(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/charge_captures/v1?limit=1`, {
    headers: { authorization: 'Bearer sandbox-full' },
  })
  return ((await answer.json()) as { items: { id: string }[] }).items[0]!.id
}
