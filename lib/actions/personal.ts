'use server'

import { z } from 'zod'
import {
  columnLayout,
  mergePreferences,
  preferencesSchema,
  type Preferences,
} from '#lib/console/accounts/preferences.ts'
import { fail, ok } from '#lib/core/result.ts'
import { listOperations } from '#lib/lists/list-spec.ts'
import { readAct, writeAct } from './act.ts'
import { readLately } from './opened-lately.ts'

const choice = preferencesSchema.extend({
  columns: z.partialRecord(z.enum(listOperations), columnLayout).optional(),
})

/** Merges a choice into what the person chose before. */
export const savePreferences = writeAct('savePreferences', {
  input: choice,
  run: async (change, { account }) => {
    const all = await mergePreferences(account.id, change as Preferences) // lists that it leaves out are missing
    return all
      ? ok(all)
      : fail(
          'TooLarge',
          'Your columns take more than 64 KB, so this change is not kept. Show fewer.',
        )
  },
})

/** What the person opened lately with this connection, the newest first; at most nine. */
export const readOpenedLately = readAct('readOpenedLately', {
  input: z.strictObject({}),
  isWork: false,
  run: readLately,
})
