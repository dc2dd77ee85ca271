import 'server-only'
import { and, asc, eq, gt, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { rolesThatMay } from '#lib/console/accounts/permissions.ts'
import type { Task } from '#lib/acts/acts.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { keyedHash, open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { goneAfterMs } from '#lib/console/records/open-records.ts'
import { openRecords, queueMarks, queueTurns, user } from '#lib/console/schema.ts'
import { noteTeamChange } from './snapshot.ts'

// The team's own data on the queue: owners, snoozes, priorities, notes and turns.

/** The person who acts, and the partner. */
export type TeamContext = {
  account: { id: string }
  connection: Pick<Connection, 'id' | 'boundTo'>
}

/** A mark by its subject; the owner's name is missing for somebody who has left. */
export type Mark = {
  owner_id?: string
  owner?: string
  snoozed_until?: string
  priority?: 'high' | 'low'
  note?: string
}

/** A change of marks: null removes a value, a missing member stays. */
export type MarkUpdate = { [Name in Exclude<keyof Mark, 'owner'>]?: Mark[Name] | null | undefined }

/**
 * The subject of a mark on a cause. The key is hashed, because it follows from the partner's words.
 */
export async function causeSubject(key: string): Promise<string> {
  return `cause/${(await keyedHash(`queue cause ${key}`)).slice(0, 24)}`
}

const creationPrefix = 'creation/'

/** The subject of a mark on a claim creation. */
export function creationSubject(id: string): string {
  return `${creationPrefix}${id}`
}

/** The claim creation of a mark's subject; undefined for a cause. */
export function creationOf(subject: string): string | undefined {
  return subject.startsWith(creationPrefix) ? subject.slice(creationPrefix.length) : undefined
}

/** Notes that were opened before, by their sealed text. */
export type OpenedNotes = Map<string, string>

/**
 * The marks of these subjects of a partner and key, by subject. `opened` has the notes that need
 * not be opened again; afterwards it has the notes of this reading and no others.
 */
export async function readMarks(
  at: string,
  subjects: { has: (subject: string) => boolean },
  opened: OpenedNotes = new Map(),
): Promise<Map<string, Mark>> {
  const db = await consoleDb()
  const all = await db
    .select({ mark: queueMarks, owner: user.name })
    .from(queueMarks)
    .leftJoin(user, eq(user.id, queueMarks.ownerId))
    .where(eq(queueMarks.connection, at))
  const rows = all.filter(({ mark }) => subjects.has(mark.subject))
  const before = new Map(opened)
  opened.clear()
  const openNote = async (sealed: string, subject: string) => {
    const note = before.get(sealed) ?? (await open(sealed, noteTarget(at, subject))).reveal()
    opened.set(sealed, note)
    return note
  }
  const marks = rows.map(async ({ mark, owner }) => {
    const note = mark.sealedNote && (await openNote(mark.sealedNote, mark.subject))
    const shown: Mark = {
      ...(mark.ownerId && { owner_id: mark.ownerId, ...(owner && { owner }) }),
      ...(mark.snoozedUntil && { snoozed_until: mark.snoozedUntil }),
      ...(mark.priority && { priority: mark.priority }),
      ...(note && { note }),
    }
    return [mark.subject, shown] as const
  })
  return new Map(await Promise.all(marks))
}

/** The greatest number of notes that an account may have at once, at every partner together. */
export const mostNotes = 2_000

/**
 * Changes the marks of subjects in one transaction with its row in the audit trail, which names the
 * claim creations. Answers what the changed members were before, by subject; null for none. With
 * `onlyAs` a subject whose members are not those any more stays as it is, and is missing in the
 * answer: somebody else has changed it. Answers undefined and changes nothing if the account would
 * then have more than `mostNotes` notes.
 */
export async function changeMarks(
  { account, connection }: TeamContext,
  asked: readonly string[],
  change: MarkUpdate,
  recordIds: string[],
  onlyAs?: MarkUpdate,
): Promise<Map<string, MarkUpdate> | undefined> {
  const at = connection.boundTo
  const { owner_id, snoozed_until, priority, note } = change
  const changedAt = new Date(now())
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  )
  // Keys are read from the database too: nothing is sealed or opened inside the transaction.
  const sealed = new Map<string, string | null>()
  if (note !== undefined)
    for (const subject of asked)
      sealed.set(subject, note ? await seal(note, noteTarget(at, subject)) : null)
  const notes = note === undefined ? new Map<string, string>() : await notesOf(at, asked)
  return withAccountLock(account.id, async (tx) => {
    const before = await marksBefore(tx, at, asked, change, notes)
    const subjects = asked.filter(
      (subject) => !onlyAs || isSameMark(before.get(subject) ?? {}, onlyAs),
    )
    const rows = subjects.map((subject) => ({
      connection: at,
      subject,
      changedAt,
      ...(owner_id !== undefined && { ownerId: owner_id }),
      ...(snoozed_until !== undefined && { snoozedUntil: snoozed_until }),
      ...(priority !== undefined && { priority }),
      ...(note !== undefined && {
        sealedNote: sealed.get(subject) ?? null,
        notedBy: note ? account.id : null,
      }),
    }))
    if (rows.length === 0) return new Map()
    if (note && !(await hasRoomForNotes(tx, account.id, at, subjects))) return undefined
    const names = Object.keys(rows[0]!).filter(
      (name) => name !== 'connection' && name !== 'subject',
    )
    const set = Object.fromEntries(
      names.map((name) => [
        name,
        sql.raw(`excluded."${queueMarks[name as keyof typeof queueMarks.$inferSelect].name}"`),
      ]),
    )
    for (let from = 0; from < rows.length; from += 500)
      await tx
        .insert(queueMarks)
        .values(rows.slice(from, from + 500))
        .onConflictDoUpdate({ target: [queueMarks.connection, queueMarks.subject], set })
    await noteTeamChange(tx, at)
    const who = { accountId: account.id, connectionId: connection.id }
    const what = { before: null, after: { subjects, ...given } }
    await recordAudit(
      { ...who, operation: 'markQueue', stage: 'outcome', outcome: 'ok', recordIds, change: what },
      tx,
    )
    return new Map(subjects.map((subject) => [subject, before.get(subject) ?? {}]))
  })
}

