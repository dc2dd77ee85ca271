import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listBreakGlass, type BreakGlassAlert } from '#lib/console/accounts/break-glass.ts'
import { chooseRolesWithFactor } from '#lib/console/accounts/factors.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { now, setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, breakGlass, session, user } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  sendSessionCookie,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import type { Result } from '#lib/core/result.ts'
import {
  acknowledgeEmergency,
  endEmergencyAccess,
  readEmergencyAlerts,
  startEmergencyAccess,
} from './break-glass.ts'
import { invitePeople } from './people.ts'

const reason = 'Claims of Moss Avery are stuck and nobody else is here.'

beforeEach(async () => {
  await startTestConsole()
  sendFromOwnPage()
})
afterEach(stopTestConsole)

/** Sends the next requests from a browser of this role, one session for each `browser`. */
async function actAs(role: string, browser = role): Promise<void> {
  const db = await consoleDb()
  const [holder] = await db
    .select()
    .from(user)
    .where(eq(user.email, `${role}@demo.test`))
  const expiresAt = new Date(Date.now() + 10 * 3_600_000)
  const row = {
    id: browser,
    token: browser,
    userId: holder!.id,
    expiresAt,
    lastSeenAt: new Date(now()),
  }
  await db.insert(session).values(row).onConflictDoNothing()
  await sendSessionCookie(browser)
}

async function alerts(): Promise<BreakGlassAlert[]> {
  const result = JSON.parse(await (await readEmergencyAlerts({})).reply) as Result<
    BreakGlassAlert[]
  >
  if (!result.ok) throw new Error(result.error.name)
  return result.value
}

/** A clock that runs on, with every session used meanwhile. */
async function later(minutes: number): Promise<void> {
  const at = Date.now() + minutes * 60_000
  await (await consoleDb()).update(session).set({ lastSeenAt: new Date(at) })
  setClock(() => at)
}

const trail = async () =>
  (await (await consoleDb()).select().from(auditRecords).orderBy(auditRecords.id)).slice()

test.each(['biller', 'credentialing', 'manager'])(
  'a %s gets an administrator’s rights at once',
  async (role) => {
    await actAs(role)
    expect(may((await currentAccount())!.role, 'manageConnections')).toBe(false)
    expect(await startEmergencyAccess({ reason })).toEqual({ ok: true, value: null })
    const raised = (await currentAccount())!
    expect(raised.emergency?.endsAt).toBeDefined()
    for (const task of [
      'manageConnections',
      'updateChargeCapture',
      'createContractV3',
      'listClaimCreations',
    ])
      expect(may(raised.role, task), task).toBe(true)
    // Accounts, roles and deleted rows would outlast the hour.
    expect(may(raised.role, 'setRetention')).toBe(false)
    expect(await invitePeople({ addresses: 'friend@x.test', role: 'admin' })).toMatchObject({
      error: { name: 'Forbidden' },
    })
    // The same person's other browser has no more rights than before.
    await actAs(role, 'another browser')
    expect((await currentAccount())!.role).toBe(role)
  },
)

test('where administrators need a second factor, the rights need one too', async () => {
  const db = await consoleDb()
  await db.transaction((tx) => chooseRolesWithFactor(['admin'], tx))
  await actAs('biller')
  const refused = await startEmergencyAccess({ reason })
  expect(refused).toMatchObject({
    error: { name: 'InvalidInput', message: expect.stringMatching(/second factor/) },
  })
  expect((await currentAccount())!.role).toBe('biller')
})

test('the rights end after 60 minutes on the server, and by hand', async () => {
  await actAs('biller')
  await startEmergencyAccess({ reason })
  await later(59)
  expect((await currentAccount())!.role).toBe('emergency')
  await later(60.1)
  expect((await currentAccount())!.role).toBe('biller')
  await startEmergencyAccess({ reason })
  const { emergency } = (await currentAccount())!
  expect(await endEmergencyAccess({ id: emergency!.id })).toEqual({ ok: true, value: null })
  expect((await currentAccount())!.role).toBe('biller')
  expect(await endEmergencyAccess({ id: emergency!.id })).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
})

