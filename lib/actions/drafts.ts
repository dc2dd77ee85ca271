'use server'

import { z } from 'zod'
import { countOwnDrafts } from './list-drafts.ts'
import { readAction } from './run-action.ts'

/** `{}` -> Result<{drafts}>: how many drafts the person has, for the rail. It does not count as work. */
export const countDrafts = readAction({
  task: 'listDrafts',
  input: z.strictObject({}),
  verb: countOwnDrafts,
  isWork: false,
})
