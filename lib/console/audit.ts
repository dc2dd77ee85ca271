import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import Bowser from 'bowser'
import { and, arrayContains, arrayOverlaps, desc, eq, gt, sql } from 'drizzle-orm'
import { namedKindOf, type ActName, type NamedKind } from '#lib/acts/acts.ts'
import { takeReads } from './accounts/read-budget.ts'
import { now } from './clock.ts'
import { keyedHash } from './connections/key-store.ts'
import { consoleDb, type ConsoleDb } from './db.ts'
import { processState } from './process-state.ts'
import { auditRecords, type AuditStage } from './schema.ts'
import { clientAddressHeader } from './server/request-origin.ts'
import { appendRow } from './trail/append.ts'
import { signSoon } from './trail/sign.ts'
import { codeOf, sealChange, type AuditChange, type AuditContent } from './trail/trail-key.ts'

/** What happened. Who did it and from where is known from `withActor`, unless `actor` says so. */
export type AuditEntry = {
  /**
   * The account that acts; `start` or `console` for a program, 'anonymous' for a caller without a
   * session.
   */
  accountId: string
  connectionId: string | null
  /** An act, or the path of a request that asks for none. */
  operation: ActName | (string & {})
  stage: AuditStage
  /** `ok` or an error's name; `sent` for an intent. */
  outcome: string
  recordIds: string[]
  /** The kind of record that the ids name. Defaults to the act's kind. */
  recordKind?: string | null
  /** What a write changed. It is stored sealed. */
  change?: AuditChange
  actor?: Actor
}

/**
 * Where a request comes from. `sessionToken` is '' without a session; the trail stores a short
 * keyed hash of it.
 */
export type Place = { address: string | null; userAgent: string | null; sessionToken: string }

/** Who acts, and from where. The account is null for a caller without a session. */
export type Actor = {
  account: { id: string; email: string; role: string } | null
  place: Place | null
}

const state = processState<{
  actors: AsyncLocalStorage<Actor>
  strangers: { since: number; count: number }
}>()

/** Resets the count of strangers' rows, so a test starts with none. */
export function resetStrangers(): void {
  delete state.strangers
}

/**
 * Runs `work` so that all its audit entries, also those of jobs that it starts, name this person
 * and place.
 */
export function withActor<T>(actor: Actor, work: () => T): T {
  state.actors ??= new AsyncLocalStorage()
  return state.actors.run(actor, work)
}

/** The id of the person whose request runs; undefined in a job, and without a session. */
export function askingAccount(): string | undefined {
  const { account, place } = state.actors?.getStore() ?? {}
  return place ? account?.id : undefined
}

/** The place of a request, by the headers that our front server passes on. */
export function placeOf(headers: Pick<Headers, 'get'>, sessionToken: string): Place {
  return {
    address: headers.get(clientAddressHeader),
    userAgent: headers.get('user-agent'),
    sessionToken,
  }
}

/**
 * Appends an entry, in the transaction `inside` where one is given. Await this before patient data
 * is returned and before anything is sent: if it throws, the act must not happen. It also throws
 * TooManyReads for patients' records beyond what an account may read in an hour.
 */
export async function recordAudit(entry: AuditEntry, inside?: ConsoleDb): Promise<void> {
  const content = await contentOf(entry)
  const isPerson = entry.accountId !== 'console'
  if (isPerson && entry.stage === 'read' && patientKinds.has(content.recordKind ?? ''))
    takeReads(entry.accountId, entry.recordIds, entry.operation === 'exportList')
  const row = { ...content, mac: await codeOf(content) }
  if (!inside) return appendRow(row)
  const transaction = sql<string>`pg_current_xact_id()::text`
  const [made] = await inside
    .insert(auditRecords)
    .values(row)
    .returning({ id: auditRecords.id, transaction })
  signSoon(made)
}

// Requests without a session are free to send, so they must not fill the disk.
const strangersRows = 300
const strangersMs = 60_000

/**
 * Appends what a caller without a session tried: a refused request, a failed sign-in. 300 a minute
 * have a row of their own, and the rest of the minute has one with the outcome `AndMore`.
 */
export async function recordStranger(entry: AuditEntry): Promise<void> {
  const at = now()
  if (!state.strangers || at - state.strangers.since >= strangersMs)
    state.strangers = { since: at, count: 0 }
  state.strangers.count += 1
  if (state.strangers.count > strangersRows + 1) return
  const isLast = state.strangers.count > strangersRows
  await recordAudit(isLast ? { ...entry, outcome: 'AndMore' } : entry)
}

