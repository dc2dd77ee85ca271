'use server'

import { z } from 'zod'
import { isLocalDate } from '#lib/core/local-date.ts'
import {
  closePossibleOverpayment,
  readPossibleOverpayments,
  readResolved,
} from './claim-creations/resolutions.ts'
import { readOverviewNow, refreshOverview as refresh } from './overview/overview.ts'
import { readUpdateItems, readUpdates } from './overview/updates.ts'
import { readWork } from './overview/work.ts'
import { updatesFilter as filter } from './queue/filters.ts'
import { readAct, writeAct } from './act.ts'

// What managers see of the queue: the sums of everything, and the changes after billing.

/** The counts and amounts of the overview, without patients. It does not count as work. */
export const readOverview = readAct('readOverview', {
  input: z.strictObject({}),
  run: readOverviewNow,
  isWork: false,
})

/** Reads the queue anew, and at most once a minute the captures without a claim. */
export const refreshOverview = writeAct('refreshQueue', { input: z.strictObject({}), run: refresh })

/** The changes after billing, counted. It does not count as work. */
export const readUpdatesQueue = readAct('readQueue', {
  input: filter,
  run: readUpdates,
  isWork: false,
})

/** At most 200 changes after billing from that place on. */
export const readUpdatesItems = readAct('readQueue', {
  input: z.strictObject({ filter, position: z.int().min(0).max(10_000_000) }),
  run: readUpdateItems,
})

const position = z.strictObject({ position: z.int().min(0).max(10_000_000) })

/** At most 50 resolved changes after billing from that place on, newest first. */
export const readResolvedUpdates = readAct('readQueue', { input: position, run: readResolved })

/** At most 50 possible overpayments from that place on, fewest days left first. */
export const readOverpayments = readAct('readQueue', {
  input: position,
  run: readPossibleOverpayments,
})

const note = z.string().trim().min(1).max(1_000)
const closing = z.strictObject({
  id: z.uuid(),
  closing: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('returned'), on: z.string().refine(isLocalDate), note }),
    z.strictObject({ how: z.literal('none'), note }),
  ]),
})

/** Closes a possible overpayment: it was returned, or is none. */
export const closeOverpayment = writeAct('resolveChargeCaptureChanges', {
  input: closing,
  run: closePossibleOverpayment,
})

/** Who did how much on the last days, from the audit trail. It does not count as work. */
export const readTeamWork = readAct('readActivity', {
  input: z.strictObject({}),
  run: readWork,
  isWork: false,
})
