'use server'

import { z } from 'zod'
import { readOverviewNow } from './overview/overview.ts'
import { readUpdateItems, readUpdates } from './overview/updates.ts'
import { readWork } from './overview/work.ts'
import { updatesFilter as filter } from './queue/filters.ts'
import { readAction } from './run-action.ts'

// What managers see of the queue: the sums of everything, and the changes after billing.

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
