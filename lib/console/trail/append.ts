import 'server-only'
import { databasePool } from '#lib/console/db.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import { signSoon } from './sign.ts'
import type { AuditContent } from './trail-key.ts'

/** A row of the trail before the database has given it an id. */
export type NewRow = AuditContent & { mac: string }

type Waiting = PromiseWithResolvers<void> & { row: NewRow }

const state = processState<{ trailWaiting: Waiting[]; isTrailWriting: boolean }>()

const mostAtOnce = 200

/**
 * Adds a row to the trail and resolves when it is written. Rows that come while others are being
 * written are one statement, and one wait for the disk, afterwards. Rejects if the row could not be
 * written.
 */
export function appendRow(row: NewRow): Promise<void> {
  const waiting = { ...Promise.withResolvers<void>(), row }
  ;(state.trailWaiting ??= []).push(waiting)
  if (!state.isTrailWriting) void writeAll()
  return waiting.promise
}

async function writeAll(): Promise<void> {
  state.isTrailWriting = true
  while (state.trailWaiting!.length > 0) await writeSome(state.trailWaiting!.splice(0, mostAtOnce))
  state.isTrailWriting = false
}

async function writeSome(some: Waiting[]): Promise<void> {
  try {
    await insert(some.map(({ row }) => row))
    for (const { resolve } of some) resolve()
  } catch (error) {
    // A row that the database refuses must not take others with it.
    if (some.length > 1 && !isDatabaseAway(error)) for (const one of some) await writeSome([one])
    else for (const { reject } of some) reject(error)
  }
}

// One parameter for any number of rows, so that each connection of the database plans the statement
// once.
const statement = `
  insert into audit_records (at, account_id, person, role, address, browser, session, connection_id, operation, stage,
    outcome, record_kind, record_ids, sealed_change, mac)
  select at, "accountId", person, role, address, browser, session, "connectionId", operation, stage,
    outcome, "recordKind", "recordIds", "sealedChange", mac
  from json_to_recordset($1::json) as given (at timestamptz, "accountId" text, person text, role text, address text,
    browser text, session text, "connectionId" text, operation text, stage text, outcome text, "recordKind" text,
    "recordIds" text[], "sealedChange" text, mac text)
  returning id`

async function insert(rows: NewRow[]): Promise<void> {
  const pool = await databasePool()
  const made = await pool.query<{ id: string }>({
    name: 'append_audit_rows',
    text: statement,
    values: [JSON.stringify(rows)],
  })
  for (const { id } of made.rows) signSoon({ id: Number(id), transaction: null })
}
