import 'server-only'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { dataFolder } from '#lib/console/settings.ts'

/**
 * The root of every key of this installation: 32 bytes, only in memory. `place` names its source
 * for a person.
 */
export type RootKey = { bytes: Buffer; fingerprint: string; place: string }

const inFile = 'the root key file'
const inNextFile = 'the next root key file'

/**
 * The root key file: CONSOLE_ROOT_KEY_FILE, otherwise `.keys/root.key`. A data directory's backup
 * must not hold it.
 */
export function rootKeyFile(): string {
  const file = path.resolve(
    /* turbopackIgnore: true */ process.env.CONSOLE_ROOT_KEY_FILE || path.join('.keys', 'root.key'),
  )
  if (process.env.CONSOLE_ROOT_KEY_FILE && !path.relative(dataFolder(), file).startsWith('..'))
    throw new StartProblem(
      'CONSOLE_ROOT_KEY_FILE is inside DATA_DIR, so a backup of the data would hold its key. Move the file to another folder.',
    )
  return file
}

/**
 * Reads the root key: CONSOLE_ROOT_KEY (32 bytes as base64 or hex), otherwise the root key file.
 * `make` makes a file of mode 0600 if there is neither. Throws with a plain message if there is no
 * key, if the value is no key, if others can read the file, or if the file holds another key than
 * CONSOLE_ROOT_KEY.
 */
export function loadRootKey(file: string = rootKeyFile(), make = true): RootKey {
  const given = fromEnvironment('CONSOLE_ROOT_KEY')
  const filed = fromFile(file, inFile)
  if (given && filed && given.fingerprint !== filed.fingerprint)
    throw new StartProblem(
      'CONSOLE_ROOT_KEY and the root key file hold different keys. Give the one that this database was sealed with: remove the other, or name another file with CONSOLE_ROOT_KEY_FILE.',
    )
  if (given ?? filed) return (given ?? filed)!
  if (make) return makeFile(file, inFile)
  throw new StartProblem(
    'There is no root key: set CONSOLE_ROOT_KEY, or CONSOLE_ROOT_KEY_FILE to its file.',
  )
}

/**
 * The root key that replaces the present one: CONSOLE_ROOT_KEY_NEXT, or the file beside the root
 * key file that `npm run keys -- rotate-root` makes; undefined without one.
 */
export function loadNextRootKey(file: string = rootKeyFile()): RootKey | undefined {
  return fromEnvironment('CONSOLE_ROOT_KEY_NEXT') ?? fromFile(nextFile(file), inNextFile)
}

/**
 * The present or the next root key, whichever has this fingerprint; undefined if neither has. Throws
 * a StartProblem if there is no root key.
 */
export function rootKeyWith(fingerprint: string | undefined): RootKey | undefined {
  const file = rootKeyFile()
  return [loadRootKey(file, false), loadNextRootKey(file)].find(
    (key) => key?.fingerprint === fingerprint,
  )
}

/**
 * Makes the next root key as a file, unless CONSOLE_ROOT_KEY_NEXT or an unfinished change has given
 * one.
 */
export function makeNextRootKey(file: string = rootKeyFile()): RootKey {
  const next = loadNextRootKey(file)
  if (next) return next
  if (process.env.CONSOLE_ROOT_KEY)
    throw new StartProblem(
      'CONSOLE_ROOT_KEY gives the root key, so set CONSOLE_ROOT_KEY_NEXT to the new one: 32 bytes as base64 or hex.',
    )
  return makeFile(nextFile(file), inNextFile)
}

/**
 * The database is under the next root key now: its file becomes the root key file. The old file
 * stays beside it, named by its fingerprint, for backups from before. A key of the environment is
 * the operator's to replace.
 */
export function adoptNextRootKey(next: RootKey, file: string = rootKeyFile()): void {
  if (next.place !== inNextFile || !existsSync(nextFile(file))) return
  const old = fromFile(file, inFile)
  // A second link and one rename: there is a root key file at every moment.
  const oldFile = old && `${file}.${old.fingerprint}`
  if (oldFile && !existsSync(/* turbopackIgnore: true */ oldFile)) linkSync(file, oldFile)
  renameSync(nextFile(file), file)
}

/** The root key of bytes that another process of the same operator sent. */
export function rootKeyOf(bytes: Buffer, place: string): RootKey {
  const fingerprint = createHash('sha256')
    .update('console root key fingerprint')
    .update(bytes)
    .digest('hex')
    .slice(0, 16)
  return { bytes, fingerprint, place }
}

/** A key for one purpose, derived from the root. The same purpose always gives the same key. */
export function deriveKey(
  root: Pick<RootKey, 'bytes'>,
  purpose: string,
  salt: Buffer = Buffer.alloc(0),
): Buffer {
  return Buffer.from(hkdfSync('sha256', root.bytes, salt, `console ${purpose}`, 32))
}

const nextFile = (file: string) => `${file}.next`

function fromEnvironment(name: string): RootKey | undefined {
  const given = process.env[name]
  return given ? rootKeyOf(decode(given, name), name) : undefined
}

function fromFile(file: string, place: string): RootKey | undefined {
  if (!existsSync(file)) return undefined
  // Windows has no such permission bits; the profile folder's own permissions protect the file
  // there.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new StartProblem(
      `The root key file can be read by other users. Set its mode to 0600 (chmod 600 ${file}) and start again.`,
    )
  }
  return rootKeyOf(decode(readFileSync(file, 'utf8'), 'The root key file'), place)
}

function makeFile(file: string, place: string): RootKey {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  // Complete under another name first: a process that ends here leaves no half key.
  const made = `${file}.${process.pid}.new`
  writeFileSync(made, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
  return fromFile(file, place)!
}

function decode(text: string, name: string): Buffer {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (bytes.length !== 32)
    throw new StartProblem(
      `${name} must hold 32 bytes, written as base64 or as 64 hexadecimal digits.`,
    )
  return bytes
}
