import 'server-only'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  sql,
} from 'drizzle-orm'
import type { DraftKind, DraftPlace, DraftValue, StoredDraft } from '#lib/rules/edit/draft-kinds.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { drafts } from '#lib/console/schema.ts'

/**
 * The owner of a draft. Another account, another partner or another key of the same partner has
 * separate drafts.
 */
export type DraftOwner = { accountId: string; connection: Pick<Connection, 'boundTo'> }

/**
 * A draft to store, or to drop with `value: null`. `revision` rises with every message of the form.
 */
export type DraftMessage = DraftPlace & { revision: number; value: DraftValue | null }

const lifeMs = 14 * 86_400_000
const mostDrafts = 200
const mostBytes = 20 * 1024 * 1024
const mostDropped = 1_000

/** A draft of the account, to name it in a message. */
export type NamedDraft = DraftPlace & { savedAt: Date }

/**
 * The result of storing a draft. At a limit, `other` is the draft to settle first: the oldest, or
 * the largest.
 */
export type DraftOutcome =
  | { kind: 'first' | 'stored' }
  /** The server already has this or a later revision: send a higher one. */
  | { kind: 'newer'; revision: number }
  | { kind: 'too many' | 'too large'; other?: NamedDraft }

/**
 * Stores a form's draft, sealed for its account, partner, key and record, or drops it. A message
 * without a higher revision changes nothing. An account has at most 200 drafts (`too many`) of 20
 * MB together (`too large`); a refused message leaves the form's earlier draft unchanged.
 */
export async function putDraft(owner: DraftOwner, message: DraftMessage): Promise<DraftOutcome> {
  const sealedValue =
    message.value && (await seal(JSON.stringify(message.value), targetOf(owner, message)))
  return withAccountLock(owner.accountId, async (db) => {
    const [known] = await db
      .select({ revision: drafts.revision, isDropped: isNull(drafts.sealedValue).mapWith(Boolean) })
      .from(drafts)
      .where(rowOf(owner, message))
    if (known && known.revision >= message.revision)
      return { kind: 'newer', revision: known.revision }
    const refused = sealedValue && (await overLimit(db, owner, message, sealedValue.length))
    if (refused) return refused
    const columns = {
      revision: message.revision,
      sealedValue,
      savedAt: new Date(now()),
      expiresAt: new Date(now() + lifeMs),
    }
    await db
      .insert(drafts)
      .values({ ...keyOf(owner, message), ...columns })
      .onConflictDoUpdate({ target: primaryKey, set: columns })
    if (sealedValue === null) await forgetOldestDropped(db, owner)
    return { kind: sealedValue !== null && (!known || known.isDropped) ? 'first' : 'stored' }
  })
}

async function overLimit(
  db: ConsoleDb,
  owner: DraftOwner,
  message: DraftMessage,
  size: number,
): Promise<DraftOutcome | undefined> {
  const isOther = and(
    eq(drafts.accountId, owner.accountId),
    isNotNull(drafts.sealedValue),
    gt(drafts.expiresAt, new Date(now())),
    not(rowOf(owner, message)!), // it has conditions, so it is defined
  )
  const [others] = await db
    .select({ count: count(), size: sql<string>`coalesce(sum(${rowSize}), 0)` })
    .from(drafts)
    .where(isOther)
  const kind =
    others!.count >= mostDrafts
      ? 'too many'
      : plainBytes(Number(others!.size) + size) > mostBytes
        ? 'too large'
        : undefined
  if (!kind) return undefined
  const [other] = await db
    .select({ kind: drafts.kind, record: drafts.record, savedAt: drafts.savedAt })
    .from(drafts)
    .where(isOther)
    .orderBy(kind === 'too many' ? asc(drafts.savedAt) : desc(rowSize))
    .limit(1)
  return { kind, other: other as NamedDraft | undefined } // only putDraft writes the column `kind`
}

/**
 * The draft of a form by this account with this connection; undefined if there never was one. A
 * dropped or expired draft has no value, but its revision still counts.
 */
