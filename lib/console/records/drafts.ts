import 'server-only'
import { and, desc, eq, gt, isNotNull, lt, lte } from 'drizzle-orm'
import type { DraftKind, DraftPlace, DraftVersion, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/keys.ts'
import { drafts } from '#lib/console/schema.ts'

/** Whose draft it is: another account, another partner or another key of the same partner has its own. */
export type DraftOwner = { accountId: string; connection: Pick<Connection, 'baseUrl' | 'keyFingerprint'> }

/** A draft to keep. `base` may be left out once this editor's base is stored. `replaces` is the draft that the form was restored from. */
export type DraftToStore = DraftPlace & DraftVersion & { base?: string; value: string; replaces?: DraftVersion }

const keptFor = 14 * 86_400_000
// Long enough for any save that was on its way when the draft was dropped.
const markedFor = 86_400_000
const cleanEvery = 3_600_000
const mostDrafts = 1_000
const place = globalThis as typeof globalThis & { draftsCleanedAt?: number }

/**
 * Keeps a draft, sealed for its account, partner, key and record. An older message of the same editor changes nothing.
 * `base missing` asks for the message again with its base; `too many` means that the account keeps 1,000 drafts already.
 */
export async function storeDraft(
  owner: DraftOwner,
  draft: DraftToStore,
): Promise<'first' | 'stored' | 'older' | 'base missing' | 'too many'> {
  await cleanNowAndThen()
  const db = await consoleDb()
  const target = targetOf(owner, draft)
  const columns = { sequence: draft.sequence, sealedValue: await seal(draft.value, target('value')), ...times(keptFor) }
  const stored = await db
    .update(drafts)
    .set(columns)
    .where(and(rowOf(owner, draft), lt(drafts.sequence, draft.sequence), isNotNull(drafts.sealedBase)))
    .returning({ editor: drafts.editor })
  if (stored.length > 0) return 'stored'
  const [known] = await db.select({ sequence: drafts.sequence }).from(drafts).where(rowOf(owner, draft))
  if (known && known.sequence >= draft.sequence) return 'older'
  if (draft.base === undefined) return 'base missing'
  if (
    (await db.$count(drafts, and(eq(drafts.accountId, owner.accountId), isNotNull(drafts.sealedValue)))) >= mostDrafts
  )
    return 'too many'
  const whole = { ...columns, sealedBase: await seal(draft.base, target('base')) }
  await db
    .insert(drafts)
    .values({ ...keyOf(owner, draft), ...whole })
    .onConflictDoUpdate({ target: primaryKey, set: whole, setWhere: lt(drafts.sequence, draft.sequence) })
  await forgetReplaced(db, owner, draft)
  return 'first'
}

/** The newest draft of a record that this account made with this connection; undefined when there is none. */
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

/** Forgets an editor's draft, and the one that it was restored from; messages sent before this one change nothing any more. */
export async function dropDraft(
  owner: DraftOwner,
  draft: DraftPlace & DraftVersion & { replaces?: DraftVersion },
): Promise<void> {
  const db = await consoleDb()
  const columns = { sequence: draft.sequence, sealedBase: null, sealedValue: null, ...times(markedFor) }
  await db
    .insert(drafts)
    .values({ ...keyOf(owner, draft), ...columns })
    .onConflictDoUpdate({ target: primaryKey, set: columns, setWhere: lt(drafts.sequence, draft.sequence) })
  await forgetReplaced(db, owner, draft)
}

/** Removes every draft whose 14 days are over. */
export async function removeExpiredDrafts(): Promise<void> {
  await (await consoleDb()).delete(drafts).where(lte(drafts.expiresAt, new Date(now())))
}

// Only as it was restored: when the tab that it came from lives and went on, what was typed there since is its own draft.
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

async function cleanNowAndThen(): Promise<void> {
  if (now() - (place.draftsCleanedAt ?? 0) < cleanEvery) return
  place.draftsCleanedAt = now()
  await removeExpiredDrafts()
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
