import 'server-only'
import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { isIP } from 'node:net'
import { and, eq, gt, inArray, isNotNull, max, sql, type SQL } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { signInAttempts } from '#lib/console/schema.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import {
  knownBrowser,
  knownBrowsersCookieName,
  knownBrowserSeconds,
  withKnownBrowser,
} from './known-browsers.ts'
import { isSecure } from './session-cookie.ts'

/**
 * How a counter holds guesses back. `free` tries follow each other at once. Each further one waits,
 * first `firstMs` and then twice as long, up to `drainMs`. One try is forgotten after each
 * `drainMs`. All in milliseconds.
 */
type Rule = { free: number; firstMs: number; drainMs: number }

type Counter = { key: string; emailHash: string | null; rule: Rule }

const minute = 60_000
const rules = {
  /** A browser that has signed in to this account before. Nobody else can use up its tries. */
  browser: { free: 10, firstMs: minute, drainMs: 15 * minute },
  /** One account from one network. */
  pair: { free: 5, firstMs: minute, drainMs: 30 * minute },
  /** One account from all networks together. */
  account: { free: 20, firstMs: minute, drainMs: 60 * minute },
  /**
   * One network with all accounts together. A sign-in gives its try back, so an office does not use
   * it up.
   */
  network: { free: 30, firstMs: 10_000, drainMs: minute },
  /**
   * The setup code or invitations, from one network. They are random, so only the load of guesses
   * matters.
   */
  code: { free: 10, firstMs: minute, drainMs: 10 * minute },
} as const satisfies { [name: string]: Rule }

/**
 * Who tries to sign in: the client's address from our front server, and the value of the browser's
 * cookie.
 */
export type SignInTry = { email: string; address: string; knownBrowsers: string | undefined }

/** What the sign-in library's hooks know of a request. */
type HookRequest = {
  headers?: Headers | undefined
  getCookie: (name: string) => string | null | undefined
  setCookie: (name: string, value: string, options: object) => unknown
}

/** Who tries, by a request of the sign-in library. */
export function tryOf({ headers, getCookie }: HookRequest, email: string): SignInTry {
  const address = headers?.get(clientAddressHeader) ?? ''
  return { email, address, knownBrowsers: getCookie(knownBrowsersCookieName()) ?? undefined }
}

/**
 * Takes back the tries of somebody who has signed in, and lets the account know this browser from
 * now on.
 */
export async function noteSignedIn(context: HookRequest, email: string): Promise<void> {
  const tried = tryOf(context, email)
  await forgiveSignInTries(tried)
  context.setCookie(knownBrowsersCookieName(), await withKnownBrowser(tried.knownBrowsers, email), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(),
    path: '/',
    maxAge: knownBrowserSeconds,
  })
}

/** The refusal of a try that has to wait. */
export function tooMany(waitMs: number): APIError {
  return new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    // The same for everybody: which of the two it was would tell a stranger that a password is
    // right.
    message: `${waitWords(waitMs)} Wrong passwords count, and so does a sign-in that ends before its second step. An administrator can unlock your account earlier.`,
    wait_seconds: Math.ceil(waitMs / 1_000),
  })
}

/**
 * Counts one try to sign in before the password is checked, so a burst cannot exceed the budget.
 * Returns 0 if the password may be checked, otherwise the milliseconds to wait. A try that has to
 * wait counts nowhere.
 */
export async function takeSignInTry(tried: SignInTry): Promise<number> {
  return take(await countersOf(tried))
}

/**
 * Takes back what a person's own tries counted, after they signed in. What others guessed stays
 * counted.
 */
export async function forgiveSignInTries(tried: SignInTry): Promise<void> {
  const [first, pair, account] = await countersOf(tried)
  const db = await consoleDb()
  if (!pair || !account)
    return void (await db.delete(signInAttempts).where(eq(signInAttempts.key, first!.key)))
  await db.transaction(async (tx) => {
    await lower(tx, first!, 1)
    const [own] = await tx
      .delete(signInAttempts)
      .where(eq(signInAttempts.key, pair.key))
      .returning()
    await lower(tx, account, own?.level ?? 0)
  })
}

/**
 * Counts one guess at the setup code or at an invitation from an address. Returns the milliseconds
 * to wait, or 0.
 */
export async function takeCodeTry(what: 'setup' | 'invitation', address: string): Promise<number> {
  return take([codeCounter(what, address)])
}

/** Takes back the guess of a code that was right. */
export async function forgiveCodeTry(what: 'setup' | 'invitation', address: string): Promise<void> {
  await lower(await consoleDb(), codeCounter(what, address), 1)
}

/** Deletes every counter of an account, in the transaction of the administrator who unlocks it. */
export async function unlockSignIn(db: ConsoleDb, email: string): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.emailHash, hashOf('account', email)))
}

