import 'server-only'
import { eq } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { keepFixes, oldestKept, type FixToKeep } from '#lib/console/queue/fixes.ts'
import { facts } from '#lib/console/schema.ts'
import { findTrail, type TrailEntry, type TrailPlace } from '#lib/console/trail/find-trail.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, sameJson, type JsonObject } from '#lib/core/json.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { isStillThere } from '#lib/rules/queue/fix-memory.ts'
import { claimCreationIdOf } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { fixesOf } from './fix-memory.ts'

// A reading of the queue learns from so many earlier saves: two requests for each.
const savesAtOnce = 25
/** Of an installation's past, only so many saves are looked at. */
const mostSaves = 2_000

/**
 * How far the trail has been read; no `place` before the first, and `isDone` once there is nothing
 * left.
 */
type Progress = { place?: { at: string; id: number }; saves: number; isDone: boolean }

/**
 * Learns from the saves before the memory of fixes, newest first, 25 with each call and 2,000
 * altogether: the trail has what a save changed, and the partner which errors of the claim creation
 * are gone. Ends early while the partner does not answer; the next call goes on there. Returns at
 * once when it is done.
 */
export async function learnFromTrail(connection: Connection, signal: AbortSignal): Promise<void> {
  const known = await readProgress(connection.id)
  if (known.isDone) return
  const search = {
    sees: 'all' as const,
    operations: ['updateChargeCapture'],
    stages: ['outcome' as const],
    outcomes: { only: ['ok'] },
    connectionId: connection.id,
    from: await oldestKept(),
  }
  const after: TrailPlace | undefined = known.place && {
    at: new Date(known.place.at),
    id: known.place.id,
  }
  const saves = await findTrail(search, savesAtOnce, after)
  const read: string[] = []
  let { place } = known
  for (const save of saves) {
    if (signal.aborted) break
    const learnt = await fixesOfSave(connection, save, read)
    if (learnt === undefined) break
    await keepFixes(connection.boundTo, learnt, true)
    place = { at: save.at.toISOString(), id: save.id }
  }
  if (read.length > 0)
    await recordAudit({
      accountId: 'console',
      connectionId: connection.id,
      operation: 'learnFixMemory',
      stage: 'read',
      outcome: 'ok',
      recordIds: read,
    })
  const count = known.saves + saves.length
  const isAtEnd = saves.length < savesAtOnce && saves.at(-1)?.id === place?.id
  const isDone = saves.length === 0 || isAtEnd || count >= mostSaves
  await keepProgress(connection.id, { ...(place && { place }), saves: count, isDone })
}

// Undefined while the partner does not answer.
async function fixesOfSave(
  connection: Connection,
  save: TrailEntry,
  read: string[],
): Promise<FixToKeep[] | undefined> {
  const [chargeCaptureId] = save.recordIds
  const change = await openChange(save)
  if (!chargeCaptureId || !change || !isJsonObject(change.before) || !isJsonObject(change.after))
    return []
  const { before, after } = change
  if (sameJson(before, after)) return []
  const found = await readBoth(connection, chargeCaptureId)
  if (found === 'unanswered') return undefined
  if (found === 'gone') return []
  read.push(chargeCaptureId)
  const { capture, creation } = found
  const claimCreationId = textOf(memberAt(creation, 'id'))
  const merged = memberAt(creation, 'encounter_creation_input')
  if (claimCreationId === undefined || !isJsonObject(merged)) return []
  return fixesOf(capture, creation, { before, after }).flatMap(({ cause, became, fix }) => {
    // A later save may have cleared it.
    if (became === undefined || became === 'open' || !isStillThere(fix, merged)) return []
    const { accountId, at: savedAt } = save
    return [
      {
        cause,
        chargeCaptureId,
        claimCreationId,
        accountId,
        state: became,
        savedAt,
        value: JSON.stringify(fix),
      },
    ]
  })
}

async function readBoth(
  connection: Connection,
  id: string,
): Promise<{ capture: JsonObject; creation: unknown } | 'unanswered' | 'gone'> {
  const reply = await call(connection, operations.getChargeCapture, {
    params: { charge_capture_id: id },
  })
  if (!reply.ok) return isAnswer(reply.error.status) ? 'gone' : 'unanswered'
  const creationId = claimCreationIdOf(reply.value.text)
  if (creationId === undefined) return 'gone'
  const params = { charge_capture_claim_creation_id: creationId }
  const creation = await call(connection, operations.getClaimCreation, { params })
  if (!creation.ok) return isAnswer(creation.error.status) ? 'gone' : 'unanswered'
  const capture = parseExact(reply.value.text)
  return isJsonObject(capture) ? { capture, creation: parseExact(creation.value.text) } : 'gone'
}

// Not found, or not this key's to see.
function isAnswer(status: number): boolean {
  return status === 403 || status === 404
}

const factOf = (connectionId: string) => `fixes_learnt ${connectionId}`

async function readProgress(connectionId: string): Promise<Progress> {
  const db = await consoleDb()
  const [fact] = await db
    .select({ value: facts.value })
    .from(facts)
    .where(eq(facts.name, factOf(connectionId)))
  return fact ? (JSON.parse(fact.value) as Progress) : { saves: 0, isDone: false } // keepProgress stored it
}

async function keepProgress(connectionId: string, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress)
  const db = await consoleDb()
  await db
    .insert(facts)
    .values({ name: factOf(connectionId), value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
}
