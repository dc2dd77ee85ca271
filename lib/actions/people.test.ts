import { afterEach, beforeEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { demoPassword } from '#lib/console/accounts/demo-accounts.ts'
import { isOwnPassword } from '#lib/console/accounts/passwords.ts'
import { listPeople } from '#lib/console/accounts/people.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, invitations, session, user } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  sendSessionCookie,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import { nameTaken, tellingNames } from '#lib/console/accounts/names.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import type { Role } from '#lib/acts/acts.ts'
import { changeOwnName, proveMyself } from './account.ts'
import { activatePartnerConnection, addPartnerConnection, rotatePartnerKey } from './connections.ts'
import {
  changePersonAccount,
  demandSecondFactor,
  endPersonSessions,
  exportAccessList,
  invitePeople,
  makePersonPasswordLink,
  resetPersonFactor,
  unlinkPersonSignOn,
  withdrawPersonInvitation,
} from './people.ts'
import { choosePasswordByLink, joinByInvitation, readInvitation } from './session.ts'

beforeEach(async () => {
  await startTestConsole()
  sendFromOwnPage()
  await signInAs('admin')
})
afterEach(stopTestConsole)

async function idOf(role: string): Promise<string> {
  const [found] = await (await consoleDb()).select().from(user).where(eq(user.role, role))
  return found!.id
}

async function signInAs(role: string): Promise<void> {
  const token = `token-of-${role}`
  const expiresAt = new Date(Date.now() + 3_600_000)
  await (
    await consoleDb()
  )
    .insert(session)
    .values({ id: token, token, userId: await idOf(role), expiresAt })
  await sendCookieOf(role)
}

async function sendCookieOf(role: string): Promise<void> {
  await sendSessionCookie(`token-of-${role}`)
}

async function invited(email = 'New@Colleague.test', role: Role = 'reader'): Promise<string> {
  const result = await invitePeople({ addresses: email, role })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value[0]!.token
}

const password = 'another long password'
const own = { name: 'New Colleague', password: 'a long password of theirs' }

async function trail(): Promise<string[]> {
  return (await (await consoleDb()).select().from(auditRecords).orderBy(auditRecords.id)).map(
    (row) => row.operation,
  )
}

test('an invitation makes one account with its address and role, and its token is not stored', async () => {
  const token = await invited()
  expect(await readInvitation({ token })).toEqual({
    ok: true,
    value: { email: 'new@colleague.test', role: 'reader' },
  })
  expect(JSON.stringify(await (await consoleDb()).select().from(invitations))).not.toContain(token)
  expect(await joinByInvitation({ token, ...own })).toEqual({ ok: true, value: null })
  const { people, invitations: open } = await listPeople()
  expect(people.find(({ email }) => email === 'new@colleague.test')).toMatchObject({
    role: 'reader',
    isDemo: false,
  })
  expect(open).toEqual([])
  expect(await joinByInvitation({ token, ...own })).toMatchObject({
    error: {
      message: expect.stringContaining('was used, withdrawn or is too old') as string,
    },
  })
  // The link's second use is refused, and the trail has that too.
  expect(await trail()).toEqual(['invitePerson', 'acceptInvitation', 'joinByInvitation'])
})

test('a link gives a person a new password once, ends their sessions, and is for nobody else', async () => {
  expect(await joinByInvitation({ token: await invited(), ...own })).toMatchObject({ ok: true })
  const db = await consoleDb()
  const [person] = await db.select().from(user).where(eq(user.email, 'new@colleague.test'))
  const { id } = person!
  const linkFor = async (whom: string) => {
    const result = await makePersonPasswordLink({ id: whom })
    if (!result.ok) throw new Error(result.error.message)
    return result.value.token
  }
  for (const whom of [await idOf('admin'), await idOf('biller'), 'nobody'])
    expect(await makePersonPasswordLink({ id: whom })).toMatchObject({ ok: false })
  const first = await linkFor(id)
  expect(await choosePasswordByLink({ token: await invited('x@y.test'), password })).toMatchObject({
    ok: false,
  })
  const token = await linkFor(id)
  expect(await readInvitation({ token })).toEqual({
    ok: true,
    value: { email: 'new@colleague.test', role: 'reader', name: own.name },
  })
  expect(JSON.stringify(await db.select().from(invitations))).not.toContain(token)
  // It makes no account, and a weak password leaves the link as it is.
  expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: false })
  expect(await choosePasswordByLink({ token, password: 'short' })).toMatchObject({
    error: { issues: [{ path: 'password' }] },
  })
  expect(await isOwnPassword(id, own.password)).toBe(true)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(session).values({ id: 'theirs', token: 'theirs', userId: id, expiresAt })
  expect(await choosePasswordByLink({ token: first, password })).toMatchObject({ ok: false })
  expect(await choosePasswordByLink({ token, password })).toEqual({ ok: true, value: null })
  expect(await isOwnPassword(id, password)).toBe(true)
  expect(await isOwnPassword(id, own.password)).toBe(false)
  expect(await db.select().from(session).where(eq(session.userId, id))).toEqual([])
  expect(await choosePasswordByLink({ token, password })).toMatchObject({ ok: false })
  expect((await trail()).filter((name) => name === 'choosePassword')).toHaveLength(1)
  // A link ends when its person's account is disabled, and after a day.
  const disabled = await linkFor(id)
  await changePersonAccount({ id, is_disabled: true })
  await changePersonAccount({ id, is_disabled: false })
  expect(await choosePasswordByLink({ token: disabled, password })).toMatchObject({ ok: false })
  const late = await linkFor(id)
  setClock(() => Date.now() + 24 * 3_600_000 + 1)
  expect(await choosePasswordByLink({ token: late, password })).toMatchObject({ ok: false })
  setClock(undefined)
})