async function contentOf(entry: AuditEntry): Promise<AuditContent> {
  const { account = null, place = null } = entry.actor ?? state.actors?.getStore() ?? {}
  const isOwn = account?.id === entry.accountId
  const { accountId, connectionId, operation, stage, outcome, change } = entry
  // A partner may write half of a letter into an id; the database keeps none, and the code is over
  // what it keeps.
  const recordIds = entry.recordIds.map((id) => id.toWellFormed())
  const what = {
    at: new Date(now()),
    accountId,
    connectionId,
    operation,
    stage,
    outcome,
    recordIds,
  }
  return {
    ...what,
    person: isOwn ? account.email : '',
    role: isOwn ? account.role : '',
    address: place?.address ?? null,
    browser: place?.userAgent ? knownBrowser(place.userAgent) : null,
    session: place?.sessionToken ? (await keyedHash(place.sessionToken)).slice(0, 12) : null,
    recordKind: entry.recordKind === undefined ? namedKindOf(operation) : entry.recordKind,
    sealedChange: change ? await sealChange(change, what) : null,
  }
}

// A browser sends the same text each time, and reading it takes longer than writing the row.
const browserNames = new Map<string, string>()
const mostNames = 500

function knownBrowser(userAgent: string): string {
  const known = browserNames.get(userAgent)
  if (known !== undefined) return known
  if (browserNames.size >= mostNames) browserNames.clear()
  const name = nameOfBrowser(userAgent)
  browserNames.set(userAgent, name)
  return name
}

/** "Chrome 142, Windows 10" of a User-Agent header; at most 80 characters. */
export function nameOfBrowser(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent.slice(0, 1_000))
  const named = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ')
  return [named, os.name].filter(Boolean).join(', ').slice(0, 80) || 'unknown'
}

const patientKinds: ReadonlySet<string> = new Set<NamedKind>([
  'charge-capture',
  'claim-creation',
  'encounter',
  'patient',
  'appointment',
])

/**
 * The last success of an operation on each of these records, in UTC milliseconds. Records without
 * one are left out.
 */
export async function lastDone(
  operation: 'resolveClaimCreationError',
  recordIds: readonly string[],
): Promise<Map<string, number>> {
  if (recordIds.length === 0) return new Map()
  const db = await consoleDb()
  const done = await db
    .select({ at: auditRecords.at, recordIds: auditRecords.recordIds })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.operation, operation),
        eq(auditRecords.stage, 'outcome'),
        eq(auditRecords.outcome, 'ok'),
        arrayOverlaps(auditRecords.recordIds, [...recordIds]),
      ),
    )
    .orderBy(desc(auditRecords.at))
    .limit(1_000)
  return new Map(
    done
      .toReversed()
      .flatMap(({ at, recordIds: ids }) => ids.map((id) => [id, at.getTime()] as const)),
  )
}

/** When an act last succeeded; undefined if the rows of the database have no success of it. */
export async function newestOf(operation: ActName): Promise<Date | undefined> {
  const db = await consoleDb()
  const [newest] = await db
    .select({ at: auditRecords.at })
    .from(auditRecords)
    .where(and(eq(auditRecords.operation, operation), eq(auditRecords.outcome, 'ok')))
    .orderBy(desc(auditRecords.at))
    .limit(1)
  return newest?.at
}

/** True if this account successfully read the record with this connection after `since`. */
export async function hasRead(
  {
    accountId,
    connectionId,
    operation,
  }: { accountId: string; connectionId: string; operation: string },
  record: string,
  since: Date,
): Promise<boolean> {
  const db = await consoleDb()
  // Account and time first: their index limits the search to one person's day.
  const wanted = and(
    eq(auditRecords.accountId, accountId),
    gt(auditRecords.at, since),
    eq(auditRecords.operation, operation),
    eq(auditRecords.stage, 'read'),
    eq(auditRecords.outcome, 'ok'),
    eq(auditRecords.connectionId, connectionId),
    arrayContains(auditRecords.recordIds, [record]),
  )
  return (
    (await db.select({ id: auditRecords.id }).from(auditRecords).where(wanted).limit(1)).length > 0
  )
}
