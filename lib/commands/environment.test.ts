import { expect, test } from 'vitest'
import { readSettings } from './environment.ts'

test('without any variable the sandbox is embedded and the demo accounts exist', () => {
  expect(readSettings({} as NodeJS.ProcessEnv)).toMatchObject({
    port: 3000,
    sandboxPort: 5050,
    embeddedSandbox: true,
    demoAccounts: true,
  })
})

test('with a real partner neither the sandbox nor the demo accounts start', () => {
  const env = { PARTNER_BASE_URL: 'https://partner.example' } as unknown as NodeJS.ProcessEnv
  expect(readSettings(env)).toMatchObject({ embeddedSandbox: false, demoAccounts: false })
  expect(readSettings({ ...env, DEMO_ACCOUNTS: '1' })).toMatchObject({
    embeddedSandbox: false,
    demoAccounts: true,
  })
})

test('demo accounts can be turned off beside the sandbox', () => {
  expect(readSettings({ DEMO_ACCOUNTS: '0' } as unknown as NodeJS.ProcessEnv).demoAccounts).toBe(
    false,
  )
})

test('our own server holds what no address is given for', () => {
  const own = (env: object) => readSettings(env as NodeJS.ProcessEnv).ownDatabases
  expect(own({})).toEqual(['console', 'sandbox'])
  expect(own({ DATABASE_URL: 'postgres://db.example/console' })).toEqual(['sandbox'])
  expect(own({ SANDBOX_DATABASE_URL: 'postgres://db.example/sandbox' })).toEqual(['console'])
  expect(own({ PARTNER_BASE_URL: 'https://partner.example' })).toEqual(['console'])
  expect(
    own({ PARTNER_BASE_URL: 'https://partner.example', DATABASE_URL: 'postgres://db.example/c' }),
  ).toEqual([])
})

test('either part of the console starts alone beside a database and a partner elsewhere', () => {
  const read = (env: object) => readSettings(env as NodeJS.ProcessEnv)
  const elsewhere = {
    PARTNER_BASE_URL: 'https://partner.example',
    DATABASE_URL: 'postgres://db.example/c',
  }
  expect(read(elsewhere).parts).toEqual(['web', 'worker'])
  expect(read({ ...elsewhere, CONSOLE_PARTS: 'worker' }).parts).toEqual(['worker'])
  expect(() => read({ ...elsewhere, CONSOLE_PARTS: 'both' })).toThrow(
    'CONSOLE_PARTS must be web or worker, not "both". Leave it out to start both.',
  )
  expect(() => read({ CONSOLE_PARTS: 'web' })).toThrow(
    'CONSOLE_PARTS needs DATABASE_URL and PARTNER_BASE_URL',
  )
})

test('an invalid port is named in the message', () => {
  expect(() => readSettings({ PORT: 'http' } as unknown as NodeJS.ProcessEnv)).toThrow(
    'PORT must be a port between 1 and 65535, not "http".',
  )
})