/** Until when sign-in waits somewhere, for each of these addresses that has to wait. */
export async function heldBackUntil(emails: readonly string[]): Promise<Map<string, Date>> {
  const db = await consoleDb()
  const held = await db
    .select({ emailHash: signInAttempts.emailHash, until: max(signInAttempts.openAt) })
    .from(signInAttempts)
    .where(and(isNotNull(signInAttempts.emailHash), gt(signInAttempts.openAt, new Date(now()))))
    .groupBy(signInAttempts.emailHash)
  const byHash = new Map(held.map(({ emailHash, until }) => [emailHash, until]))
  return new Map(
    emails.flatMap((email) => {
      const until = byHash.get(hashOf('account', email))
      return until ? [[email, until] as const] : []
    }),
  )
}

/** How long to wait, as a sentence for a person. */
export function waitWords(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000)
  const minutes = Math.ceil(seconds / 60)
  const time = seconds <= 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${minutes} minutes`
  return `Too many attempts. Try again in ${time}.`
}

// A browser that the account knows has only its own counter. Every other try counts for its network
// and for the account.
async function countersOf({ email, address, knownBrowsers }: SignInTry): Promise<Counter[]> {
  const emailHash = hashOf('account', email)
  const browser = await knownBrowser(knownBrowsers, email)
  if (browser) return [{ key: hashOf('browser', browser), emailHash, rule: rules.browser }]
  const network = networkOf(address)
  return [
    { key: hashOf('network', network), emailHash: null, rule: rules.network },
    { key: hashOf('pair', `${email} ${network}`), emailHash, rule: rules.pair },
    { key: emailHash, emailHash, rule: rules.account },
  ]
}

function codeCounter(what: string, address: string): Counter {
  return { key: hashOf(what, networkOf(address)), emailHash: null, rule: rules.code }
}

// All counters or none: one that has to wait rolls the others back. Each statement locks its row,
// so tries at the same time queue here.
async function take(counters: readonly Counter[]): Promise<number> {
  const db = await consoleDb()
  try {
    await db.transaction(async (tx) => {
      for (const counter of counters) if (!(await raise(tx, counter))) throw new HeldBack()
    })
    return 0
  } catch (error) {
    if (!(error instanceof HeldBack)) throw error
    const keys = counters.map(({ key }) => key)
    const [found] = await db
      .select({ openAt: max(signInAttempts.openAt) })
      .from(signInAttempts)
      .where(inArray(signInAttempts.key, keys))
    return Math.max(1_000, (found?.openAt?.getTime() ?? 0) - now())
  }
}

class HeldBack extends Error {}

// Where a counter is open, since when does not matter. A try that waited for the row's lock began
// before the one that held it, so an opening at the time of that one would still be ahead.
const open = new Date(0)

async function raise(db: ConsoleDb, { key, emailHash, rule }: Counter): Promise<boolean> {
  const at = new Date(now())
  const level = sql`(${drained(rule)} + 1)`
  const rows = await db
    .insert(signInAttempts)
    .values({ key, emailHash, level: 1, at, openAt: open })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        level,
        at,
        openAt: sql`case when ${isFree(level, rule)} then ${instant(open)} else ${instant(at)} + ${waitAt(level, rule)} * interval '1 millisecond' end`,
      },
      setWhere: sql`${signInAttempts.openAt} <= ${instant(at)}`,
    })
    .returning({ key: signInAttempts.key })
  return rows.length > 0
}

// Below its free tries, a counter opens at once.
async function lower(db: ConsoleDb, { key, rule }: Counter, by: number): Promise<void> {
  const at = new Date(now())
  const level = sql`greatest(0, ${drained(rule)} - ${by}::float8)`
  await db
    .update(signInAttempts)
    .set({
      level,
      at,
      openAt: sql`case when ${isFree(level, rule)} then ${instant(open)} else ${signInAttempts.openAt} end`,
    })
    .where(eq(signInAttempts.key, key))
}

function drained({ drainMs }: Rule): SQL {
  const elapsed = sql`extract(epoch from ${instant(new Date(now()))} - ${signInAttempts.at})::float8 * 1000`
  return sql`greatest(0, ${signInAttempts.level} - greatest(0, ${elapsed}) / ${drainMs}::float8)`
}

// Half a try of tolerance: the level drains a little between two tries of a burst.
function isFree(level: SQL, { free }: Rule): SQL {
  return sql`${level} < ${free - 0.5}::float8`
}

function waitAt(level: SQL, { free, firstMs, drainMs }: Rule): SQL {
  const growth = sql`power(2::float8, least(20, round(${level} - ${free}::float8)))`
  return sql`least(${drainMs}::float8, ${firstMs}::float8 * ${growth})`
}

function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`
}

/**
 * The network of a client's address: the /24 of IPv4, also when written as IPv6, and the /64 of
 * IPv6.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0]!.toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain
  if (isIP(mapped) === 4) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) !== 6) return 'unknown'
  // The parser of addresses writes every spelling of one address alike, with one gap at most.
  const [before, after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = before ? before.split(':') : []
  const rest = after ? after.split(':') : []
  const whole = [
    ...groups,
    ...Array.from({ length: 8 - groups.length - rest.length }, () => '0'),
    ...rest,
  ]
  return `${whole.slice(0, 4).join(':')}::/64`
}

// Hashed, so a mistyped address or a password in the wrong field is not stored.
function hashOf(kind: string, text: string): string {
  return createHash('sha256').update(`${kind} ${text.trim().toLowerCase()}`).digest('hex')
}
