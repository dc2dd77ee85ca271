'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { countRow } from './coverage-board/count-row.ts'
import { askForStop, readBoard, readCaptures, readCauses, readStanding, startBoard } from './coverage-board/verbs.ts'
import { id } from './inputs.ts'
import type { BoardStanding } from './replies.ts'
import { readAction, runAction } from './run-action.ts'

const job = z.strictObject({ id })
const place = z.int().min(0).max(1_000_000)

/** `{}` -> Result<BoardStanding>: makes the board anew, unless that is under way. */
export async function startCoverageBoard(input: unknown): Promise<Result<BoardStanding>> {
  return runAction({ task: 'runCoverageBoard', input: z.strictObject({}), verb: startBoard }, input)
}

/**
 * `{id, payer_uuid, provider_id}` -> Result<BoardStanding>: counts one row of a finished job's board anew, or makes the
 * board anew where that row cannot be counted alone.
 */
export async function countCoverageRow(input: unknown): Promise<Result<BoardStanding>> {
  return runAction(
    { task: 'runCoverageBoard', input: job.extend({ payer_uuid: id, provider_id: id }), verb: countRow },
    input,
  )
}

/** `{id}` -> Result<BoardStanding>: asks the job to stop. */
export async function cancelCoverageBoard(input: unknown): Promise<Result<BoardStanding>> {
  return runAction({ task: 'runCoverageBoard', input: job, verb: askForStop }, input)
}

/** `{}` -> Result<BoardStanding>: how the newest job goes, and which has the newest result. It does not count as work. */
export const readCoverageBoardStanding = readAction({
  task: 'readCoverageBoard',
  input: z.strictObject({}),
  verb: readStanding,
  isWork: false,
})

/** `{id}` -> Result<Board>: what a finished job found. */
export const readCoverageBoard = readAction({ task: 'readCoverageBoard', input: job, verb: readBoard })

/** `{id, places}` -> Result<{place, causes}[]>: what the captures of these rows lack, with the money behind each. */
export const readCoverageBoardCauses = readAction({
  task: 'readCoverageBoard',
  input: job.extend({ places: z.array(place).max(10_000) }),
  verb: readCauses,
})

/** `{id, place?}` -> Result<BoardCaptures>: the captures of a row that will be denied; without `place`, those that could not be judged. */
export const readCoverageBoardCaptures = readAction({
  task: 'listChargeCaptures',
  input: job.extend({ place: place.optional() }),
  verb: readCaptures,
})
