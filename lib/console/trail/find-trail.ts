import 'server-only'
import {
  and,
  arrayOverlaps,
  desc,
  eq,
  gte,
  inArray,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import {
  auditRecords,
  connections,
  invitations,
  user,
  type AuditStage,
} from '#lib/console/schema.ts'

/**
 * Whose entries a person may see: everybody's, or their own and those of some roles, without some
 * operations.
 */
export type TrailSight =
  | 'all'
  | { ownId: string; roles: readonly string[]; without: readonly string[] }

/**
 * What to look for in the trail. Each member narrows the search; lists match any of their values.
 */
export type TrailSearch = {
  sees: TrailSight
  accounts?: readonly string[]
  records?: readonly string[]
  operations?: readonly string[]
  stages?: readonly AuditStage[]
  /** Outcomes to find, or to leave out. */
  outcomes?: { only: readonly string[] } | { not: readonly string[] }
  connectionId?: string
  /** The first instant, and the first instant that is too late. */
  from?: Date
  before?: Date
}

/** The place of an entry in the trail: the page after it begins there. */
export type TrailPlace = { at: Date; id: number }

/**
 * One entry of the trail. `person` is the account's name today, `email` and `role` were the
 * account's then; '' or null without an account.
 */
export type TrailEntry = {
  id: number
  at: Date
  accountId: string
  person: string | null
  email: string
  role: string
  address: string | null
  browser: string | null
  session: string | null
  connectionId: string | null
  connection: string | null
  operation: string
  stage: AuditStage
  outcome: string
  recordKind: string | null
  recordIds: string[]
  sealedChange: string | null
}

// Rows from before the trail kept roles, and those of work without a request, have the account's
// role of today.
const roleThen = sql<string>`coalesce(nullif(${auditRecords.role}, ''), ${user.role}, '')`

const columns = {
  id: auditRecords.id,
  at: auditRecords.at,
  accountId: auditRecords.accountId,
  person: user.name,
  email: sql<string>`coalesce(nullif(${auditRecords.person}, ''), ${user.email}, '')`,
  role: roleThen,
  address: auditRecords.address,
  browser: auditRecords.browser,
  session: auditRecords.session,
  connectionId: auditRecords.connectionId,
  connection: connections.name,
  operation: auditRecords.operation,
  stage: auditRecords.stage,
  outcome: auditRecords.outcome,
  recordKind: auditRecords.recordKind,
  recordIds: auditRecords.recordIds,
  sealedChange: auditRecords.sealedChange,
}

/**
 * Entries, newest first: at most `limit`, those after `after`. Entries have whole milliseconds, so
 * a place is exact.
 */
export async function findTrail(
  search: TrailSearch,
  limit: number,
  after?: TrailPlace,
): Promise<TrailEntry[]> {
  const further =
    after &&
    // The row comparison alone uses no index of one column.
    and(
      sql`${auditRecords.at} <= ${after.at.toISOString()}`,
      sql`(${auditRecords.at}, ${auditRecords.id}) < (${after.at.toISOString()}, ${after.id})`,
    )
  return select(await consoleDb(), and(...conditions(search), further))
    .orderBy(desc(auditRecords.at), desc(auditRecords.id))
    .limit(limit)
}

/** One entry by its id; undefined where there is none that the person may see. */
export async function findTrailEntry(
  sees: TrailSight,
  id: number,
): Promise<TrailEntry | undefined> {
  const [entry] = await select(
    await consoleDb(),
    and(...conditions({ sees }), eq(auditRecords.id, id)),
  ).limit(1)
  return entry
}

function select(db: ConsoleDb, where: SQL | undefined) {
  return db
    .select(columns)
    .from(auditRecords)
    .leftJoin(user, eq(user.id, auditRecords.accountId))
    .leftJoin(connections, eq(connections.id, auditRecords.connectionId))
    .where(where)
}

function conditions({ sees, ...search }: TrailSearch): (SQL | undefined)[] {
  const { accounts, records, operations, stages, outcomes, connectionId, from, before } = search
  return [
    sees === 'all'
      ? undefined
      : and(
          or(eq(auditRecords.accountId, sees.ownId), inArray(roleThen, [...sees.roles])),
          notInArray(auditRecords.operation, [...sees.without]),
        ),
    accounts && inArray(auditRecords.accountId, [...accounts]),
    records && hasRecords(records),
    operations && inArray(auditRecords.operation, [...operations]),
    stages && inArray(auditRecords.stage, [...stages]),
    outcomes &&
      ('only' in outcomes
        ? inArray(auditRecords.outcome, [...outcomes.only])
        : notInArray(auditRecords.outcome, [...outcomes.not])),
    connectionId === undefined ? undefined : eq(auditRecords.connectionId, connectionId),
    from && gte(auditRecords.at, from),
    before && lt(auditRecords.at, before),
  ]
}

// A query of its own, done first: the planner takes rare ids for common ones, and would walk the
// trail until it finds them.
function hasRecords(records: readonly string[]): SQL {
  return sql`${auditRecords.id} = any(array(select id from ${auditRecords} where ${arrayOverlaps(auditRecords.recordIds, [...records])}))`
}

/**
 * The people of the trail by id, for a filter: every account that the person may see entries of.
 */
export async function peopleOfTrail(
  sees: TrailSight,
): Promise<{ id: string; name: string; email: string }[]> {
  const db = await consoleDb()
  return db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(
      and(
        ne(user.role, 'none'),
        sees === 'all'
          ? undefined
          : or(eq(user.id, sees.ownId), inArray(user.role, [...sees.roles])),
      ),
    )
    .orderBy(user.name, user.email)
}

/** The kinds of records whose names the console itself holds. */
export type NamedByConsole = 'account' | 'connection' | 'invitation'

/**
 * Names by id: of an account and a connection its name today, of an open invitation its address.
 * What was deleted has none.
 */
export async function namesOf(
  ids: Record<NamedByConsole, readonly string[]>,
): Promise<Map<string, string>> {
  const db = await consoleDb()
  const named = [
    { of: ids.account, table: user, id: user.id, name: user.name },
    { of: ids.connection, table: connections, id: connections.id, name: connections.name },
    { of: ids.invitation, table: invitations, id: invitations.id, name: invitations.email },
  ]
  const found = await Promise.all(
    named
      .filter(({ of }) => of.length > 0)
      .map(({ of, table, id, name }) =>
        db
          .select({ id, name })
          .from(table)
          .where(inArray(id, [...new Set(of)])),
      ),
  )
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

/**
 * The records that one person's acts of one kind named on one day, each counted once. `day` is its
 * place in `days`.
 */
export type WorkCount = {
  accountId: string
  name: string
  operation: string
  day: number
  records: number
}

/**
 * Counts what was done, per person, operation and day: distinct records of the entries that are
 * found. `days` are the first instants of the days, in order; the last one ends where the search
 * does. Records of `without` are not counted.
 */
export async function countWork(
  search: Omit<TrailSearch, 'from'>,
  days: readonly Date[],
  without: readonly string[],
): Promise<WorkCount[]> {
  const [from] = days
  if (!from) return []
  const db = await consoleDb()
  const starts = sql`array[${sql.join(
    days.map((day) => sql`${day.toISOString()}::timestamptz`),
    sql`, `,
  )}]`
  const found = db
    .select({
      accountId: auditRecords.accountId,
      name: sql<string>`coalesce(${user.name}, nullif(${auditRecords.person}, ''), '')`.as('name'),
      operation: auditRecords.operation,
      day: sql<number>`width_bucket(${auditRecords.at}, ${starts}) - 1`.as('day'),
      record: sql<string>`unnest(${auditRecords.recordIds})`.as('record'),
    })
    .from(auditRecords)
    .leftJoin(user, eq(user.id, auditRecords.accountId))
    .where(and(...conditions({ ...search, from })))
    .as('found')
  return db
    .select({
      accountId: found.accountId,
      name: found.name,
      operation: found.operation,
      day: found.day,
      records: sql<number>`count(distinct ${found.record})`.mapWith(Number),
    })
    .from(found)
    .where(without.length > 0 ? notInArray(found.record, [...without]) : undefined)
    .groupBy(found.accountId, found.name, found.operation, found.day)
}