test('the trail has start and end, and the reason is sealed', async () => {
  await actAs('manager')
  await startEmergencyAccess({ reason })
  const { id, emergency } = (await currentAccount())!
  await endEmergencyAccess({ id: emergency!.id })
  const rows = (await trail()).filter(({ operation }) => operation.endsWith('BreakGlass'))
  expect(rows).toMatchObject([
    { operation: 'startBreakGlass', accountId: id, outcome: 'ok', recordIds: [emergency!.id] },
    { operation: 'endBreakGlass', accountId: id, outcome: 'ok', recordIds: [emergency!.id] },
  ])
  const stored = JSON.stringify([
    await (await consoleDb()).select().from(breakGlass),
    await trail(),
  ])
  expect(stored).not.toContain('Moss')
})

test('every administrator is told until they acknowledge it, reads the reason, and may end it', async () => {
  await actAs('biller')
  await startEmergencyAccess({ reason })
  await actAs('admin')
  const [alert] = await alerts()
  expect(alert).toMatchObject({ name: 'Demo Biller', isActive: true })
  expect((await listBreakGlass())[0]).toMatchObject({ reason, role: 'biller', isActive: true })
  expect(await acknowledgeEmergency({ id: alert!.id })).toEqual({ ok: true, value: null })
  expect(await alerts()).toEqual([])
  // Another administrator has not seen it.
  await (
    await consoleDb()
  )
    .update(user)
    .set({ role: 'admin' })
    .where(eq(user.email, 'manager@demo.test'))
  await actAs('manager')
  expect(await alerts()).toHaveLength(1)
  expect(await endEmergencyAccess({ id: alert!.id })).toEqual({ ok: true, value: null })
  expect(await alerts()).toMatchObject([{ isActive: false }])
  await actAs('biller')
  expect((await currentAccount())!.role).toBe('biller')
})

test('nobody prolongs the rights: a second start is refused while they run, and needs its own reason and alert', async () => {
  await actAs('biller')
  const both = await Promise.all([
    startEmergencyAccess({ reason }),
    startEmergencyAccess({ reason }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const ends = (await currentAccount())!.emergency!.endsAt
  for (const browser of ['biller', 'another browser']) {
    await actAs('biller', browser)
    expect(await startEmergencyAccess({ reason })).toMatchObject({
      error: {
        message: 'Your emergency access already runs. It can’t be extended, and ends by itself.',
      },
    })
  }
  await actAs('biller')
  expect((await currentAccount())!.emergency!.endsAt).toBe(ends)
  await later(61)
  expect(await startEmergencyAccess({ reason: '  too short ' })).toMatchObject({
    error: { issues: [{ path: 'reason', message: 'Give the reason in at least 10 characters.' }] },
  })
  expect(await startEmergencyAccess({ reason })).toMatchObject({ ok: true })
  await actAs('admin')
  expect(await alerts()).toHaveLength(2)
})

test('a reader, an administrator and a person whose role has changed get no rights', async () => {
  const db = await consoleDb()
  await actAs('admin')
  expect(await startEmergencyAccess({ reason })).toMatchObject({
    error: { message: 'You have administrator rights already.' },
  })
  await db.update(user).set({ role: 'reader' }).where(eq(user.email, 'manager@demo.test'))
  await actAs('manager')
  expect(await startEmergencyAccess({ reason })).toMatchObject({ error: { name: 'Forbidden' } })
  await actAs('biller')
  await startEmergencyAccess({ reason })
  await db.update(user).set({ role: 'reader' }).where(eq(user.email, 'biller@demo.test'))
  expect((await currentAccount())!.role).toBe('reader')
  // Somebody else's access is not theirs to end.
  await db.update(user).set({ role: 'manager' }).where(eq(user.email, 'manager@demo.test'))
  await actAs('manager')
  const [running] = await listBreakGlass()
  expect(await endEmergencyAccess({ id: running!.id })).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
})
