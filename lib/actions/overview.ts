'use server'

import { z } from 'zod'
import { isLocalDate } from '#lib/core/local-date.ts'
import type { Result } from '#lib/core/result.ts'
import { closePossibleOverpayment, readPossibleOverpayments, readResolved } from './claim-creations/resolutions.ts'
import { readOverviewNow, refreshOverview as refresh } from './overview/overview.ts'
import { readUpdateItems, readUpdates } from './overview/updates.ts'
import { readWork } from './overview/work.ts'
import { updatesFilter as filter } from './queue/filters.ts'
import { readAction, runAction } from './run-action.ts'

// What managers see of the queue: the sums of everything, and the changes after billing.

/** `{}` -> Result<Overview>: counts and amounts, without patients. It does not count as work. */
export const readOverview = readAction({
  task: 'readOverview',
  input: z.strictObject({}),
  verb: readOverviewNow,
  isWork: false,
})

/** `{}` -> Result<null>: reads the queue anew, and at most once a minute the captures without a claim. */
export async function refreshOverview(input: unknown): Promise<Result<null>> {
  return runAction({ task: 'refreshQueue', input: z.strictObject({}), verb: refresh }, input)
}

/** UpdatesFilter -> Result<UpdatesReply>: the changes after billing, counted. It does not count as work. */
export const readUpdatesQueue = readAction({ task: 'readQueue', input: filter, verb: readUpdates, isWork: false })

/** `{filter, position}` -> Result<UpdatesPage>: 200 changes after billing from that place on. */
export const readUpdatesItems = readAction({
  task: 'readQueue',
  input: z.strictObject({ filter, position: z.int().min(0).max(10_000_000) }),
  verb: readUpdateItems,
})

const position = z.strictObject({ position: z.int().min(0).max(10_000_000) })

/** `{position}` -> Result<ResolvedReply>: 50 resolved changes after billing from that place on, newest first. */
export const readResolvedUpdates = readAction({ task: 'readQueue', input: position, verb: readResolved })

/** `{position}` -> Result<OverpaymentsReply>: 50 possible overpayments from that place on, fewest days left first. */
export const readOverpayments = readAction({ task: 'readQueue', input: position, verb: readPossibleOverpayments })

const note = z.string().trim().min(1).max(1_000)
const closing = z.strictObject({
  id: z.uuid(),
  closing: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('returned'), on: z.string().refine(isLocalDate), note }),
    z.strictObject({ how: z.literal('none'), note }),
  ]),
})

/** `{id, closing}` -> Result<null>: a possible overpayment was returned, or is none. */
export async function closeOverpayment(input: unknown): Promise<Result<null>> {
  return runAction({ task: 'resolveChargeCaptureChanges', input: closing, verb: closePossibleOverpayment }, input)
}

/** `{}` -> Result<TeamWork>: who did how much on the last days, from the audit trail. It does not count as work. */
export const readTeamWork = readAction({
  task: 'readActivity',
  input: z.strictObject({}),
  verb: readWork,
  isWork: false,
})
