import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, facts } from '#lib/console/schema.ts'
import { resetStart, startToEnd } from '#lib/console/server/start.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())

test('a restore whose command was ended before it wrote its row has the row after the next start, once', async () => {
  const db = await consoleDb()
  const restored = {
    made_at: '2026-11-26T22:40:00.000Z',
    restored_at: '2026-11-26T23:10:00.000Z',
    by: 'ops',
    former_head: '57:abc',
  }
  await db.insert(facts).values({ name: 'restored_from_backup', value: JSON.stringify(restored) })
  for (let start = 0; start < 2; start += 1) {
    resetStart()
    await startToEnd()
  }
  const [row, ...more] = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'restoreBackup'))
  expect(more).toEqual([])
  expect(row).toMatchObject({ accountId: 'operator', recordIds: [restored.made_at] })
  expect(await openChange(row!)).toEqual({
    before: { trail_head: '57:abc' },
    after: {
      backup_made_at: restored.made_at,
      restored_at: restored.restored_at,
      system_user: 'ops',
    },
  })
})