export async function loadDraft(
  owner: DraftOwner,
  at: DraftPlace,
): Promise<StoredDraft | undefined> {
  const [row] = await (await consoleDb()).select().from(drafts).where(rowOf(owner, at))
  if (!row) return undefined
  const isLive = row.sealedValue !== null && row.expiresAt.getTime() > now()
  const text = isLive ? (await open(row.sealedValue!, targetOf(owner, at))).reveal() : undefined // live: it has a value
  return {
    revision: row.revision,
    value: text === undefined ? null : (JSON.parse(text) as DraftValue), // putDraft wrote it
    saved_at: row.savedAt.toISOString(),
  }
}

/**
 * A live draft of an account with the JSON text that its edits are made on ('' for none), and until
 * when it is kept.
 */
export type ListedDraft = NamedDraft & { base: string; expiresAt: Date }

/**
 * The live drafts of this account with this connection, of these kinds, the newest first; at most
 * 200, the limit of an account. Their records may be 20 MB, so each is opened only when it is asked
 * for.
 */
export async function* listLiveDrafts(
  owner: DraftOwner,
  kinds: readonly DraftKind[],
): AsyncGenerator<ListedDraft> {
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(drafts)
    .where(liveOf(owner, kinds))
    .orderBy(desc(drafts.savedAt))
    .limit(mostDrafts)
  for (const { kind: stored, record, sealedValue, savedAt, expiresAt } of rows) {
    const kind = stored as DraftKind // only putDraft writes the column
    const value = JSON.parse(
      (await open(sealedValue!, targetOf(owner, { kind, record }))).reveal(),
    ) as DraftValue // live: it has one
    yield { kind, record, savedAt, expiresAt, base: value.base }
  }
}

/** How many live drafts of these kinds this account has with this connection. */
export async function countLiveDrafts(
  owner: DraftOwner,
  kinds: readonly DraftKind[],
): Promise<number> {
  const [row] = await (
    await consoleDb()
  )
    .select({ count: count() })
    .from(drafts)
    .where(liveOf(owner, kinds))
  return row!.count // an aggregate has one row
}

function liveOf(owner: DraftOwner, kinds: readonly DraftKind[]) {
  return and(
    inArray(drafts.kind, [...kinds]),
    eq(drafts.accountId, owner.accountId),
    eq(drafts.connection, owner.connection.boundTo),
    isNotNull(drafts.sealedValue),
    gt(drafts.expiresAt, new Date(now())),
  )
}

// A dropped draft keeps its row, so an earlier message cannot restore it.
async function forgetOldestDropped(db: ConsoleDb, owner: DraftOwner): Promise<void> {
  const isDropped = and(eq(drafts.accountId, owner.accountId), isNull(drafts.sealedValue))
  const surplus = db
    .select({ savedAt: drafts.savedAt })
    .from(drafts)
    .where(isDropped)
    .orderBy(desc(drafts.savedAt))
    .offset(mostDropped)
    .limit(1)
  await db.delete(drafts).where(and(isDropped, lte(drafts.savedAt, surplus)))
}

// The size of the sealed text, which the database knows without reading it.
const rowSize = sql<number>`coalesce(octet_length(${drafts.sealedValue}), 0)`

// A sealed text is base64, with a frame of a few hundred bytes.
function plainBytes(sealedSize: number): number {
  return Math.floor((sealedSize * 3) / 4)
}

const primaryKey = [drafts.accountId, drafts.connection, drafts.kind, drafts.record]

function keyOf(owner: DraftOwner, { kind, record }: DraftPlace) {
  return { accountId: owner.accountId, connection: owner.connection.boundTo, kind, record }
}

function rowOf(owner: DraftOwner, { kind, record }: DraftPlace) {
  return and(
    eq(drafts.accountId, owner.accountId),
    eq(drafts.connection, owner.connection.boundTo),
    eq(drafts.kind, kind),
    eq(drafts.record, record),
  )
}

function targetOf(owner: DraftOwner, { kind, record }: DraftPlace) {
  return {
    purpose: 'draft' as const,
    record: JSON.stringify([owner.accountId, kind, record]),
    origin: owner.connection.boundTo,
  }
}