test('the access list is a file with every account and open invitation, and its export is in the trail', async () => {
  await invited('+new@x.test', 'manager')
  const result = await exportAccessList({})
  if (!result.ok) throw new Error(result.error.message)
  const lines = result.value.csv.split('\r\n')
  const { people } = await listPeople()
  expect(lines.length).toBe(1 + people.length + 1 + 1)
  expect(result.value.csv).toContain(
    'Demo Biller,biller@demo.test,biller,fixes and sends charge captures,Demo account,Yes,No,0,No,',
  )
  expect(result.value.csv).toContain("'+new@x.test,manager,")
  expect(result.value.csv).toContain('Invited until 20')
  expect(await trail()).toContain('exportAccessList')
  await signInAs('manager')
  expect(await exportAccessList({})).toMatchObject({ error: { name: 'Forbidden' } })
})

test('two people with one link make one account', async () => {
  const token = await invited()
  const results = await Promise.all([
    joinByInvitation({ token, ...own }),
    joinByInvitation({ token, ...own }),
  ])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('an invitation ends after 72 hours, when it is withdrawn, and when the address is invited again', async () => {
  const late = await invited('late@x.test')
  setClock(() => Date.now() + 72 * 3_600_000 + 1)
  expect(await readInvitation({ token: late })).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
  setClock(undefined)
  const withdrawn = await invited('gone@x.test')
  const { invitations: open } = await listPeople()
  await withdrawPersonInvitation({ id: open.find(({ email }) => email === 'gone@x.test')!.id })
  const first = await invited('again@x.test')
  await invited('again@x.test')
  for (const token of [withdrawn, first])
    expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: false })
})

test('of links made at one moment one is open, and it ends the others when it is used', async () => {
  await joinByInvitation({ token: await invited(), ...own })
  const [{ id } = { id: '' }] = await (
    await consoleDb()
  )
    .select()
    .from(user)
    .where(eq(user.email, 'new@colleague.test'))
  const made = await Promise.all(Array.from({ length: 4 }, () => makePersonPasswordLink({ id })))
  const tokens = made.map((link) => (link.ok ? link.value.token : ''))
  expect(await (await consoleDb()).$count(invitations)).toBe(1)
  const used = await Promise.all(tokens.map((token) => choosePasswordByLink({ token, password })))
  expect(used.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await (await consoleDb()).$count(invitations)).toBe(0)
})

test('an id with a NUL, and a name with half a letter, are refused with words', async () => {
  const refused = (path: string) => ({
    error: {
      name: 'InvalidInput',
      issues: [{ path, message: 'This has a character that can’t be stored. Type it anew.' }],
    },
  })
  expect(await endPersonSessions({ id: 'a\0b' })).toMatchObject(refused('id'))
  expect(await changeOwnName({ name: 'Ada \ud800' })).toMatchObject(refused('name'))
})

