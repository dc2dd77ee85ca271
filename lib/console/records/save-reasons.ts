import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { saveReasons, user } from '#lib/console/schema.ts'

/** Why a record was saved despite errors: the person, the open rules, and the person's sentence. */
export type SaveReason = { by: string; at: string; rules: string[]; reason: string }

/**
 * A reason to store. `rules` has the rule id of each open error; `connectionId` and `record`
 * identify the saved record.
 */
export type ReasonToKeep = {
  accountId: string
  connectionId: string
  record: string
  rules: readonly string[]
  reason: string
}

const mostShown = 20

/**
 * Stores the reason for a save despite errors, sealed, because the sentence may mention a patient.
 * The audit names only the record.
 */
export async function keepSaveReason({
  accountId,
  connectionId,
  record,
  rules,
  reason,
}: ReasonToKeep): Promise<void> {
  const id = randomUUID()
  const sealedReason = await seal(reason, targetOf(connectionId, record, id))
  await (await consoleDb()).insert(saveReasons).values({
    id,
    accountId,
    connectionId,
    record,
    rules: [...rules],
    sealedReason,
    savedAt: new Date(now()),
  })
  await recordAudit({
    accountId,
    connectionId,
    operation: 'keepSaveReason',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [record],
  })
}

/** The reasons of a record, newest first, at most 20. */
export async function readSaveReasons(connectionId: string, record: string): Promise<SaveReason[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ reason: saveReasons, name: user.name })
    .from(saveReasons)
    .leftJoin(user, eq(user.id, saveReasons.accountId))
    .where(and(eq(saveReasons.connectionId, connectionId), eq(saveReasons.record, record)))
    .orderBy(desc(saveReasons.savedAt))
    .limit(mostShown)
  return Promise.all(
    rows.map(async ({ reason, name }) => ({
      by: name ?? 'somebody who is gone',
      at: reason.savedAt.toISOString(),
      rules: reason.rules,
      reason: (await open(reason.sealedReason, targetOf(connectionId, record, reason.id))).reveal(),
    })),
  )
}

function targetOf(connectionId: string, record: string, id: string) {
  return { purpose: 'save-reason' as const, record: `${record}/${id}`, origin: connectionId }
}