// The notes of subjects in plain text, by what is stored of them.
async function notesOf(at: string, subjects: readonly string[]): Promise<Map<string, string>> {
  const rows = await markRows(await consoleDb(), at, subjects)
  const opened = rows.flatMap(({ subject, sealedNote }) =>
    sealedNote
      ? [
          open(sealedNote, noteTarget(at, subject)).then(
            (note) => [sealedNote, note.reveal()] as const,
          ),
        ]
      : [],
  )
  return new Map(await Promise.all(opened))
}

// The members that a change names, as they are now; locked, so that nobody changes them before the
// change.
async function marksBefore(
  tx: ConsoleDb,
  at: string,
  subjects: readonly string[],
  change: MarkUpdate,
  notes: ReadonlyMap<string, string>,
): Promise<Map<string, MarkUpdate>> {
  const found = new Map((await markRows(tx, at, subjects, true)).map((row) => [row.subject, row]))
  return new Map(
    subjects.map((subject) => {
      const row = found.get(subject)
      const note = row?.sealedNote ? notes.get(row.sealedNote) : null
      const mark: MarkUpdate = {
        ...(change.owner_id !== undefined && { owner_id: row?.ownerId ?? null }),
        ...(change.snoozed_until !== undefined && { snoozed_until: row?.snoozedUntil ?? null }),
        ...(change.priority !== undefined && { priority: row?.priority ?? null }),
        ...(change.note !== undefined && { note }),
      }
      return [subject, mark] as const
    }),
  )
}

async function markRows(
  db: ConsoleDb,
  at: string,
  subjects: readonly string[],
  isLocking = false,
): Promise<(typeof queueMarks.$inferSelect)[]> {
  const rows: (typeof queueMarks.$inferSelect)[] = []
  for (let from = 0; from < subjects.length; from += 500) {
    const some = inArray(queueMarks.subject, subjects.slice(from, from + 500))
    const asked = db
      .select()
      .from(queueMarks)
      .where(and(eq(queueMarks.connection, at), some))
    rows.push(...(await (isLocking ? asked.for('update') : asked)))
  }
  return rows
}

function isSameMark(now: MarkUpdate, then: MarkUpdate): boolean {
  return (['owner_id', 'snoozed_until', 'priority', 'note'] as const).every(
    (name) => then[name] === undefined || (now[name] ?? null) === then[name],
  )
}

async function hasRoomForNotes(
  db: ConsoleDb,
  accountId: string,
  at: string,
  subjects: readonly string[],
) {
  // A note that this one replaces does not count.
  const isReplaced = and(eq(queueMarks.connection, at), inArray(queueMarks.subject, [...subjects]))!
  const others = await db.$count(
    queueMarks,
    and(eq(queueMarks.notedBy, accountId), not(isReplaced)),
  )
  return others + subjects.length <= mostNotes
}

/**
 * Gives causes the marks of the causes that they were before: after an upgrade the same problem may
 * have another key. A cause with a mark of its own keeps that one. `keys` are pairs of the earlier
 * and the present key.
 */
