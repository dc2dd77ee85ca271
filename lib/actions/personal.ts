'use server'

import { z } from 'zod'
import {
  columnLayout,
  mergePreferences,
  preferencesSchema,
  type Preferences,
} from '#lib/console/accounts/preferences.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import { runAction } from './run-action.ts'

const choice = preferencesSchema.extend({ columns: z.partialRecord(z.enum(listOperations), columnLayout).optional() })

/** A part of `Preferences` -> Result<Preferences>: merged into what the person chose before. */
export async function savePreferences(input: unknown): Promise<Result<Preferences>> {
  const verb = async (change: z.infer<typeof choice>, { account }: { account: { id: string } }) => {
    const all = await mergePreferences(account.id, change as Preferences) // lists that it leaves out are missing
    return all
      ? ok(all)
      : fail('TooLarge', 'Your columns take more than 64 KB, so this change is not kept. Show fewer.')
  }
  return runAction({ task: 'savePreferences', input: choice, verb }, input)
}
