import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetKeyCache, open, seal, type SealedFor } from './key-store.ts'
import { loadRootKey } from './root-key.ts'
import { Secret } from './secret.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())

const target: SealedFor = {
  purpose: 'partner-key',
  record: 'connection-1',
  origin: 'https://partner.example',
}

test('a sealed value opens again and does not appear in the sealed text', async () => {
  const sealed = await seal('key-canary', target)
  expect(sealed).not.toContain('key-canary')
  expect(sealed).not.toContain(Buffer.from('key-canary').toString('base64url'))
  expect((await open(sealed, target)).reveal()).toBe('key-canary')
  expect(await seal('key-canary', target)).not.toBe(sealed)
})

test('any changed byte prevents opening', async () => {
  const sealed = await seal('key-canary', target)
  for (let i = 0; i < sealed.length; i += 1) {
    // A neighbour of the letter too: a decoder ignores the last bits of some texts.
    for (const other of [
      sealed[i] === 'A' ? 'B' : 'A',
      String.fromCharCode(sealed.charCodeAt(i) ^ 1),
    ]) {
      const changed = sealed.slice(0, i) + other + sealed.slice(i + 1)
      await expect(open(changed, target), `byte ${i}: ${other}`).rejects.toThrow('does not open')
    }
  }
})

test('a sealed key does not open for another record, purpose or address', async () => {
  const sealed = await seal('key-canary', target)
  for (const moved of [
    { record: 'connection-2' },
    { purpose: 'view' as const },
    { origin: 'https://evil.example' },
  ]) {
    await expect(open(sealed, { ...target, ...moved })).rejects.toThrow('does not open')
  }
})

test('another root key neither opens a value nor starts on this database', async () => {
  const sealed = await seal('key-canary', target)
  const before = process.env.CONSOLE_ROOT_KEY
  process.env.CONSOLE_ROOT_KEY = '22'.repeat(32)
  resetKeyCache()
  await expect(open(sealed, target)).rejects.toThrow(
    'not the root key that this database was sealed with',
  )
  process.env.CONSOLE_ROOT_KEY = before
  resetKeyCache()
  expect((await open(sealed, target)).reveal()).toBe('key-canary')
})

test('the root key file is created once, for the owner only, and loose permissions are refused', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'root-key-'))
  const given = process.env.CONSOLE_ROOT_KEY
  delete process.env.CONSOLE_ROOT_KEY
  try {
    const file = path.join(folder, 'keys', 'root.key')
    const first = loadRootKey(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadRootKey(file).fingerprint).toBe(first.fingerprint)
    chmodSync(file, 0o644)
    expect(() => loadRootKey(file)).toThrow('can be read by other users')
    chmodSync(file, 0o600)
    process.env.CONSOLE_ROOT_KEY = 'too short'
    expect(() => loadRootKey(file)).toThrow('32 bytes')
    process.env.CONSOLE_ROOT_KEY = '33'.repeat(32)
    expect(() => loadRootKey(file)).toThrow('hold different keys')
    process.env.CONSOLE_ROOT_KEY = first.bytes.toString('hex')
    expect(loadRootKey(file).fingerprint).toBe(first.fingerprint)
  } finally {
    process.env.CONSOLE_ROOT_KEY = given
    rmSync(folder, { recursive: true })
  }
})

test('a secret never prints its value', () => {
  const secret = new Secret('key-canary')
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }, { showHidden: true }),
    `${new Error(String(secret)).stack}`,
  ]
  for (const text of shown) expect(text).not.toContain('key-canary')
})
