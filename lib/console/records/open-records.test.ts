import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import {
  changedByOther,
  noteClosed,
  noteOpen,
  openByOthers,
  type OpenRecord,
} from './open-records.ts'
import { openRecords, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

const start = Date.now()
let mine: OpenRecord
let theirs: OpenRecord
let theirName: string

beforeAll(async () => {
  await startTestConsole()
  const [one, other] = await (await consoleDb()).select().from(user).limit(2)
  const place = { connectionId: 'p', kind: 'charge-capture', record: 'c1' } as const
  mine = { ...place, accountId: one!.id, tab: 'a' }
  theirs = { ...place, accountId: other!.id, tab: 'b' }
  theirName = other!.name
  for (const { accountId, record, connectionId } of [
    mine,
    theirs,
    { ...theirs, record: 'c2' },
    { ...theirs, connectionId: 'q' },
  ])
    await readAs({ accountId, recordIds: [record], connectionId })
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  at(0)
  await (await consoleDb()).delete(openRecords)
})

function at(seconds: number): void {
  setClock(() => start + seconds * 1_000)
}

function readAs(
  entry: { accountId: string; recordIds: string[] } & Partial<AuditEntry>,
): Promise<void> {
  return recordAudit({
    connectionId: 'p',
    operation: 'getChargeCapture',
    stage: 'read',
    outcome: 'ok',
    ...entry,
  })
}

const instant = (seconds: number) => new Date(start + seconds * 1_000).toISOString()

test('a colleague is shown from opening the record until a minute after their last sign', async () => {
  await noteOpen(mine, true)
  expect(await openByOthers(mine)).toEqual([])
  at(5)
  await noteOpen(theirs, true)
  at(25)
  await noteOpen(theirs, false)
  expect(await openByOthers(mine)).toEqual([{ name: theirName, at: instant(5) }])
  at(84)
  expect(await openByOthers(mine)).toHaveLength(1)
  at(86)
  expect(await openByOthers(mine)).toEqual([])
  // A background tab returns with its original opening time.
  await noteOpen(theirs, false)
  expect(await openByOthers(mine)).toEqual([{ name: theirName, at: instant(5) }])
})

test('two tabs of a colleague count as one person; own tabs and other records do not count', async () => {
  await noteOpen(theirs, true)
  at(3)
  await noteOpen({ ...theirs, tab: 'c' }, true)
  await noteOpen({ ...mine, tab: 'd' }, true)
  await noteOpen({ ...theirs, record: 'c2', tab: 'e' }, true)
  await noteOpen({ ...theirs, connectionId: 'q', tab: 'f' }, true)
  expect(await openByOthers(mine)).toEqual([{ name: theirName, at: instant(0) }])
  await noteClosed(theirs)
  expect(await openByOthers(mine)).toEqual([{ name: theirName, at: instant(3) }])
  await noteClosed({ ...theirs, tab: 'c' })
  expect(await openByOthers(mine)).toEqual([])
})

test('another person’s change is reported until the record is read again', async () => {
  const change = (accountId: string, more: object = {}) =>
    recordAudit({
      accountId,
      connectionId: 'p',
      operation: 'updateChargeCapture',
      stage: 'outcome',
      outcome: 'ok',
      recordIds: ['c1'],
      ...more,
    })
  at(-10)
  await change(theirs.accountId)
  at(0)
  await noteOpen(mine, true)
  at(10)
  await change(mine.accountId)
  await change(theirs.accountId, { recordIds: ['c2'] })
  await change(theirs.accountId, { outcome: 'Forbidden' })
  await change(theirs.accountId, { stage: 'intent', outcome: 'sent' })
  await change(theirs.accountId, { connectionId: 'q' })
  expect(await changedByOther(mine)).toBeUndefined()
  at(20)
  await change(theirs.accountId)
  expect(await changedByOther(mine)).toEqual({ name: theirName, at: instant(20) })
  at(30)
  await noteOpen(mine, false)
  expect(await changedByOther(mine)).toEqual({ name: theirName, at: instant(20) })
  await noteOpen(mine, true)
  expect(await changedByOther(mine)).toBeUndefined()
})

test('only a record that the account read here within a day is noted and answered', async () => {
  const other: OpenRecord = { ...mine, record: 'c9' }
  await noteOpen(theirs, true)
  expect(await noteOpen(other, true)).toBe(false)
  // Another account read it, or this one was refused, used another key, only wrote it, or read
  // another record.
  await readAs({ accountId: theirs.accountId, recordIds: ['c9'] })
  await readAs({ accountId: mine.accountId, recordIds: ['c9'], outcome: 'EntityNotFoundError' })
  await readAs({ accountId: mine.accountId, recordIds: ['c9'], connectionId: 'q' })
  await readAs({
    accountId: mine.accountId,
    recordIds: ['c9'],
    operation: 'updateChargeCapture',
    stage: 'outcome',
  })
  await readAs({ accountId: mine.accountId, recordIds: ['c99'] })
  expect(await noteOpen(other, true)).toBe(false)
  expect(await (await consoleDb()).$count(openRecords)).toBe(1)
  await readAs({ accountId: mine.accountId, recordIds: ['c9', 'claim-creation-1'] })
  expect(await noteOpen(other, true)).toBe(true)
  at(25 * 3_600)
  expect(await noteOpen({ ...other, tab: 'z' }, true), 'read more than a day ago').toBe(false)
})

test('a person has at most 200 tabs, those seen last; other people’s tabs stay', async () => {
  await noteOpen(theirs, true)
  for (let i = 1; i <= 205; i += 1) {
    at(i)
    expect(await noteOpen({ ...mine, tab: `t${i}` }, true)).toBe(true)
  }
  const rows = await (await consoleDb()).select({ tab: openRecords.tab }).from(openRecords)
  expect(rows).toHaveLength(201)
  const tabs = rows.map(({ tab }) => tab)
  expect([tabs.includes('t5'), tabs.includes('t6'), tabs.includes('b')]).toEqual([
    false,
    true,
    true,
  ])
})
