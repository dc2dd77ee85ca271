import 'server-only'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { filingLimits, user } from '#lib/console/schema.ts'
import {
  isEmpty,
  isSameRule,
  rulebookOf,
  type PayerRule,
  type Rulebook,
} from '#lib/rules/filing/rulebook.ts'
import { noteTeamChange } from './snapshot.ts'
import type { TeamContext } from './team.ts'

/**
 * A stored rule. `confirmed_by` is the name of the person who entered it and `confirmed_at` when
 * (ISO, UTC); both are missing for limits from before they were kept.
 */
export type StoredRule = PayerRule & { confirmed_by?: string; confirmed_at?: string }

/** So many payers have limits of their own: everybody's saves read them. */
export const mostStoredRules = 2_000

/**
 * The stored rules of a partner and key, by payer: all, or those of these ids and of these names in
 * lower case.
 */
export async function readPayerRules(
  at: string,
  of?: { ids: ReadonlySet<string>; names: ReadonlySet<string> },
): Promise<StoredRule[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ rule: filingLimits, by: user.name })
    .from(filingLimits)
    .leftJoin(user, eq(user.id, filingLimits.confirmedBy))
    .where(
      and(
        eq(filingLimits.connection, at),
        of &&
          or(
            inArray(filingLimits.payerId, [...of.ids]),
            inArray(sql`lower(${filingLimits.payer})`, [...of.names]),
          ),
      ),
    )
    .orderBy(asc(filingLimits.payer), asc(filingLimits.payerId))
  return rows.map(({ rule, by }) => ({
    payer_id: rule.payerId,
    payer: rule.payer,
    limits: rule.limits,
    source: rule.source,
    ...(by !== null && { confirmed_by: by }),
    ...(rule.confirmedAt && { confirmed_at: rule.confirmedAt.toISOString() }),
  }))
}

/** The stored rules, arranged for look-ups: a save is checked by them as the editor checks it. */
export async function readRulebook(at: string): Promise<Rulebook> {
  return rulebookOf(await readPayerRules(at))
}

/**
 * Stores these payers' limits, all or none, with their row in the audit trail; a payer whose limits
 * are empty has none afterwards. Other payers keep theirs, and so do those whose limits are stored
 * already: who confirmed them stays. Answers how many payers changed, or `full` if more than 2,000
 * would have limits.
 */
export async function savePayerRules(
  { account, connection }: TeamContext,
  rules: readonly PayerRule[],
): Promise<number | 'full'> {
  const at = connection.boundTo
  const ids = rules.map(({ payer_id }) => payer_id)
  const rowsOf = (some: string[]) =>
    and(eq(filingLimits.connection, at), inArray(filingLimits.payerId, some))
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    // Two savers must not pass the limit together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`payer-rules/${at}`}))`)
    const stored = await tx.select().from(filingLimits).where(rowsOf(ids)).for('update')
    const known = new Map(stored.map((row) => [row.payerId, { ...row, payer_id: row.payerId }]))
    const changed = rules.filter((rule) => {
      const before = known.get(rule.payer_id)
      return before ? !isSameRule(before, rule) : !isEmpty(rule.limits)
    })
    if (changed.length === 0) return 0
    const kept = changed.filter(({ limits }) => !isEmpty(limits))
    const dropped = changed.flatMap(({ payer_id, limits }) => (isEmpty(limits) ? payer_id : []))
    const before = await tx.$count(filingLimits, eq(filingLimits.connection, at))
    const added = kept.filter(({ payer_id }) => !known.has(payer_id)).length
    const ended = dropped.length
    if (added > 0 && before + added - ended > mostStoredRules) return 'full'
    if (dropped.length > 0) await tx.delete(filingLimits).where(rowsOf(dropped))
    if (kept.length > 0)
      await tx
        .insert(filingLimits)
        .values(
          kept.map(({ payer_id, payer, limits, source }) => ({
            connection: at,
            payerId: payer_id,
            payer,
            limits,
            source,
            confirmedBy: account.id,
            confirmedAt: new Date(now()),
          })),
        )
        .onConflictDoUpdate({
          target: [filingLimits.connection, filingLimits.payerId],
          set: {
            payer: sql`excluded.payer`,
            limits: sql`excluded.limits`,
            source: sql`excluded.source`,
            confirmedBy: sql`excluded.confirmed_by`,
            confirmedAt: sql`excluded.confirmed_at`,
          },
        })
    await noteTeamChange(tx, at)
    await recordAudit(
      {
        accountId: account.id,
        connectionId: connection.id,
        operation: 'saveFilingLimits',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [],
        change: {
          before: changed.flatMap(({ payer_id }) => {
            const before = known.get(payer_id)
            return before ? plain(before) : []
          }),
          after: kept.map(plain),
        },
      },
      tx,
    )
    return changed.length
  })
}

// Without the members that are not entered, as JSON.
function plain({ payer_id, payer, limits, source }: PayerRule) {
  const entered = Object.entries(limits).filter(
    (entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined,
  )
  return { payer_id, payer, ...Object.fromEntries(entered), source }
}
