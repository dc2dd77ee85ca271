import { expect, test } from 'vitest'
import { UnusableSettings, readHost, readSettings } from './environment.ts'

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

test('a release has no sandbox and no database server', () => {
  const read = (env: object) => readSettings(env as NodeJS.ProcessEnv, true)
  const none = { embeddedSandbox: false, demoAccounts: false, ownDatabases: [] }
  expect(read({})).toMatchObject({ ...none, parts: ['web', 'worker'] })
  expect(read({ CONSOLE_PARTS: 'worker' }).parts).toEqual(['worker'])
})

test('the console listens on this machine alone unless it is told otherwise', () => {
  expect(readHost({} as NodeJS.ProcessEnv)).toBe('127.0.0.1')
  for (const host of ['0.0.0.0', '::'])
    expect(readHost({ CONSOLE_HOST: host } as unknown as NodeJS.ProcessEnv)).toBe(host)
  expect(() =>
    readSettings({ CONSOLE_HOST: 'console.example' } as unknown as NodeJS.ProcessEnv),
  ).toThrow(
    'CONSOLE_HOST must be 127.0.0.1, or 0.0.0.0 or :: for every address, not "console.example".',
  )
})

test('the worker has a port that Prometheus finds: in a release PORT + 1000 unless WORKER_PORT names it', () => {
  const read = (env: object, isOfRelease = false) =>
    readSettings(env as NodeJS.ProcessEnv, isOfRelease).workerPort
  expect(read({})).toBeUndefined()
  expect(read({ WORKER_PORT: '4100' })).toBe(4100)
  expect(read({ PORT: '3001' }, true)).toBe(4001)
  expect(read({ PORT: '3002' }, true)).toBe(4002)
  expect(read({ PORT: '3002', WORKER_PORT: '4100' }, true)).toBe(4100)
  expect(() => read({ PORT: '65000' }, true)).toThrow(
    'PORT 65000 leaves no port 1000 above it for the worker. Set WORKER_PORT to another one.',
  )
  expect(() => read({ PORT: '3001', WORKER_PORT: '3001' })).toThrow(
    'PORT and WORKER_PORT are both 3001. Set WORKER_PORT to another one.',
  )
  expect(() => read({ WORKER_PORT: 'auto' })).toThrow(
    'WORKER_PORT must be a port between 1 and 65535, not "auto".',
  )
  // A part alone is at PORT.
  const alone = {
    PARTNER_BASE_URL: 'https://partner.example',
    DATABASE_URL: 'postgres://db.example/c',
    WORKER_PORT: '4100',
  }
  for (const CONSOLE_PARTS of ['web', 'worker'])
    expect(read({ ...alone, CONSOLE_PARTS })).toBeUndefined()
})

test('no page can be shown with a wrong port, host or part', () => {
  for (const env of [{ PORT: '0' }, { CONSOLE_HOST: 'all' }, { CONSOLE_PARTS: 'both' }])
    expect(() => readSettings(env as unknown as NodeJS.ProcessEnv)).toThrow(UnusableSettings)
})

test('an invalid port is named in the message', () => {
  expect(() => readSettings({ PORT: 'http' } as unknown as NodeJS.ProcessEnv)).toThrow(
    'PORT must be a port between 1 and 65535, not "http".',
  )
})
