import 'server-only'
import { addPart, hasParts, icd10Years, type Icd10Year } from '#lib/console/code-lists.ts'
import { placedLists, type PlacedList } from '#lib/console/placed-lists.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import { fiscalYearOf } from '#lib/rules/scrub/icd10-lists.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { listNameOf, placeListJob } from './place-job.ts'
import { needsList, sleeps, type CheckRow } from './read-checks.ts'

/** `fiscal_year` is the ICD-10-CM year of today, `checks` are those that need any list. */
export type CodeSetsReply = {
  fiscal_year: number
  years: Icd10Year[]
  lists: PlacedList[]
  checks: Pick<CheckRow, 'id' | 'title' | 'needs' | 'isAsleep'>[]
}

/** Which code lists are loaded, of when, and which checks need them. */
export async function readLists(): Promise<Result<CodeSetsReply>> {
  const [years, lists] = await Promise.all([icd10Years(), placedLists()])
  const needing = checks.filter(({ needs }) => needsList(needs))
  return ok({
    fiscal_year: fiscalYearOf(dayNow()),
    years,
    lists,
    checks: needing.map((check) => {
      const { id, title, needs } = check
      return { id, title, ...(needs && { needs }), isAsleep: sleeps(check, { years, lists }) }
    }),
  })
}

/** Takes the next part of a file that is too long for one request. */
export async function takePart({
  upload,
  at,
  text,
}: {
  upload: string
  at: number
  text: string
}): Promise<Result<null>> {
  if (await addPart(upload, at, text)) return ok(null)
  return fail('InvalidInput', 'A part of the file is missing. Pick the file again.')
}

/**
 * Starts the job that reads a file that was sent in parts, and places it as the list that it is by
 * its name.
 */
export async function placeUpload(
  { name, upload }: { name: string; upload: string },
  context: ActionContext,
): Promise<Result<{ id: string }>> {
  const list = listNameOf(name)
  if (list === undefined)
    return fail('InvalidInput', 'Nothing was placed. The name is none of a published list.')
  if (!(await hasParts(upload)))
    return fail('InvalidInput', 'Nothing was placed: the file didn’t arrive. Pick it again.')
  await recordAct(context, 'intent', 'placeCodeList', [])
  const { job } = await enqueueJob(context, placeListJob, { name: list, upload })
  return ok({ id: job.id })
}
