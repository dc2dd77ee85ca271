import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { startPostgresStandIn } from '#lib/console/postgres-stand-in.testing.ts'
import { session, user } from '#lib/console/schema.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { whileAwake } from '#lib/core/within.ts'
import { savePreferences } from './personal.ts'

let standIn: Awaited<ReturnType<typeof startPostgresStandIn>>

beforeAll(async () => {
  standIn = await startPostgresStandIn()
  await startTestConsole({ DATABASE_URL: standIn.url })
  request.headers = new Headers({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(session).values({ id: 's', token: 'token', userId: holder!.id, expiresAt })
  await sendSessionCookie('token')
})
afterAll(async () => {
  await stopTestConsole()
  await standIn.close()
})

test('an action reports within five seconds that the database does not answer, and then works again by itself', async () => {
  const save = () => savePreferences({ density: 'compact' })
  expect(await save()).toMatchObject({ ok: true })
  standIn.freeze()
  let ms = 0
  const stop = whileAwake((step) => (ms += step))
  expect(await save()).toMatchObject({
    ok: false,
    error: {
      name: 'DatabaseAway',
      message: expect.stringContaining('database isn’t answering. Try again'),
    },
  })
  stop()
  expect(ms).toBeLessThan(5_000)
  standIn.thaw()
  await vi.waitFor(async () => expect(await save()).toMatchObject({ ok: true }), {
    timeout: 20_000,
  })
})
