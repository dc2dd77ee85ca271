import type { Logger } from 'pino'
import type { Input } from '#lib/contract/operation.ts'
import type { OperationId, Operations } from '#lib/contract/operations.ts'
import type { Json } from '#lib/core/json.ts'
import type { OpenDb } from '#lib/sandbox/db/open.ts'
import type { Caller } from './keys.ts'

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
