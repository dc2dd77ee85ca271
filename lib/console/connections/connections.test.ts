import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { environmentOf, isAllowedBase } from './connection-labels.ts'
import { activeConnection, type ConnectionRow } from './connections.ts'
import { checkStoredKey, ensureConnection } from './start-connection.ts'
import { seal } from './key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn } from '#lib/console/accounts/demo-accounts.ts'
import { connections, user } from '#lib/console/schema.ts'
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

test('a partner from the environment is stored sealed and turns demo accounts off', async () => {
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

test('a start that names another partner than the one in use stops, and nothing changes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'other-partner-'))
  try {
    await startTestConsole({ ...twoAddresses, DATA_DIR: folder })
    const { id } = await activeConnection()
    const other = { ...twoAddresses, PARTNER_BASE_URL: 'https://typo.example', DATA_DIR: folder }
    await expect(startTestConsole(other)).rejects.toThrow(
      'names typo.example, a partner that the console does not know; api.partner.example is in use',
    )
    expect(await (await consoleDb()).select().from(connections)).toMatchObject([
      { id, isActive: true },
    ])
    await startTestConsole({ ...twoAddresses, DATA_DIR: folder })
    expect((await activeConnection()).id).toBe(id)
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('a partner from the environment takes the place of the sandbox', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'after-sandbox-'))
  try {
    await startTestConsole({ DATA_DIR: folder })
    await startTestConsole({ ...twoAddresses, DATA_DIR: folder })
    expect(await activeConnection()).toMatchObject({ baseUrl: 'https://api.partner.example' })
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('a key is sent only to https or to this machine', async () => {
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

test('an address without a sign of another kind is production', () => {
  expect(environmentOf('https://api.partner.example')).toBe('production')
  expect(environmentOf('https://api-staging.partner.example')).toBe('staging')
  expect(environmentOf('https://sandbox.partner.example')).toBe('sandbox')
  expect(environmentOf('https://greatest.partner.example')).toBe('production')
})

const twoAddresses = {
  PARTNER_BASE_URL: 'https://api.partner.example',
  PARTNER_PRE_ENCOUNTER_URL: 'https://pre.partner.example',
  PARTNER_API_KEY: 'key-canary',
}

test('a stored connection that was changed by hand opens no key', async () => {
  await startTestConsole(twoAddresses)
  const db = await consoleDb()
  const [{ sealedKeyWith: _version, ...stored }] = (await db.select().from(connections)) as [
    ConnectionRow,
  ]
  for (const change of [
    { preEncounterUrl: 'https://evil.example' },
    { baseUrl: 'https://evil.example' },
    { baseUrl: 'https://pre.partner.example' },
    { preEncounterUrl: 'https://api.partner.example' },
    { preEncounterUrl: 'http://pre.partner.example' },
    { id: 'other' },
  ]) {
    await db.update(connections).set({ ...stored, ...change })
    await expect((await activeConnection()).openKey(), JSON.stringify(change)).rejects.toThrow(
      'does not open',
    )
  }
})

test('the start stops at a changed connection, and stores it again if the environment names it', async () => {
  await startTestConsole(twoAddresses)
  await (await consoleDb()).update(connections).set({ preEncounterUrl: 'https://evil.example' })
  await expect(checkStoredKey()).rejects.toThrow(
    'The stored partner key does not open for the addresses',
  )
  await ensureConnection()
  await checkStoredKey()
  const again = await activeConnection()
  expect(again).toMatchObject({ preEncounterUrl: 'https://pre.partner.example' })
  expect((await again.openKey()).reveal()).toBe('key-canary')
  await (await consoleDb()).update(connections).set({ baseUrl: 'https://evil.example' })
  await ensureConnection()
  expect(await activeConnection()).toMatchObject({
    id: again.id,
    baseUrl: 'https://api.partner.example',
  })
})

test('a key sealed by an earlier version works if both addresses have one origin; otherwise the environment must name the partner', async () => {
  await startTestConsole({ ...twoAddresses, PARTNER_PRE_ENCOUNTER_URL: '' })
  const { id } = await activeConnection()
  const sealedBefore = await seal('key-canary', {
    purpose: 'partner-key',
    record: id,
    origin: 'https://api.partner.example',
  })
  const db = await consoleDb()
  await db.update(connections).set({ sealedKey: sealedBefore })
  await checkStoredKey()
  await db.update(connections).set({ preEncounterUrl: 'https://pre.partner.example' })
  await expect(checkStoredKey()).rejects.toThrow('Start once with PARTNER_BASE_URL')
  Object.assign(process.env, twoAddresses)
  await ensureConnection()
  await checkStoredKey()
})

test('a wrong root key stops the start beside a real partner', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'root-key-start-'))
  try {
    await startTestConsole({ ...twoAddresses, DATA_DIR: folder })
    const wrong = { ...twoAddresses, DATA_DIR: folder, CONSOLE_ROOT_KEY: '22'.repeat(32) }
    await expect(startTestConsole(wrong)).rejects.toThrow('CONSOLE_ROOT_KEY is not the root key')
    await startTestConsole({ ...wrong, CONSOLE_ROOT_KEY: '11'.repeat(32) })
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('demo accounts are refused beside a partner on another machine', async () => {
  await expect(startTestConsole({ ...twoAddresses, DEMO_ACCOUNTS: '1' })).rejects.toThrow(
    'a published password',
  )
  expect(await (await consoleDb()).select().from(user)).toEqual([])
  const half = { ...twoAddresses, PARTNER_BASE_URL: 'http://127.0.0.1:5051', DEMO_ACCOUNTS: '1' }
  await expect(startTestConsole(half)).rejects.toThrow('a published password')
  await startTestConsole({ ...half, PARTNER_PRE_ENCOUNTER_URL: 'http://127.0.0.1:5052' })
  expect(await areDemoAccountsOn()).toBe(true)
  await (await consoleDb()).update(connections).set({ baseUrl: 'https://api.partner.example' })
  expect(await areDemoAccountsOn()).toBe(false)
})

test('demo accounts are refused beside a partner that an earlier start stored', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-beside-'))
  try {
    await startTestConsole({ ...twoAddresses, DATA_DIR: folder })
    delete process.env.PARTNER_BASE_URL
    await expect(startTestConsole({ DATA_DIR: folder, DEMO_ACCOUNTS: '1' })).rejects.toThrow(
      'a published password',
    )
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})
