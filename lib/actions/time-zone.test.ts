import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimSetup } from './session.ts'
import { setTimeZone } from './people.ts'
import { readFirstSteps } from './first-steps.ts'
import { assumedTimeZone } from '#lib/core/time-zone.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { auditRecords, facts } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  signInAs,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import {
  dayNow,
  ensureTimeZone,
  isTimeZoneOpen,
  refreshTimeZone,
  timeZone,
} from '#lib/console/time-zone.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await stopTestConsole()
})

const stored = async () =>
  (await (await consoleDb()).select().from(facts).where(eq(facts.name, 'time_zone')))[0]?.value

test('the day is the organization’s wherever the process runs', async () => {
  await startTestConsole()
  setClock(() => Date.parse('2026-11-28T04:30:00Z'))
  await signInAs('admin')
  sendFromOwnPage()
  for (const machine of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    vi.stubEnv('TZ', machine)
    await setTimeZone({ time_zone: 'America/Los_Angeles' })
    expect(dayNow()).toBe('2026-11-27')
    await setTimeZone({ time_zone: 'Pacific/Auckland' })
    expect(dayNow()).toBe('2026-11-28')
  }
})

test('administrators change it, with a row in the trail, and nobody else does', async () => {
  await startTestConsole()
  sendFromOwnPage()
  await signInAs('manager')
  expect(await setTimeZone({ time_zone: 'America/Chicago' })).toMatchObject({
    error: { name: 'Forbidden' },
  })
  await signInAs('admin')
  for (const time_zone of ['', 'Mars/Olympus', '+02:00'])
    expect(await setTimeZone({ time_zone })).toMatchObject({
      error: { issues: [{ path: 'time_zone', message: 'Choose a time zone.' }] },
    })
  expect(timeZone()).toBe(assumedTimeZone())
  expect(await setTimeZone({ time_zone: 'America/Chicago' })).toMatchObject({ ok: true })
  expect([timeZone(), await stored()]).toEqual(['America/Chicago', 'America/Chicago'])
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'chooseTimeZone'))
  expect(rows).toMatchObject([{ stage: 'outcome', outcome: 'ok', recordIds: [] }])
  expect(await openChange(rows[0]!)).toEqual({
    before: { time_zone: assumedTimeZone() },
    after: { time_zone: 'America/Chicago' },
  })
})

test('the person who sets the console up chooses it', async () => {
  const logged = vi.spyOn(logFile, 'log')
  await startTestConsole({ DEMO_ACCOUNTS: '0' })
  sendFromOwnPage()
  expect(timeZone()).toBe('America/New_York')
  const [link = ''] = logged.mock.calls.flatMap(([, , fields]) => fields?.setup_link ?? [])
  const given = { name: 'Ada', email: 'ada@clinic.test', password: 'a password of her own' }
  const claim = { ...given, code: link.split('#')[1]! }
  expect(await claimSetup({ ...claim, time_zone: 'Nowhere' })).toMatchObject({
    error: { issues: [{ path: 'time_zone' }] },
  })
  expect(await claimSetup({ ...claim, time_zone: 'America/Denver' })).toMatchObject({ ok: true })
  expect([timeZone(), await stored()]).toEqual(['America/Denver', 'America/Denver'])
})

test('an installation from before the setting counts by its machine until somebody chooses', async () => {
  await startTestConsole()
  const db = await consoleDb()
  await db.delete(facts).where(eq(facts.name, 'time_zone'))
  await ensureTimeZone()
  const step = async () =>
    (await readFirstSteps({ id: 'nobody' })).find(({ key }) => key === 'time-zone')!
  expect([isTimeZoneOpen(), timeZone(), await stored()]).toEqual([true, 'UTC', undefined])
  expect(await step()).toMatchObject({ state: 'open', words: expect.stringContaining('UTC') })
  vi.stubEnv('TZ', 'America/Denver')
  expect(timeZone()).toBe('America/Denver')

  // Another process stores one.
  await db.insert(facts).values({ name: 'time_zone', value: 'Pacific/Honolulu' })
  await refreshTimeZone()
  expect([isTimeZoneOpen(), timeZone()]).toEqual([false, 'Pacific/Honolulu'])
  expect(await step()).toMatchObject({
    state: 'done',
    words: 'Days are counted in Hawaii (Honolulu).',
  })
})

test('a new installation begins with the zone of its machine, if that is one', async () => {
  vi.stubEnv('TZ', 'America/Anchorage')
  await startTestConsole()
  expect([timeZone(), await stored()]).toEqual(['America/Anchorage', 'America/Anchorage'])
})
