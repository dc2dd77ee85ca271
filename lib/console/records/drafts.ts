import 'server-only'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, not, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { DraftKind, DraftPlace, DraftVersion, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { drafts } from '#lib/console/schema.ts'

/** The owner of a draft. Another account, another partner or another key of the same partner has separate drafts. */
export type DraftOwner = { accountId: string; connection: Pick<Connection, 'baseUrl' | 'keyFingerprint'> }

/**
 * A draft to store. `base` may be omitted once this editor's base is stored. `replaces` is the draft that the form
 * restored.
 */
export type DraftToStore = DraftPlace & DraftVersion & { base?: string; value: string; replaces?: DraftVersion }

const keptFor = 14 * 86_400_000
// Long enough for any save that was under way when the draft was dropped.
const markedFor = 86_400_000
const mostDrafts = 200
const mostBytes = 20 * 1024 * 1024
const mostMarks = 1_000

/** A draft of the account, to name it in a message. */
export type KeptDraft = DraftPlace & { savedAt: Date }

/** The result of storing a draft. At a limit, `other` is the draft to settle first: the oldest, or the largest. */
export type DraftOutcome =
  | { kind: 'first' | 'stored' | 'older' | 'base missing' }
  | { kind: 'too many' | 'too large'; other?: KeptDraft }

/**
 * Stores a draft, sealed for its account, partner, key and record. An older message of the same editor changes nothing.
 * `base missing` asks for the message again with its base. An account has at most 200 drafts (`too many`) of 20 MB
 * together (`too large`); a refusal keeps this form's earlier draft.
 */
export async function storeDraft(owner: DraftOwner, draft: DraftToStore): Promise<DraftOutcome> {
  const target = targetOf(owner, draft)
  const sealedValue = await seal(draft.value, target('value'))
  const sealedBase = draft.base === undefined ? undefined : await seal(draft.base, target('base'))
  return withAccountLock(owner.accountId, async (db) => {
    const [known] = await db
      .select({ sequence: drafts.sequence, baseSize: sizeOf(drafts.sealedBase) })
      .from(drafts)
      .where(rowOf(owner, draft))
    if (known && known.sequence >= draft.sequence) return { kind: 'older' }
    const isStored = (known?.baseSize ?? 0) > 0
    if (!isStored && sealedBase === undefined) return { kind: 'base missing' }
    const baseSize = isStored ? known!.baseSize : sealedBase!.length // one of the two exists, by the line above
    const refused = await overLimit(db, owner, draft, baseSize + sealedValue.length)
    if (refused) return refused
    const columns = { sequence: draft.sequence, sealedValue, ...times(keptFor) }
    if (isStored) {
      await db.update(drafts).set(columns).where(rowOf(owner, draft))
      return { kind: 'stored' }
    }
    const whole = { ...columns, sealedBase }
    await db
      .insert(drafts)
      .values({ ...keyOf(owner, draft), ...whole })
      .onConflictDoUpdate({ target: primaryKey, set: whole })
    await forgetReplaced(db, owner, draft)
    return { kind: 'first' }
  })
}

// The replaced draft is about to be removed, so it does not count.
async function overLimit(
  db: ConsoleDb,
  owner: DraftOwner,
  draft: DraftToStore,
  size: number,
): Promise<DraftOutcome | undefined> {
  const editors = [draft.editor, ...(draft.replaces ? [draft.replaces.editor] : [])]
  const isThisForm = and(placeOf(owner, draft), inArray(drafts.editor, editors))!
  const isOther = and(
    eq(drafts.accountId, owner.accountId),
    isNotNull(drafts.sealedValue),
    gt(drafts.expiresAt, new Date(now())),
    not(isThisForm),
  )
  const [stored] = await db
    .select({ count: count(), size: sql<string>`coalesce(sum(${rowSize}), 0)` })
    .from(drafts)
    .where(isOther)
  const kind =
    stored!.count >= mostDrafts
      ? 'too many'
      : plainBytes(Number(stored!.size) + size) > mostBytes
        ? 'too large'
        : undefined
  if (!kind) return undefined
  const [other] = await db
    .select({ kind: drafts.kind, record: drafts.record, savedAt: drafts.savedAt })
    .from(drafts)
    .where(isOther)
    .orderBy(kind === 'too many' ? asc(drafts.savedAt) : desc(rowSize))
    .limit(1)
  return { kind, other: other as KeptDraft | undefined } // only storeDraft writes the column `kind`
}

/** The newest draft of a record by this account with this connection; undefined without one. */
export async function loadDraft(owner: DraftOwner, at: DraftPlace): Promise<FoundDraft | undefined> {
  const db = await consoleDb()
  const live = and(placeOf(owner, at), isNotNull(drafts.sealedValue), gt(drafts.expiresAt, new Date(now())))
  const [row] = await db.select().from(drafts).where(live).orderBy(desc(drafts.savedAt)).limit(1)
  if (!row?.sealedValue || !row.sealedBase) return undefined
  const target = targetOf(owner, { ...at, editor: row.editor })
  const [base, value] = await Promise.all([
    open(row.sealedBase, target('base')),
    open(row.sealedValue, target('value')),
  ])
  return {
    base: base.reveal(),
    value: value.reveal(),
    editor: row.editor,
    sequence: row.sequence,
    saved_at: row.savedAt.toISOString(),
  }
}

/** Drops an editor's draft and the one that it restored. Earlier messages change nothing afterwards. */
export async function dropDraft(
  owner: DraftOwner,
  draft: DraftPlace & DraftVersion & { replaces?: DraftVersion },
): Promise<void> {
  const columns = { sequence: draft.sequence, sealedBase: null, sealedValue: null, ...times(markedFor) }
  await withAccountLock(owner.accountId, async (db) => {
    await db
      .insert(drafts)
      .values({ ...keyOf(owner, draft), ...columns })
      .onConflictDoUpdate({ target: primaryKey, set: columns, setWhere: lt(drafts.sequence, draft.sequence) })
    await forgetReplaced(db, owner, draft)
    const isMark = and(eq(drafts.accountId, owner.accountId), isNull(drafts.sealedValue))
    const surplus = db
      .select({ savedAt: drafts.savedAt })
      .from(drafts)
      .where(isMark)
      .orderBy(desc(drafts.savedAt))
      .offset(mostMarks)
      .limit(1)
    await db.delete(drafts).where(and(isMark, lte(drafts.savedAt, surplus)))
  })
}

// Only in the restored version: if its tab is still open and has newer edits, they are a separate draft.
async function forgetReplaced(
  db: ConsoleDb,
  owner: DraftOwner,
  { kind, record, replaces }: DraftPlace & { replaces?: DraftVersion },
): Promise<void> {
  if (!replaces) return
  const old = and(rowOf(owner, { kind, record, editor: replaces.editor }), eq(drafts.sequence, replaces.sequence))
  await db
    .update(drafts)
    .set({ sealedBase: null, sealedValue: null, ...times(markedFor) })
    .where(old)
}

// The sizes of the sealed texts, which the database knows without reading them.
function sizeOf(column: AnyPgColumn) {
  return sql<number>`coalesce(octet_length(${column}), 0)`
}
const rowSize = sql`(${sizeOf(drafts.sealedBase)} + ${sizeOf(drafts.sealedValue)})`

// A sealed text is base64, with a frame of a few hundred bytes.
function plainBytes(sealedSize: number): number {
  return Math.floor((sealedSize * 3) / 4)
}

const primaryKey = [drafts.accountId, drafts.connection, drafts.kind, drafts.record, drafts.editor]

type EditorPlace = { kind: DraftKind; record: string; editor: string }

function keyOf(owner: DraftOwner, { kind, record, editor }: EditorPlace) {
  return { accountId: owner.accountId, connection: connectionOf(owner), kind, record, editor }
}

function placeOf(owner: DraftOwner, { kind, record }: DraftPlace) {
  return and(
    eq(drafts.accountId, owner.accountId),
    eq(drafts.connection, connectionOf(owner)),
    eq(drafts.kind, kind),
    eq(drafts.record, record),
  )
}

function rowOf(owner: DraftOwner, at: EditorPlace) {
  return and(placeOf(owner, at), eq(drafts.editor, at.editor))
}

function targetOf(owner: DraftOwner, { kind, record, editor }: EditorPlace) {
  return (part: 'base' | 'value') => ({
    purpose: 'draft' as const,
    record: JSON.stringify([owner.accountId, kind, record, editor, part]),
    origin: connectionOf(owner),
  })
}

function connectionOf({ connection: { baseUrl, keyFingerprint } }: DraftOwner): string {
  return `${new URL(baseUrl).origin} ${keyFingerprint}`
}

function times(life: number) {
  return { savedAt: new Date(now()), expiresAt: new Date(now() + life) }
}
