import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST } from './route.ts'
import { setTimeZone } from '#lib/actions/people.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { user } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  signInAs,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import { timeZoneHeader } from '#lib/core/time-zone.ts'
import { eq } from 'drizzle-orm'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())

async function ask(role: string): Promise<Response> {
  const [account] = await (await consoleDb()).select().from(user).where(eq(user.role, role))
  const body = `${account!.id} ${(await activeConnection()).id}`
  return POST(new Request('http://127.0.0.1:3000/still-here', { method: 'POST', body }))
}

test('a page that is open learns the time zone that an administrator chose meanwhile, and nobody without a session does', async () => {
  sendFromOwnPage()
  for (const zone of ['America/Chicago', 'Pacific/Auckland']) {
    await signInAs('admin')
    await setTimeZone({ time_zone: zone })
    await signInAs('biller')
    const answer = await ask('biller')
    expect(answer.status).toBe(204)
    expect(answer.headers.get(timeZoneHeader)).toBe(zone)
    const other = await ask('admin')
    expect([other.status, other.headers.get(timeZoneHeader)]).toEqual([409, null])
  }
})
