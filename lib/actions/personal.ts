'use server'

import { mergePreferences, preferencesSchema, type Preferences } from '#lib/console/accounts/preferences.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { runAction } from './run-action.ts'

/** A part of `Preferences` -> Result<Preferences>: merged into what the person chose before. */
export async function savePreferences(input: unknown): Promise<Result<Preferences>> {
  const verb = async (change: Preferences, { account }: { account: { id: string } }) =>
    ok(await mergePreferences(account.id, change))
  return runAction({ task: 'savePreferences', input: preferencesSchema, verb }, input)
}
