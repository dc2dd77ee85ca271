'use server'

import { z } from 'zod'
import { findIcd10 } from '#lib/console/code-lists.ts'
import { ok } from '#lib/core/result.ts'
import type { YearCode } from '#lib/rules/scrub/icd10-lists.ts'
import { id } from './inputs.ts'
import type { FoundCode, Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { findSameDay } from './charge-captures/same-day-captures.ts'

// What the checks of one capture cannot know from the capture itself. A page asks by itself, so it is nobody's work.

const codes = z.strictObject({
  codes: z
    .array(z.strictObject({ fiscal_year: z.number().int().min(2000).max(2100), code: z.string().min(3).max(7) }))
    .max(200),
})

/** `{codes}` -> Result<FoundCode[]>: what the placed yearly lists say of a few diagnosis codes; nothing of unknown years. */
export async function findDiagnosisCodes(input: unknown): Promise<Pending> {
  const verb = async (asked: { codes: YearCode[] }) => {
    const find = await findIcd10()
    return ok(
      asked.codes.flatMap((one): FoundCode[] => {
        const standing = find(one)
        return standing ? [{ ...one, standing }] : []
      }),
    )
  }
  return asReply(runAction({ task: 'findDiagnosisCodes', input: codes, verb, isWork: false }, input))
}

const sameDay = z.strictObject({
  id: id.optional(),
  patient_external_id: z.string().min(1).max(500),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
})

/** `{id?, patient_external_id, first_day, last_day}` -> Result<SameDayReply>: the patient's other captures of those days, that of the id left out. */
export async function readSameDay(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'listChargeCaptures', input: sameDay, verb: findSameDay, isWork: false }, input))
}
