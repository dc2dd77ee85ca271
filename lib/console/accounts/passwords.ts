import 'server-only'
import { dictionary } from '@zxcvbn-ts/language-common'
import { verifyPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { account } from '#lib/console/schema.ts'
import { demoPassword } from './demo-accounts.ts'

/** The fewest and the most characters of a password. */
export const passwordLength = { min: 12, max: 200 }

// A word of the list with digits and signs around it is the first that a guessing program tries.
const ends = /^[^\p{L}]+|[^\p{L}]+$/gu
const repeated = /^(.+?)\1+$/u

/**
 * Why a new password is refused, in words, or undefined if it is fine. It must have 12 to 200 characters and must not be
 * a known one (about 49,000 from published leaks), one of them with digits and signs around it or repeated, nor made of
 * the person's own name or address. There are no rules about kinds of characters.
 */
export function passwordProblem(password: string, own: { email?: string; name?: string } = {}): string | undefined {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`
  const whole = password.toLowerCase()
  const core = whole.replace(ends, '')
  const spellings = [whole, core, once(whole), once(core)]
  if (core.length < 3 || new Set(whole).size < 5 || spellings.some((text) => knownBad().has(text)))
    return 'Attackers try this password first. Choose another, for example four words that don’t belong together.'
  const mine = [own.email, own.email?.split('@')[0], own.name].filter((text) => text && text.length > 2)
  if (mine.some((text) => spellings.includes(text!.toLowerCase())))
    return 'This password is your name or address. Choose another.'
  return undefined
}

/** True if `password` is the account's own. An account without one has none that fits. */
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
