import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { keepSaveReason, readSaveReasons } from './save-reasons.ts'
import { auditRecords, saveReasons } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())

const entry = {
  accountId: 'nobody',
  connectionId: 'k1',
  record: 'c1',
  rules: ['npi-check-digit', 'npi-check-digit'],
}

test('a reason is stored with the open findings, newest first, for its own record and connection', async () => {
  await keepSaveReason({ ...entry, reason: 'The registry is down' })
  await keepSaveReason({ ...entry, reason: 'Dr. Fox will confirm', rules: ['tax-id-shape'] })
  await keepSaveReason({ ...entry, record: 'c2', reason: 'another' })
  expect(await readSaveReasons('k1', 'c1')).toMatchObject([
    { by: 'somebody who is gone', reason: 'Dr. Fox will confirm', rules: ['tax-id-shape'] },
    { reason: 'The registry is down', rules: ['npi-check-digit', 'npi-check-digit'] },
  ])
  expect(await readSaveReasons('k2', 'c1')).toEqual([])
})

test('it is sealed, and opens for no other record', async () => {
  const db = await consoleDb()
  const rows = await db.select().from(saveReasons)
  // With a blank, which no sealed text has.
  expect(JSON.stringify(rows)).not.toMatch(/Dr\. Fox|registry is/)
  const audit = await db.select().from(auditRecords)
  expect(audit.map((entry) => [entry.operation, entry.recordIds])).toContainEqual([
    'keepSaveReason',
    ['c2'],
  ])
  expect(JSON.stringify(audit)).not.toMatch(/Dr\. Fox|npi-check-digit/)
  await db.update(saveReasons).set({ record: 'c3' })
  await expect(readSaveReasons('k1', 'c3')).rejects.toThrow(/does not open/)
})
