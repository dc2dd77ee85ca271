import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { fail, ok } from '#lib/core/result.ts'
import { outcomeOf, recordAct } from './record-act.ts'
import type { ActionContext } from './run-action.ts'

beforeAll(() => startTestConsole())
afterAll(stopTestConsole)

test('a row names the person, the connection, the act, its records and how it ended', async () => {
  const context: ActionContext = {
    account: { id: 'a1', name: 'Ada', email: 'ada@x.test', role: 'biller', isDemo: false },
    connection: await activeConnection(),
  }
  await recordAct(context, 'read', 'getEncounter', ['e1'])
  await recordAct(context, 'read', 'getEncounter', [], { outcome: outcomeOf(fail('Gone', '')) })
  await recordAct(context, 'intent', 'pauseJob', ['j1'])
  await recordAct(context, 'outcome', 'pauseJob', ['j1'], { outcome: outcomeOf(ok(null)) })
  await recordAct(context, 'outcome', 'startExport', ['j2'], { recordKind: 'job' })
  await recordAct(context, 'refused', 'markQueue', ['c1'], { outcome: 'ReasonNeeded' })
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.accountId, 'a1'))
    .orderBy(asc(auditRecords.id))
  expect(new Set(rows.map((row) => row.connectionId))).toEqual(new Set([context.connection.id]))
  expect(
    rows.map(({ operation, stage, outcome, recordKind, recordIds }) => [
      operation,
      stage,
      outcome,
      recordKind,
      recordIds,
    ]),
  ).toEqual([
    ['getEncounter', 'read', 'ok', 'encounter', ['e1']],
    ['getEncounter', 'read', 'Gone', 'encounter', []],
    ['pauseJob', 'intent', 'sent', 'job', ['j1']],
    ['pauseJob', 'outcome', 'ok', 'job', ['j1']],
    ['startExport', 'outcome', 'ok', 'job', ['j2']],
    ['markQueue', 'refused', 'ReasonNeeded', 'claim-creation', ['c1']],
  ])
})
