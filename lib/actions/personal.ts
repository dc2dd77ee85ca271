'use server'

import { z } from 'zod'
import { mergePreferences, preferencesSchema, type Preferences } from '#lib/console/accounts/preferences.ts'
import { loadView, maxViewBytes, storeView } from '#lib/console/accounts/views.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { Json } from '#lib/core/json.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import { runAction } from './run-action.ts'

const list = z.enum(listOperations)
const view = z.record(z.string().max(100), z.json())

/** `{list, view}` -> Result<{id}>: stores a view that a link must not contain, sealed, and returns the id for the link. */
export async function saveView(input: unknown): Promise<Result<{ id: string }>> {
  const verb = async (
    given: { list: string; view: { [name: string]: unknown } },
    { account }: { account: { id: string; role: string } },
  ) => {
    if (!may(account.role, given.list)) return fail('Forbidden', 'Your role doesn’t include this list.')
    const state = JSON.stringify(given.view)
    if (Buffer.byteLength(state) > maxViewBytes)
      return fail(
        'InvalidInput',
        'These filters are too long for a link (256 KB), so the list didn’t change. Use fewer values.',
      )
    return ok({ id: await storeView(given.list, state, account.id) })
  }
  return runAction({ task: 'saveView', input: z.strictObject({ list, view }), verb }, input)
}

/** `{list, id}` -> Result<{view}>: a kept view, readable by every signed-in person who may read that list. */
export async function readView(input: unknown): Promise<Result<{ view: Json }>> {
  const verb = async (given: { list: string; id: string }, { account }: { account: { role: string } }) => {
    const state = may(account.role, given.list) ? await loadView(given.list, given.id) : undefined
    if (state === undefined)
      return fail(
        'EntityNotFoundError',
        'This link has expired. Links expire 90 days after their last use, or after 200 newer ones. Set the filters again.',
      )
    return ok({ view: JSON.parse(state) as Json })
  }
  return runAction({ task: 'readView', input: z.strictObject({ list, id: z.string().min(1).max(100) }), verb }, input)
}

/** A part of `Preferences` -> Result<Preferences>: merged into what the person chose before. */
export async function savePreferences(input: unknown): Promise<Result<Preferences>> {
  const verb = async (change: Preferences, { account }: { account: { id: string } }) =>
    ok(await mergePreferences(account.id, change))
  return runAction({ task: 'savePreferences', input: preferencesSchema, verb }, input)
}
