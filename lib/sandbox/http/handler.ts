import type { Logger } from 'pino'
import type { Input } from '#lib/contract/operation.ts'
import type { OperationId, Operations } from '#lib/contract/operations.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import { type LocalDate, localDateAt } from '#lib/core/local-date.ts'
import type { OpenDb } from '#lib/sandbox/db/open.ts'
import type { Caller } from './api-keys.ts'

/**
 * The services that every handler uses: the database, the clock, the secret for tokens, the log.
 */
export type Sandbox = OpenDb & {
  /** The sandbox's clock, in epoch milliseconds. */
  now: () => number
  /**
   * Signs page tokens and bearer tokens. It is stored in the database, so tokens stay valid after a
   * restart.
   */
  secret: string
  log: Logger
}

/**
 * One authenticated and checked request. `exact` is the body with its numbers as the client wrote
 * them.
 */
export type Call<Id extends OperationId> = {
  operationId: Id
  sandbox: Sandbox
  caller: Caller
  input: Input<Operations[Id]>
  exact: Json
}

/** Handles one operation: returns the JSON text of the answer, or throws a `Refusal`. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<string>

/** Handlers by operation id. An operation without a handler answers 501. */
export type Handlers = { [Id in OperationId]?: Handler<Id> }

/** The JSON text of a body's member as the client wrote it; null if it is missing or null. */
export function memberText(body: Json, member: string): string | null {
  const value = isJsonObject(body) ? body[member] : undefined
  return value === undefined || value === null ? null : JSON.stringify(value)
}

const writeLock = 7_305_010

/**
 * Runs a write in one transaction. Only one write runs at a time, so its checks stay true until it
 * commits. The queries of `inside` belong to the transaction. A handler also makes its answer with
 * `inside`: an error after the commit would report a failure although the write was made.
 */
export async function inWriteTransaction<T>(
  sandbox: Sandbox,
  write: (inside: Sandbox) => Promise<T>,
): Promise<T> {
  return sandbox.inTransaction(async ({ run, db }) => {
    await run('select pg_advisory_xact_lock($1)', [writeLock])
    return write({ ...sandbox, run, db })
  })
}

/** The day by the sandbox's clock, in UTC. */
export function sandboxDay(sandbox: Pick<Sandbox, 'now'>): LocalDate {
  return localDateAt(sandbox.now(), 'UTC')
}
