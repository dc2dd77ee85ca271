import { afterEach, expect, test } from 'vitest'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { clearTextProblem } from './clear-text.ts'

const names = [
  'CONSOLE_ORIGIN',
  'CONSOLE_ALLOW_CLEARTEXT',
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
]
const real = { baseUrl: 'https://partner.example', preEncounterUrl: 'https://partner.example' }
const sandbox = { baseUrl: 'http://127.0.0.1:5050', preEncounterUrl: 'http://127.0.0.1:5050' }

afterEach(async () => {
  for (const name of [...names, 'PARTNER_API_KEY']) delete process.env[name]
  await stopTestConsole()
})

function problemWith(env: { [name: string]: string }, connection = real): string | undefined {
  for (const name of names) delete process.env[name]
  Object.assign(process.env, env)
  return clearTextProblem(connection)
}

const origin = { CONSOLE_ORIGIN: 'http://console.example' }
const at = (address: string) => ({ DATABASE_URL: `postgres://app:secret@${address}` })

test.each<[string, { [name: string]: string }, RegExp]>([
  ['an http address for browsers', origin, /^CONSOLE_ORIGIN is an http address/],
  [
    'a database elsewhere without TLS',
    at('db.example/console'),
    /^PostgreSQL is on another machine/,
  ],
  [
    'one that takes any certificate',
    at('db.example/console?sslmode=no-verify'),
    /sslmode=verify-full/,
  ],
  [
    'one that is TLS only if it likes',
    at('db.example/console?uselibpqcompat=true&sslmode=prefer'),
    /^PostgreSQL/,
  ],
  [
    'the role for migrations',
    { DATABASE_MIGRATION_URL: at('10.0.0.5/console').DATABASE_URL },
    /^PostgreSQL/,
  ],
  [
    'a permission for the other one',
    { ...origin, CONSOLE_ALLOW_CLEARTEXT: 'database' },
    /^CONSOLE_ORIGIN/,
  ],
])('beside a partner on another machine, %s is a problem', (_, env, words) => {
  expect(problemWith(env)).toMatch(words)
  expect(problemWith(env)).not.toContain('secret')
  expect(problemWith(env, sandbox)).toBeUndefined()
})

test.each<[string, { [name: string]: string }]>([
  ['this machine', {}],
  ['https for browsers', { CONSOLE_ORIGIN: 'https://console.example' }],
  ['a database on this machine', at('localhost/console')],
  ['a database behind a socket', { DATABASE_URL: 'socket:/var/run/postgresql?db=console' }],
  ['a database with a checked certificate', at('db.example/console?sslmode=verify-full')],
  [
    'what is permitted by name',
    { ...origin, ...at('db/console'), CONSOLE_ALLOW_CLEARTEXT: 'browsers, database' },
  ],
])('beside a partner on another machine, %s is fine', (_, env) => {
  expect(problemWith(env)).toBeUndefined()
})

test('such a start is refused, and a permission by name starts', async () => {
  const settings = {
    ...origin,
    PARTNER_BASE_URL: 'https://partner.example',
    PARTNER_API_KEY: 'a-key',
  }
  await expect(startTestConsole(settings)).rejects.toThrow(/^CONSOLE_ORIGIN is an http address/)
  await startTestConsole({ ...settings, CONSOLE_ALLOW_CLEARTEXT: 'browsers' })
})