test('nobody takes a name that reads like a colleague’s, when they join and later', async () => {
  const taken = {
    error: { name: 'InvalidInput', issues: [{ path: 'name', message: nameTaken }] },
  }
  const mixed = {
    error: {
      issues: [{ path: 'name', message: expect.stringContaining('one alphabet') as string }],
    },
  }
  const token = await invited()
  for (const name of ['Demo Biller', 'demo  biller', 'Demo\u200B Biller'])
    expect(await joinByInvitation({ token, ...own, name }), name).toMatchObject(taken)
  expect(await joinByInvitation({ token, ...own, name: 'Dеmо Biller' })).toMatchObject(mixed)
  expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: true })
  expect(await changeOwnName({ name: 'Demo\u202E Biller' })).toMatchObject(taken)
  expect(await changeOwnName({ name: 'Demo Вiller' })).toMatchObject(mixed)
  for (const name of ['Demo admin', 'Łukasz O’Hara', 'Nguyễn Thị Hoa', 'Иван Петров', 'Demo Admin'])
    expect(await changeOwnName({ name }), name).toMatchObject({ ok: true })
})

test('where two names read alike, an approval names the e-mail address too', async () => {
  const db = await consoleDb()
  const [biller, admin] = [await idOf('biller'), await idOf('admin')]
  expect((await tellingNames()).get(admin)).toBe('Demo Admin')
  await db.update(user).set({ name: 'Dеmo Admin' }).where(eq(user.id, biller))
  const names = await tellingNames()
  expect([names.get(admin), names.get(biller)]).toEqual([
    'Demo Admin (admin@demo.test)',
    'Dеmo Admin (biller@demo.test)',
  ])
})

test('an address with an account is not invited, and a short password makes none', async () => {
  expect(await invitePeople({ addresses: 'Biller@demo.test', role: 'biller' })).toMatchObject({
    error: {
      issues: [{ path: 'addresses', message: 'biller@demo.test has an account already.' }],
    },
  })
  const token = await invited()
  expect(await joinByInvitation({ token, ...own, password: 'short' })).toMatchObject({
    error: { issues: [{ path: 'password' }] },
  })
  expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: true })
})

test('ten people are invited at once, each with a link and a row of the trail, or none', async () => {
  const addresses = Array.from({ length: 10 }, (_, at) => `p${at}@x.test`)
  const text = addresses.map((one, at) => (at < 2 ? `${one} manager` : one)).join('\n')
  expect(
    await invitePeople({ addresses: `${text}\nbiller@demo.test`, role: 'biller' }),
  ).toMatchObject({ error: { message: 'biller@demo.test has an account already.' } })
  expect(await listPeople()).toMatchObject({ invitations: [] })
  const made = await invitePeople({ addresses: text, role: 'biller' })
  if (!made.ok) throw new Error(made.error.message)
  expect(made.value.map(({ email, role }) => `${email} ${role}`)).toEqual(
    addresses.map((one, at) => `${one} ${at < 2 ? 'manager' : 'biller'}`),
  )
  expect(new Set(made.value.map(({ token }) => token)).size).toBe(10)
  expect((await trail()).filter((name) => name === 'invitePerson')).toHaveLength(10)
  expect(await joinByInvitation({ token: made.value[9]!.token, ...own })).toMatchObject({
    ok: true,
  })
})

test('a disabled person is signed out at once and is nobody until enabled again', async () => {
  const id = await idOf('biller')
  await signInAs('biller')
  expect(await currentAccount()).toMatchObject({ id })
  await sendCookieOf('admin')
  expect(await changePersonAccount({ id, is_disabled: true })).toEqual({ ok: true, value: null })
  await sendCookieOf('biller')
  expect(await currentAccount()).toBeNull()
  await sendCookieOf('admin')
  await changePersonAccount({ id, is_disabled: false })
  expect((await listPeople()).people.find((one) => one.id === id)).toMatchObject({
    isDisabled: false,
    sessions: 0,
  })
  expect(await trail()).toEqual(['disableAccount', 'enableAccount'])
})

test('a changed role holds from the next sign-in on, and nobody changes their own', async () => {
  const id = await idOf('biller')
  expect(await changePersonAccount({ id, role: 'manager' })).toEqual({ ok: true, value: null })
  expect((await listPeople()).people.find((one) => one.id === id)).toMatchObject({
    role: 'manager',
  })
  expect(await changePersonAccount({ id: await idOf('admin'), role: 'biller' })).toMatchObject({
    error: { message: expect.stringContaining('your own role') as string },
  })
  const [row] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'changeRole'))
  expect(row).toMatchObject({ person: 'admin@demo.test', recordKind: 'account', recordIds: [id] })
  expect(await openChange(row!)).toEqual({ before: { role: 'biller' }, after: { role: 'manager' } })
})

