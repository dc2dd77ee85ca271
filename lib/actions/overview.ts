'use server'

import { z } from 'zod'
import { updateKinds, updateSteps } from '#lib/lists/updates.ts'
import { readOverviewNow } from './overview/overview.ts'
import { readUpdateItems, readUpdates } from './overview/updates.ts'
import { readWork } from './overview/work.ts'
import { readAction } from './run-action.ts'

// What managers see of the queue: the sums of everything, and the changes after billing.

const text = z.string().min(1).max(500).optional()
const filter = z.strictObject({
  kind: z.enum(Object.keys(updateKinds) as (keyof typeof updateKinds)[]).optional(),
  step: z.enum(Object.keys(updateSteps) as (keyof typeof updateSteps)[]).optional(),
  payer: text,
  facility: text,
  provider: text,
  owner: text,
  sort: z.enum(['money', 'kind', 'oldest']),
})

/** `{}` -> Result<Overview>: counts and amounts, without patients. It does not count as work. */
export const readOverview = readAction({
  task: 'readOverview',
  input: z.strictObject({}),
  verb: readOverviewNow,
  isWork: false,
})

/** UpdatesFilter -> Result<UpdatesReply>: the changes after billing, counted. It does not count as work. */
export const readUpdatesQueue = readAction({ task: 'readQueue', input: filter, verb: readUpdates, isWork: false })

/** `{filter, position}` -> Result<UpdatesPage>: 200 changes after billing from that place on. */
export const readUpdatesItems = readAction({
  task: 'readQueue',
  input: z.strictObject({ filter, position: z.int().min(0).max(10_000_000) }),
  verb: readUpdateItems,
})

/** `{}` -> Result<TeamWork>: who did how much on the last days, from the audit trail. It does not count as work. */
export const readTeamWork = readAction({
  task: 'readActivity',
  input: z.strictObject({}),
  verb: readWork,
  isWork: false,
})
