import type { Logger } from 'pino'
import type { Input } from '#lib/contract/operation.ts'
import type { OperationId, Operations } from '#lib/contract/operations.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import { type LocalDate, localDateAt } from '#lib/core/local-date.ts'
import type { OpenDb } from '#lib/sandbox/db/open.ts'
import type { Caller } from './api-keys.ts'

/** What every handler works with: the database, the clock, the secret that signs tokens. */
export type Sandbox = OpenDb & {
  /** Epoch milliseconds by the sandbox's clock. */
  now: () => number
  /** Signs page tokens and bearer tokens; kept in the database, so that tokens survive a restart. */
  secret: string
  log: Logger
}

/** One authenticated, checked request. `exact` is the body with its numbers as they were written. */
export type Call<Id extends OperationId> = {
  operationId: Id
  sandbox: Sandbox
  caller: Caller
  input: Input<Operations[Id]>
  exact: Json
}

/** Answers one operation with the JSON text of its success; refusals are thrown. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<string>

/** Handlers by operation id. An operation without one answers 501 by its name. */
export type Handlers = { [Id in OperationId]?: Handler<Id> }

/** The JSON text of a body's member as the client wrote it; null when it is missing or null. */
export function memberText(body: Json, member: string): string | null {
  const value = isJsonObject(body) ? body[member] : undefined
  return value === undefined || value === null ? null : JSON.stringify(value)
}

const writeLock = 7_305_010

/**
 * Runs a write in one transaction, one write at a time: what it has checked stays true until it commits. `inside` is the
 * sandbox whose queries belong to the transaction. The answer is made with it, because one that fails after the commit
 * would tell of a failure although the write is there.
 */
export async function inWriteTransaction<T>(sandbox: Sandbox, write: (inside: Sandbox) => Promise<T>): Promise<T> {
  return sandbox.inTransaction(async ({ run, db }) => {
    await run('select pg_advisory_xact_lock($1)', [writeLock])
    return write({ ...sandbox, run, db })
  })
}

/** The day by the sandbox's clock, in UTC. */
export function sandboxDay(sandbox: Pick<Sandbox, 'now'>): LocalDate {
  return localDateAt(sandbox.now(), 'UTC')
}
