'use server'

import { z } from 'zod'
import { countRow } from './coverage-board/count-row.ts'
import {
  askForStop,
  readBoard,
  readCaptures,
  readCauses,
  readReprocess,
  readStanding,
  startBoard,
} from './coverage-board/verbs.ts'
import { id } from './inputs.ts'
import { readAct, writeAct } from './act.ts'

const job = z.strictObject({ id })
const place = z.int().min(0).max(1_000_000)

/** Makes the board anew, unless that is under way. */
export const startCoverageBoard = writeAct('runCoverageBoard', {
  input: z.strictObject({}),
  run: startBoard,
})

/**
 * Counts one row of a finished job's board anew, or makes the board anew where that row cannot be
 * counted alone.
 */
export const countCoverageRow = writeAct('runCoverageBoard', {
  input: job.extend({ payer_uuid: id, provider_id: id }),
  run: countRow,
})

/** Asks the job to stop. */
export const cancelCoverageBoard = writeAct('runCoverageBoard', { input: job, run: askForStop })

/** How the newest job goes, and which has the newest result. It does not count as work. */
export const readCoverageBoardStanding = readAct('readCoverageBoard', {
  input: z.strictObject({}),
  run: readStanding,
  isWork: false,
})

/** What a finished job found. */
export const readCoverageBoard = readAct('readCoverageBoard', { input: job, run: readBoard })

/** What the captures of these rows lack, with the money behind each. */
export const readCoverageBoardCauses = readAct('readCoverageBoard', {
  input: job.extend({ places: z.array(place).max(10_000) }),
  run: readCauses,
})

/** The captures of a row that will be denied; without `place`, those that could not be judged. */
export const readCoverageBoardCaptures = readAct('listChargeCaptures', {
  input: job.extend({ place: place.optional() }),
  run: readCaptures,
})

/** The claims of a row that were denied before their span was loaded. */
export const readCoverageBoardReprocess = readAct('listEncounters', {
  input: job.extend({ place }),
  run: readReprocess,
})
