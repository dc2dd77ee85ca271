import { afterEach, expect, test } from 'vitest'
import { environmentOf, isAllowedBase } from './connection-labels.ts'
import { activeConnection, ensureConnection } from './connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn } from '#lib/console/people/demo-accounts.ts'
import { connections } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

afterEach(async () => {
  await stopTestConsole()
  for (const name of [
    'PARTNER_BASE_URL',
    'PARTNER_API_KEY',
    'PARTNER_CLIENT_ID',
    'PARTNER_CLIENT_SECRET',
    'PARTNER_NAME',
    'PARTNER_PRE_ENCOUNTER_URL',
  ])
    delete process.env[name]
})

test('the first start connects to the sandbox, and later starts follow its port and key', async () => {
  await startTestConsole()
  const first = await activeConnection()
  expect(first).toMatchObject({
    name: 'Sandbox',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:5050',
    scopeLabel: 'All billing NPIs',
    isEmbedded: true,
  })
  expect((await first.openKey()).reveal()).toBe('sandbox-full')
  process.env.SANDBOX_PORT = '6060'
  process.env.SANDBOX_API_KEY = 'sandbox-scoped'
  await ensureConnection()
  const second = await activeConnection()
  expect(second).toMatchObject({
    id: first.id,
    baseUrl: 'http://127.0.0.1:6060',
    preEncounterUrl: 'http://127.0.0.1:6060',
    scopeLabel: '3 billing NPIs',
  })
  expect((await second.openKey()).reveal()).toBe('sandbox-scoped')
})

test('a partner of the environment is stored sealed and turns demo accounts off', async () => {
  await startTestConsole({
    PARTNER_BASE_URL: 'https://api.partner.example/',
    PARTNER_CLIENT_ID: 'me',
    PARTNER_CLIENT_SECRET: 'secret-canary',
    PARTNER_NAME: 'North',
  })
  const connection = await activeConnection()
  expect(connection).toMatchObject({
    name: 'North',
    environment: 'production',
    baseUrl: 'https://api.partner.example',
    auth: { kind: 'client_credentials', clientId: 'me' },
    isEmbedded: false,
  })
  expect((await connection.openKey()).reveal()).toBe('secret-canary')
  const rows = await (await consoleDb()).select().from(connections)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('secret-canary')
  expect(JSON.stringify(connection)).not.toContain('secret-canary')
  expect(await areDemoAccountsOn()).toBe(false)
})

test('a key is not sent to an address that is neither https nor on this machine', async () => {
  await startTestConsole()
  process.env.PARTNER_API_KEY = 'k'
  for (const base of [
    'http://api.partner.example',
    'https://user:pw@partner.example',
    'https://partner.example/?key=1',
    'ftp://partner.example',
    'partner',
  ]) {
    process.env.PARTNER_BASE_URL = base
    await expect(ensureConnection(), base).rejects.toThrow('https address')
  }
  Object.assign(process.env, { PARTNER_BASE_URL: 'https://partner.example', PARTNER_API_KEY: '' })
  await expect(ensureConnection()).rejects.toThrow('needs PARTNER_API_KEY')
  expect(isAllowedBase('http://127.0.0.1:5050')).toBe(true)
})

test('an address that does not say otherwise is production', () => {
  expect(environmentOf('https://api.partner.example')).toBe('production')
  expect(environmentOf('https://api-staging.partner.example')).toBe('staging')
  expect(environmentOf('https://sandbox.partner.example')).toBe('sandbox')
  expect(environmentOf('https://greatest.partner.example')).toBe('production')
})
