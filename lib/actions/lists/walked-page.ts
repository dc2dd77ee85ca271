import 'server-only'
import { z } from 'zod'
import { recordAudit } from '#lib/console/audit.ts'
import type { Input, Operation } from '#lib/contract/operation.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { parsePage } from '#lib/lists/walk/wire-page.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { WalkPage } from '#lib/lists/walk/walk.ts'
import { call } from '#lib/partner/call.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** The token of the page before, as an action's input. */
export const position = z.string().min(1).max(20_000).optional()

/** So many are asked for by one page of a walk. */
export const walkedLimit = 1_000

type Asked<O extends Operation, Row extends BaseRow> = {
  operation: O
  /** Its parameters and filters; limit and token are added here. */
  input: Omit<Input<O>, 'body'>
  position: string | undefined
  toRow: (item: unknown) => Row
  /** What the audit names as read: the record that the list belongs to. */
  recordIds: string[]
}

/**
 * One page of a walk that the browser makes over a whole list, as small rows: a page holds more than a browser should
 * keep of tens of thousands. Who reads it is written down first.
 */
export async function readWalkedPage<O extends Operation, Row extends BaseRow>(
  asked: Asked<O, Row>,
  { account, connection }: ActionContext,
): Promise<Result<WalkPage<Row>>> {
  const { operation, input, toRow, recordIds } = asked
  const query = {
    ...input.query,
    limit: walkedLimit,
    ...(asked.position === undefined ? {} : { page_token: asked.position }),
  }
  // Every operation that is walked takes a limit and a token; its own filters were checked with the action's input.
  const reply = await call(connection, operation, { ...input, query } as never)
  const page = reply.ok ? parsePage(reply.value.text) : reply
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: operation.id,
    stage: 'read',
    outcome: page.ok ? 'ok' : page.error.name,
    recordIds,
  })
  return page.ok ? ok({ rows: page.value.items.map(toRow), next: page.value.next }) : page
}
