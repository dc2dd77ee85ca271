'use server'

import { z } from 'zod'
import { countOwnDrafts } from './list-drafts.ts'
import { readAct } from './act.ts'

/** How many drafts the person has, for the rail. It does not count as work. */
export const countDrafts = readAct('listDrafts', {
  input: z.strictObject({}),
  run: countOwnDrafts,
  isWork: false,
})
