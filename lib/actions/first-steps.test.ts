import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#lib/console/accounts/accounts.ts'
import { invite } from '#lib/console/accounts/people.ts'
import { mergePreferences } from '#lib/console/accounts/preferences.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { savePayerRules } from '#lib/console/queue/payer-rules.ts'
import { noteReading } from '#lib/console/queue/snapshot.ts'
import { connections, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { FirstStep } from '#lib/lists/first-steps.ts'
import { beginsWithSteps, readFirstSteps } from './first-steps.ts'

beforeAll(() => startTestConsole({ DEMO_ACCOUNTS: '0' }))
afterAll(stopTestConsole)

async function newAccount(email: string, role: 'admin' | 'manager') {
  await createAccount({ name: email, email, password: 'a password of theirs', role, isDemo: false })
  const people = await (await consoleDb()).select().from(user)
  return { ...people.find((each) => each.email === email)!, role }
}

test('each step is done once a check finds it done, an unseen backup holds nothing up, and then an administrator begins elsewhere', async () => {
  const ada = await newAccount('ada@clinic.test', 'admin')
  const states = async () =>
    Object.fromEntries((await readFirstSteps(ada)).map(({ key, state }) => [key, state]))
  const wordsOf = async (key: FirstStep['key']) =>
    (await readFirstSteps(ada)).find((step) => step.key === key)!.words
  expect(await states()).toEqual({
    factor: 'open',
    partner: 'open',
    administrators: 'open',
    people: 'open',
    'time-zone': 'done',
    database: 'unseen',
    address: 'open',
    limits: 'open',
  })
  expect(await wordsOf('partner')).toBe('The console uses its own sandbox, with invented data.')
  expect(await wordsOf('database')).not.toMatch(/:\/\/|@/)
  expect(await beginsWithSteps(ada)).toBe(true)
  expect(await beginsWithSteps({ ...ada, role: 'manager' })).toBe(false)

  const db = await consoleDb()
  const connection = await activeConnection()
  await db.update(connections).set({ isEmbedded: false, scopeLabel: 'Billing NPIs of the key' })
  expect(await wordsOf('partner')).toContain('hasn’t been read')
  await noteReading(connection.boundTo, { readAt: new Date(), unread: [] })
  await db.update(user).set({ twoFactorEnabled: true })
  await newAccount('bob@clinic.test', 'admin')
  const changer = { accountId: ada.id, connectionId: connection.id }
  await invite(changer, [{ email: 'cleo@clinic.test', role: 'biller' }])
  await savePayerRules({ account: { ...ada, isDemo: false }, connection } as never, [
    { payer_id: 'P1', payer: 'One', limits: { original: 90 }, source: 'Manual' } as never,
  ])
  process.env.CONSOLE_ORIGIN = 'https://billing.clinic.test'
  try {
    expect(await states()).toEqual({
      factor: 'done',
      partner: 'done',
      administrators: 'done',
      people: 'done',
      'time-zone': 'done',
      database: 'unseen',
      address: 'done',
      limits: 'done',
    })
    expect(await beginsWithSteps(ada)).toBe(false)
  } finally {
    delete process.env.CONSOLE_ORIGIN
  }
  const made = { accountId: 'operator', connectionId: null, operation: 'makeBackup' } as const
  await recordAudit({ ...made, stage: 'outcome', outcome: 'ok', recordIds: ['now'] })
  expect(await states()).toMatchObject({ database: 'done' })
  expect(await wordsOf('database')).toContain('The last backup was made on')
  setClock(() => Date.now() + 3 * 86_400_000)
  expect(await states()).toMatchObject({ database: 'unseen' })
  expect(await wordsOf('database')).toContain('The last npm run backup was on')
  setClock(undefined)
  // The address is open again. A person can hide the steps, and bring them back.
  expect(await beginsWithSteps(ada)).toBe(true)
  await mergePreferences(ada.id, { first_steps: 'hidden' })
  expect(await beginsWithSteps(ada)).toBe(false)
  await mergePreferences(ada.id, { first_steps: 'shown' })
  expect(await beginsWithSteps(ada)).toBe(true)
})