export async function carryMarks(
  at: string,
  keys: readonly (readonly [earlier: string, now: string])[],
): Promise<void> {
  if (keys.length === 0) return
  const subjects = await Promise.all(
    keys.map(
      async ([earlier, present]) =>
        [await causeSubject(earlier), await causeSubject(present)] as const,
    ),
  )
  const db = await consoleDb()
  const earlier = [...new Set(subjects.map(([subject]) => subject))]
  const found = await db
    .select()
    .from(queueMarks)
    .where(and(eq(queueMarks.connection, at), inArray(queueMarks.subject, earlier)))
  const marks = new Map(found.map((mark) => [mark.subject, mark]))
  const rows = await Promise.all(
    subjects.flatMap(([from, subject]) => {
      const mark = marks.get(from)
      return mark ? [withNoteOf(mark, subject)] : []
    }),
  )
  if (rows.length === 0) return
  await db.transaction(async (tx) => {
    const { ownerId, snoozedUntil, priority, sealedNote } = queueMarks
    // One after another: two causes may have become one.
    for (const row of rows)
      await tx
        .insert(queueMarks)
        .values(row)
        .onConflictDoUpdate({
          target: [queueMarks.connection, queueMarks.subject],
          set: row,
          // Of a mark that was taken away a row without members is left.
          setWhere: and(
            ...[ownerId, snoozedUntil, priority, sealedNote].map((each) => isNull(each)),
          ),
        })
    await noteTeamChange(tx, at)
  })
}

// A note is sealed for its subject.
async function withNoteOf(mark: typeof queueMarks.$inferSelect, subject: string) {
  const { connection: at, sealedNote, sealedNoteWith: _, ...others } = mark
  const note = sealedNote && (await open(sealedNote, noteTarget(at, mark.subject))).reveal()
  return {
    ...others,
    connection: at,
    subject,
    sealedNote: note ? await seal(note, noteTarget(at, subject)) : null,
  }
}

/** The people who can own work: those who may do the task that marks it, by name. */
export async function readTeam(task: Task = 'markQueue'): Promise<{ id: string; name: string }[]> {
  const db = await consoleDb()
  return db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(and(inArray(user.role, rolesThatMay(task)), isNull(user.disabledAt)))
    .orderBy(asc(user.name))
}

// Long enough for one item with its look-ups; a closed browser holds nothing up for longer.
const turnMinutes = 10

/**
 * Gives the account the first of these claim creations that is nobody else's turn, for ten minutes;
 * undefined if each is somebody's. One statement decides, so of two people who ask at once each
 * gets another one.
 */
export async function claimNext(
  { account, connection }: TeamContext,
  candidates: readonly string[],
): Promise<string | undefined> {
  const db = await consoleDb()
  const at = connection.boundTo
  const taken = new Set((await turnsOfOthers({ account, connection })).keys())
  const until = sql`now() + make_interval(mins => ${turnMinutes})`
  for (const claimCreationId of candidates) {
    if (taken.has(claimCreationId)) continue
    const won = await db
      .insert(queueTurns)
      .values({ connection: at, claimCreationId, accountId: account.id, until })
      .onConflictDoUpdate({
        target: [queueTurns.connection, queueTurns.claimCreationId],
        set: { accountId: account.id, until },
        setWhere: sql`${queueTurns.until} <= now() or ${queueTurns.accountId} = ${account.id}`,
      })
      .returning({ id: queueTurns.claimCreationId })
    if (won.length > 0) return claimCreationId
  }
  return undefined
}

/** Ends the account's own turns: of one claim creation, or of every one. */
export async function releaseClaim(
  { account, connection }: TeamContext,
  claimCreationId?: string,
): Promise<void> {
  const db = await consoleDb()
  await db
    .delete(queueTurns)
    .where(
      and(
        eq(queueTurns.connection, connection.boundTo),
        eq(queueTurns.accountId, account.id),
        claimCreationId === undefined ? undefined : eq(queueTurns.claimCreationId, claimCreationId),
      ),
    )
}

/** The claim creations that are another person's turn, with that person's name. */
export async function turnsOfOthers({
  account,
  connection,
}: TeamContext): Promise<Map<string, string>> {
  const db = await consoleDb()
  const rows = await db
    .select({ id: queueTurns.claimCreationId, name: user.name })
    .from(queueTurns)
    .innerJoin(user, eq(user.id, queueTurns.accountId))
    .where(
      and(
        eq(queueTurns.connection, connection.boundTo),
        ne(queueTurns.accountId, account.id),
        gt(queueTurns.until, sql`now()`),
      ),
    )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The charge captures that other people have open, with their names. */
export async function capturesOpenByOthers({
  account,
  connection,
}: TeamContext): Promise<Map<string, string[]>> {
  const db = await consoleDb()
  const rows = await db
    .selectDistinct({ record: openRecords.record, name: user.name })
    .from(openRecords)
    .innerJoin(user, eq(user.id, openRecords.accountId))
    .where(
      and(
        eq(openRecords.connectionId, connection.id),
        eq(openRecords.kind, 'charge-capture'),
        ne(openRecords.accountId, account.id),
        gt(openRecords.lastSeenAt, new Date(now() - goneAfterMs)),
      ),
    )
  const groups = Map.groupBy(rows, ({ record }) => record)
  return new Map(
    [...groups].map(([record, found]) => [record, found.map(({ name }) => name).toSorted()]),
  )
}

function noteTarget(at: string, subject: string) {
  return { purpose: 'queue' as const, record: `note/${subject}`, origin: at }
}
