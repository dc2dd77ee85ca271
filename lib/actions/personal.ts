'use server'

import { z } from 'zod'
import { recordAudit } from '#lib/console/audit.ts'
import { mergePreferences, preferencesSchema, type Preferences } from '#lib/console/accounts/preferences.ts'
import { loadView, maxViewBytes, storeView } from '#lib/console/accounts/views.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { Json } from '#lib/core/json.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import { listOperationOf } from './lists/partner-lists.ts'
import { runAction, type ActionContext } from './run-action.ts'

const list = z.enum(listOperations)
const view = z.record(z.string().max(100), z.json())

// A view has a list's filters, so it needs that list's permission.
function listIn(input: unknown): string {
  return listOperationOf({ operation: (input as { list?: unknown } | null | undefined)?.list })
}

/** `{list, view}` -> Result<{id}>: stores a view that a link must not contain, sealed, and returns the id for the link. */
export async function saveView(input: unknown): Promise<Result<{ id: string }>> {
  const verb = async (given: { list: string; view: { [name: string]: unknown } }, context: ActionContext) => {
    const state = JSON.stringify(given.view)
    if (Buffer.byteLength(state) > maxViewBytes)
      return fail(
        'InvalidInput',
        'These filters are too long for a link (256 KB), so the list didn’t change. Use fewer values.',
      )
    const id = await storeView(given.list, state, context.account.id)
    await recordView(context, 'saveView', id)
    return ok({ id })
  }
  return runAction({ task: listIn, input: z.strictObject({ list, view }), verb }, input)
}

/** `{list, id}` -> Result<{view}>: a kept view, readable by every signed-in person who may read that list. */
export async function readView(input: unknown): Promise<Result<{ view: Json }>> {
  const verb = async (given: { list: string; id: string }, context: ActionContext) => {
    const state = await loadView(given.list, given.id)
    if (state === undefined)
      return fail(
        'EntityNotFoundError',
        'This link has expired. Links expire 90 days after their last use, or after 200 newer ones. Set the filters again.',
      )
    await recordView(context, 'readView', given.id)
    return ok({ view: JSON.parse(state) as Json })
  }
  return runAction({ task: listIn, input: z.strictObject({ list, id: z.string().min(1).max(100) }), verb }, input)
}

// Its filters hold a patient's name or a search.
function recordView({ account, connection }: ActionContext, operation: 'saveView' | 'readView', id: string) {
  const stage = operation === 'saveView' ? 'outcome' : 'read'
  const who = { accountId: account.id, connectionId: connection.id }
  return recordAudit({ ...who, operation, stage, outcome: 'ok', recordIds: [id] })
}

/** A part of `Preferences` -> Result<Preferences>: merged into what the person chose before. */
export async function savePreferences(input: unknown): Promise<Result<Preferences>> {
  const verb = async (change: Preferences, { account }: { account: { id: string } }) =>
    ok(await mergePreferences(account.id, change))
  return runAction({ task: 'savePreferences', input: preferencesSchema, verb }, input)
}
