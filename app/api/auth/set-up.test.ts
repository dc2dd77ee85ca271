import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { claimSetup } from '#lib/actions/session.ts'
import { databasePool } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { startPostgresStandIn } from '#lib/console/postgres-stand-in.testing.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { POST } from './[...all]/route.ts'

let standIn: Awaited<ReturnType<typeof startPostgresStandIn>>

beforeAll(async () => {
  standIn = await startPostgresStandIn()
})
afterAll(async () => {
  await stopTestConsole()
  await standIn.close()
})

test('a set-up ends signed in although the process stands still at every step', async () => {
  const logged = vi.spyOn(logFile, 'log')
  await startTestConsole({ DATABASE_URL: standIn.url, DEMO_ACCOUNTS: '0' })
  request.headers = new Headers({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })
  const [link = ''] = logged.mock.calls.flatMap(([, , fields]) => fields?.setup_link ?? [])
  const given = { email: 'ada@clinic.test', password: 'a password of her own' }
  const pool = await databasePool()
  const stalled = vi.fn(() => {
    const endsAt = performance.now() + 3_000
    while (performance.now() < endsAt);
  })
  /** Stands still while the next statement is out. */
  const stallNext = () => pool.once('acquire', () => setImmediate(stalled))
  stallNext()
  const claim = { ...given, code: link.split('#')[1], name: 'Ada', time_zone: 'America/Denver' }
  expect(await claimSetup(claim)).toMatchObject({ ok: true })
  stallNext()
  const reply = await POST(
    new Request('http://127.0.0.1:3000/api/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify(given),
      headers: [...request.headers, ['content-type', 'application/json']],
    }),
  )
  expect(reply.status).toBe(200)
  expect(reply.headers.get('set-cookie')).toContain('console_session=')
  expect(stalled).toHaveBeenCalledTimes(2)
})
