import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startPostgresStandIn } from '#lib/console/postgres-stand-in.testing.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { GET as health } from './route.ts'

let standIn: Awaited<ReturnType<typeof startPostgresStandIn>>

beforeAll(async () => {
  standIn = await startPostgresStandIn()
})
afterEach(() => stopTestConsole())
afterAll(() => standIn.close())

async function timed() {
  const began = performance.now()
  const reply = await health()
  return { status: reply.status, body: await reply.json(), ms: performance.now() - began }
}

test('the state of health is known within three seconds, whatever the database does, and is well again by itself', async () => {
  await startTestConsole({ DATABASE_URL: standIn.url })
  expect(await timed()).toMatchObject({ status: 200, body: { status: 'ok' } })
  standIn.freeze()
  for (const asked of await Promise.all([timed(), timed(), timed()])) {
    expect(asked).toMatchObject({ status: 503, body: { status: 'unavailable' } })
    expect(asked.ms).toBeLessThan(3_000)
  }
  standIn.thaw()
  await vi.waitFor(async () => expect(await timed()).toMatchObject({ status: 200 }), {
    timeout: 20_000,
  })
})

test('so it is while the start waits for its database', async () => {
  standIn.freeze()
  const start = startTestConsole({ DATABASE_URL: standIn.url }).catch(() => {})
  const asked = await timed()
  expect(asked.status).toBe(503)
  expect(asked.ms).toBeLessThan(3_000)
  standIn.thaw()
  await start
  await vi.waitFor(async () => expect(await timed()).toMatchObject({ status: 200 }), {
    timeout: 20_000,
  })
})
