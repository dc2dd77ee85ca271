import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activeConnection, listConnections } from '#lib/console/connections/connections.ts'
import { ensureConnection } from '#lib/console/connections/start-connection.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { user } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  signInAccount,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import { readKeyAccess } from '#lib/partner/check-connection.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import {
  activatePartnerConnection,
  addPartnerConnection,
  rotatePartnerKey,
  testPartnerConnection,
} from './connections.ts'
import { testKeyAtStart } from './test-key-at-start.ts'

// What a key may do, asked of a real sandbox: its keys are documented.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(async () => {
  await startTestConsole({ SANDBOX_PORT: new URL(sandbox.url).port, DEMO_ACCOUNTS: '1' })
  const people = await (await consoleDb()).select().from(user)
  sendFromOwnPage()
  await signInAccount(people.find(({ role }) => role === 'admin')!.id)
})
afterAll(async () => {
  await stopTestConsole()
  await sandbox.close()
})

async function added(key: string): Promise<string> {
  const result = await addPartnerConnection({
    name: key,
    environment: 'staging',
    base_url: sandbox.url,
    pre_encounter_url: '',
    auth_kind: 'api_key',
    key,
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.id
}

const shown = async (id: string) => (await listConnections()).find((one) => one.id === id)

test('a key that only reads is known by its refusal of a change that could change nothing', async () => {
  const [writer, scoped, reader] = [
    await added('sandbox-full'),
    await added('sandbox-scoped'),
    await added('sandbox-readonly'),
  ]
  expect(await testPartnerConnection({ id: writer })).toEqual({
    ok: true,
    value: { access: 'writes' },
  })
  expect(await testPartnerConnection({ id: scoped })).toEqual({
    ok: true,
    value: { access: 'writes' },
  })
  expect(await testPartnerConnection({ id: reader })).toEqual({
    ok: true,
    value: { access: 'reads' },
  })
  expect(await shown(writer)).toMatchObject({ isReadOnly: false })
  expect(await shown(reader)).toMatchObject({ isReadOnly: true })
})

test('another answer tells nothing: the key is not called one or the other', async () => {
  for (const status of [200, 400, 422, 500]) {
    const partner = await startTestPartner((response) => sendJson(response, status, {}))
    expect(await readKeyAccess(connectionTo(partner.url)), String(status)).toBe('unknown')
    await partner.close()
  }
})

test('a read-only key becomes active only when the administrator says that they know it; the strip says it', async () => {
  const reader = await added('sandbox-readonly')
  expect(await activatePartnerConnection({ id: reader })).toMatchObject({
    error: { name: 'ReadOnlyKey' },
  })
  expect((await activeConnection()).id).toBe('sandbox')
  expect(await activatePartnerConnection({ id: reader, read_only: true })).toEqual({
    ok: true,
    value: null,
  })
  expect(await activeConnection()).toMatchObject({
    scopeLabel: 'Billing NPIs of the key, read only',
  })
  // A key that can write takes the words away.
  expect(await rotatePartnerKey({ id: reader, key: 'sandbox-full' })).toEqual({
    ok: true,
    value: { access: 'writes' },
  })
  expect(await activeConnection()).toMatchObject({ scopeLabel: 'Billing NPIs of the key' })
  expect(await rotatePartnerKey({ id: reader, key: 'sandbox-readonly' })).toMatchObject({
    error: {
      issues: [
        { path: 'key', message: expect.stringContaining('This key is read only') as string },
      ],
    },
  })
  expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
})

test('the start tries the key once, says in plain words what is wrong with it, and goes on', async () => {
  const words = async (key: string, url = sandbox.url) => {
    Object.assign(process.env, { PARTNER_BASE_URL: url, PARTNER_API_KEY: key })
    await ensureConnection()
    delete processState<{ testedKey: unknown }>().testedKey
    const said = await testKeyAtStart()
    expect(await testKeyAtStart()).toBe(said)
    return said
  }
  expect(await words('sandbox-full')).toBeUndefined()
  expect(await words('no-such-key')).toBe(
    'Our partner refused the key of PARTNER_API_KEY. Sign in and rotate it under Settings, Connections.',
  )
  expect(await words('sandbox-readonly')).toBe(
    'Our partner lets the key of PARTNER_API_KEY read and change nothing: nobody can save. Sign in and rotate it under Settings, Connections.',
  )
  expect(await activeConnection()).toMatchObject({
    scopeLabel: 'Billing NPIs of the key, read only',
  })
  expect(await words('sandbox-full')).toBeUndefined()
  expect(await activeConnection()).toMatchObject({ scopeLabel: 'Billing NPIs of the key' })
  for (const name of ['PARTNER_BASE_URL', 'PARTNER_API_KEY']) delete process.env[name]
})
