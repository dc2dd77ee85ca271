import 'server-only'
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { verifyPassword as verifyByLibrary } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { account } from '#lib/console/schema.ts'
import { demoPassword } from './demo-accounts.ts'

/** The minimum and maximum length of a password, in characters. */
export const passwordLength = { min: 12, max: 200 }

// Guessing programs start with common passwords and add digits and signs around them, so the check
// compares a password without these too.
const ends = /^[^\p{L}]+|[^\p{L}]+$/gu
const repeated = /^(.+?)\1+$/u

/**
 * The reason why a new password is refused, as a sentence for the person; undefined if the password
 * is acceptable. A password has 12 to 200 characters, at least 5 different ones, and at least 3
 * from its first letter to its last. It is not a known password (about 49,000 from published leaks,
 * and the demo password), nor the person's own name or e-mail address. Digits and signs around one
 * of these do not help, and neither does repeating it. No kind of character is required.
 */
export function passwordProblem(
  password: string,
  own: { email?: string; name?: string } = {},
): string | undefined {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`
  const whole = password.toLowerCase()
  const core = whole.replace(ends, '')
  const spellings = [whole, core, once(whole), once(core)]
  if (core.length < 3 || new Set(whole).size < 5 || spellings.some((text) => knownBad().has(text)))
    return 'Attackers try this password first. Choose another, for example four words that don’t belong together.'
  const mine = [own.email, own.email?.split('@')[0], own.name].filter(
    (text) => text && text.length > 2,
  )
  if (mine.some((text) => spellings.includes(text!.toLowerCase())))
    return 'This password is your name or address. Choose another.'
  return undefined
}

// OWASP lists these parameters as equal in strength to its first choice for scrypt (N 2^17, p 1).
// They need a quarter of its memory: 32 MB for each attempt.
const full = { N: 2 ** 15, r: 8, p: 3 }
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

// Only unit tests may reduce the work, because they hash thousands of passwords.
const state = processState<{ passwordWork: number }>()
const workNow = () => (process.env.NODE_ENV === 'test' ? (state.passwordWork ?? full.N) : full.N)

function keyOf(password: string, salt: Buffer, N: number): Promise<Buffer> {
  const options = { ...full, N, maxmem: 64 * 1024 * 1024 }
  return derive(password.normalize('NFKC'), salt, 64, options)
}

/**
 * The text to store for a password: the scrypt parameters, a random salt and the slow hash,
 * separated by colons.
 */
export async function hashPassword(password: string): Promise<string> {
  const [N, salt] = [workNow(), randomBytes(16)]
  const key = await keyOf(password, salt, N)
  return [
    `scrypt-${N}-${full.r}-${full.p}`,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join(':')
}

/**
 * True if the stored hash is a hash of `password`. If the password is correct and its hash took
 * less work than a new hash takes, the function stores a new hash. Every hash that the sign-in
 * library made takes less.
 */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const [, N, salt, key] = /^scrypt-(\d+)-8-3:([\w-]+):([\w-]+)$/.exec(hash) ?? []
  const isRight =
    N && salt && key
      ? timingSafeEqual(
          await keyOf(password, Buffer.from(salt, 'base64url'), Number(N)),
          Buffer.from(key, 'base64url'),
        )
      : await verifyByLibrary({ hash, password })
  if (!isRight || Number(N ?? 0) >= workNow()) return isRight
  const db = await consoleDb()
  await db
    .update(account)
    .set({ password: await hashPassword(password) })
    .where(eq(account.password, hash))
  return true
}

/** True if `password` is the account's password; false for an account that has no password. */
export async function isOwnPassword(accountId: string, password: string): Promise<boolean> {
  const [found] = await (
    await consoleDb()
  )
    .select({ hash: account.password })
    .from(account)
    .where(and(eq(account.userId, accountId), eq(account.providerId, 'credential')))
  return found?.hash ? verifyPassword({ hash: found.hash, password }) : false
}

let list: ReadonlySet<string> | undefined

function knownBad(): ReadonlySet<string> {
  list ??= new Set([...dictionary['passwords-common'], demoPassword])
  return list
}

function once(text: string): string {
  return repeated.exec(text)?.[1] ?? text
}
