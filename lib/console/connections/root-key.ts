import 'server-only'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/** The root of every key of this installation: 32 bytes, only in memory. */
export type RootKey = { bytes: Buffer; fingerprint: string; from: 'environment' | 'file' }

// The key is outside the data directory, so a copied database or backup does not include it.
const keyFile = () => path.join(process.cwd(), '.keys', 'root.key')

/**
 * Reads the root key: CONSOLE_ROOT_KEY (32 bytes as base64 or hex), otherwise `.keys/root.key`, created once with mode
 * 0600. Throws with a plain message if the value is no key or others can read the file.
 */
export function loadRootKey(file: string = keyFile()): RootKey {
  const given = process.env.CONSOLE_ROOT_KEY
  if (given) return describe(decode(given, 'CONSOLE_ROOT_KEY'), 'environment')
  return describe(decode(readOrMake(file), '.keys/root.key'), 'file')
}

/** A key for one purpose, derived from the root. The same purpose always gives the same key. */
export function deriveKey(root: RootKey, purpose: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', root.bytes, salt, `console ${purpose}`, 32))
}

function describe(bytes: Buffer, from: RootKey['from']): RootKey {
  const fingerprint = createHash('sha256')
    .update('console root key fingerprint')
    .update(bytes)
    .digest('hex')
    .slice(0, 16)
  return { bytes, fingerprint, from }
}

function readOrMake(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Windows has no such permission bits; the profile folder's own permissions protect the file there.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new StartProblem(
      'The root key file .keys/root.key can be read by other users. Set its mode to 0600 and start again.',
    )
  }
  return readFileSync(file, 'utf8')
}

function decode(text: string, name: string): Buffer {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (bytes.length !== 32)
    throw new StartProblem(`${name} must hold 32 bytes, written as base64 or as 64 hexadecimal digits.`)
  return bytes
}
