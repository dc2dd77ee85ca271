import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { checkSettings } from './check-settings.ts'

afterEach(() => vi.unstubAllEnvs())

function check(env: { [name: string]: string }): void {
  const none = {
    DATABASE_URL: '',
    DATABASE_MIGRATION_URL: '',
    DATA_DIR: '',
    CONSOLE_ROOT_KEY: '',
    CONSOLE_ROOT_KEY_FILE: '',
    CONSOLE_ORIGIN: '',
  }
  for (const [name, value] of Object.entries({ ...none, ...env })) vi.stubEnv(name, value)
  checkSettings()
}

const whole = {
  CONSOLE_SANDBOX: '0',
  DATABASE_URL: 'postgres://db.example/c',
  DATA_DIR: tmpdir(),
  CONSOLE_ROOT_KEY_FILE: fileURLToPath(import.meta.url),
}

test('a release says all that it lacks at once', () => {
  expect(() => check({ CONSOLE_SANDBOX: '0', CONSOLE_ORIGIN: 'console.example' })).toThrow(
    /^DATABASE_URL is not set: .*\nDATA_DIR is not the absolute path .*\nThere is no root key: .*\nCONSOLE_ORIGIN /,
  )
  for (const folder of ['data', path.join(tmpdir(), 'absent')])
    expect(() => check({ ...whole, DATA_DIR: folder })).toThrow(
      /^DATA_DIR is not the absolute path /,
    )
  for (const file of ['root.key', path.join(tmpdir(), 'absent.key')])
    expect(() => check({ ...whole, CONSOLE_ROOT_KEY_FILE: file })).toThrow(
      /^There is no root key: /,
    )
  expect(() => check(whole)).not.toThrow()
})

test('a console beside its own database and sandbox needs nothing', () => {
  expect(() => check({ CONSOLE_SANDBOX: '1' })).not.toThrow()
})

test('an address of a database with a reserved letter in its password is named, and never shown', () => {
  const of = (password: string) => `postgres://app:${password}@db.example:5432/console`
  for (const password of ['s3#cret', '12#cret', 's3/cret', '12/cret', '12?cret', 'a@1/b', '%E0'])
    for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL'])
      expect(() => check({ ...whole, [name]: of(password) }), password).toThrow(
        new RegExp(`^${name} is not an address that can be read\\. [^\\d]*: # as %23, [^\\n]*$`),
      )
  for (const address of ['db.example/console', 'https://db.example/console'])
    expect(() => check({ ...whole, DATABASE_URL: address })).toThrow(/^DATABASE_URL is not an/)
  expect(() =>
    check({ ...whole, DATABASE_URL: `${of('x')}?sslmode=verify-full&sslrootcert=/absent.pem` }),
  ).toThrow(
    'DATABASE_URL names a file (sslrootcert, sslcert or sslkey) that this user cannot read.',
  )
  for (const address of [
    of('%23%2F%3F@:'),
    'postgresql://db.example/console?user=me@clinic&sslmode=verify-full',
    'postgres://app@%2Fvar%2Frun%2Fpostgresql/console',
    'postgres:///console?host=/var/run/postgresql',
    'socket:/var/run/postgresql?db=console',
    '/var/run/postgresql console',
  ])
    expect(() => check({ ...whole, DATABASE_URL: address }), address).not.toThrow()
})