test('of two administrators who disable each other at once, one stays', async () => {
  const [first, second] = [await idOf('admin'), await idOf('manager')]
  await (await consoleDb()).update(user).set({ role: 'admin' }).where(eq(user.id, second))
  const { changePerson } = await import('#lib/console/accounts/people.ts')
  const by = (accountId: string) => ({ accountId, connectionId: null })
  const outcomes = await Promise.all([
    changePerson(by(first), second, { isDisabled: true }),
    changePerson(by(second), first, { isDisabled: true }),
  ])
  expect(outcomes.toSorted()).toEqual(['changed', 'gone'])
})

test('ending an administrator’s own sessions keeps the one that asks', async () => {
  const id = await idOf('admin')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await (
    await consoleDb()
  )
    .insert(session)
    .values({ id: 'other', token: 'other', userId: id, expiresAt })
  expect(await endPersonSessions({ id })).toEqual({ ok: true, value: null })
  expect((await (await consoleDb()).select().from(session)).map(({ token }) => token)).toEqual([
    'token-of-admin',
  ])
})

test('an invitation ends when its inviter may not invite any more', async () => {
  const [inviter, other] = [await idOf('admin'), await idOf('manager')]
  const db = await consoleDb()
  await db.update(user).set({ role: 'admin' }).where(eq(user.id, other))
  const { changePerson } = await import('#lib/console/accounts/people.ts')
  const by = { accountId: other, connectionId: null }
  const withdrawn = await invited('one@x.test', 'admin')
  expect(await changePerson(by, inviter, { isDisabled: true })).toBe('changed')
  expect((await listPeople()).invitations).toEqual([])
  await changePerson(by, inviter, { isDisabled: false })
  expect(await joinByInvitation({ token: withdrawn, ...own })).toMatchObject({ ok: false })
  // Also where the inviter was disabled without this console's knowledge.
  await db.insert(session).values({
    id: 's',
    token: 'token-of-admin',
    userId: inviter,
    expiresAt: new Date(Date.now() + 9e6),
  })
  await sendCookieOf('admin')
  const token = await invited('two@x.test', 'admin')
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.id, inviter))
  expect(await readInvitation({ token })).toMatchObject({ error: { name: 'EntityNotFoundError' } })
  expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: false })
})

test('an invitation to an address that has an account meanwhile stays, so that its administrator sees it', async () => {
  const token = await invited('late@x.test')
  const { createAccount } = await import('#lib/console/accounts/accounts.ts')
  await createAccount({ ...own, email: 'late@x.test', role: 'reader', isDemo: false })
  expect(await joinByInvitation({ token, ...own })).toMatchObject({ ok: false })
  expect((await listPeople()).invitations).toHaveLength(1)
})

test('ten minutes after the sign-in, what gives rights or changes keys asks for the password first', async () => {
  const id = await idOf('biller')
  const start = Date.now()
  setClock(() => start + 10 * 60_000 + 1_000)
  const acts = () => [
    changePersonAccount({ id, role: 'admin' }),
    invitePeople({ addresses: 'second@x.test', role: 'admin' }),
    resetPersonFactor({ id }),
    demandSecondFactor({ roles: ['manager'] }),
    unlinkPersonSignOn({ id }),
    rotatePartnerKey({ id: 'x', key: 'k' }),
    activatePartnerConnection({ id: 'x' }),
    addPartnerConnection({
      name: 'n',
      environment: 'local',
      base_url: 'http://127.0.0.1:1',
      pre_encounter_url: '',
      auth_kind: 'api_key',
      key: 'k',
    }),
  ]
  for (const asked of acts()) expect(await asked).toMatchObject({ error: { name: 'ProofNeeded' } })
  expect((await listPeople()).people.find((one) => one.id === id)).toMatchObject({ role: 'biller' })
  expect(await proveMyself({ password: 'not it' })).toMatchObject({
    error: { issues: [{ path: 'password' }] },
  })
  expect(await changePersonAccount({ id, role: 'admin' })).toMatchObject({
    error: { name: 'ProofNeeded' },
  })
  expect(await proveMyself({ password: demoPassword })).toEqual({ ok: true, value: null })
  for (const asked of acts())
    expect(await asked).not.toMatchObject({ error: { name: 'ProofNeeded' } })
  // The proof is the browser's that gave it, and ends too.
  setClock(() => start + 20 * 60_000 + 2_000)
  await (await consoleDb()).update(session).set({ lastSeenAt: new Date(start + 20 * 60_000) })
  expect(await changePersonAccount({ id, role: 'biller' })).toMatchObject({
    error: { name: 'ProofNeeded' },
  })
})
