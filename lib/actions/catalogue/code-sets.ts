import 'server-only'
import { createReadStream } from 'node:fs'
import {
  addPart,
  dropParts,
  hasParts,
  icd10Years,
  partOf,
  placeParts,
  placeText,
} from '#lib/console/code-lists.ts'
import { placedLists } from '#lib/console/placed-lists.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { icd10NameOf, problemWords, readIcd10File } from '#lib/rules/codes/icd10-file.ts'
import { firstProblem, listFileOf, readListFile } from '#lib/rules/codes/list-files.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import { fiscalYearOf } from '#lib/rules/scrub/icd10-lists.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { CodeSetsReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { needsList, sleeps } from './read-checks.ts'

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

/**
 * Places a yearly ICD-10-CM file under its name, whole or not at all, with its row in the trail.
 * Every line must be one of the list. Answers how many codes it has.
 */
export async function placeList(
  { name, text }: { name: string; text: string },
  context: ActionContext,
): Promise<Result<{ codes: number }>> {
  const read = readIcd10File(name, text)
  if ('problems' in read) {
    const words = read.problems.slice(0, 1).map(problemWords)
    return fail('InvalidInput', `Nothing was placed. ${words.join('')}`)
  }
  const { fiscal_year, codes, headers } = read
  const before = (await icd10Years()).find((year) => year.fiscal_year === fiscal_year)
  const file = icd10NameOf(read)
  await recordAct(context, 'intent', 'placeCodeList', [])
  await placeText(file, text)
  await recordAct(context, 'outcome', 'placeCodeList', [], {
    change: {
      before: before ? { fiscal_year, codes: before.codes, headers: before.headers } : null,
      after: { file, fiscal_year, codes, headers },
    },
  })
  return ok({ codes })
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
  return fail(
    'InvalidInput',
    'A part of the file is missing, so nothing was placed. Pick the file again.',
  )
}

/**
 * Places a file that was sent in parts as one of the other lists, whole or not at all, with its row
 * in the trail. Every line must be one of the list. It is loaded afterwards, which takes up to a
 * minute. Answers how many entries it has and how many of them can judge a claim.
 */
export async function placeUpload(
  { name, upload }: { name: string; upload: string },
  context: ActionContext,
): Promise<Result<{ entries: number; kept: number }>> {
  const file = listFileOf(name, dayNow())
  if (!file)
    return fail('InvalidInput', 'Nothing was placed. The name is none of a published list.')
  if (!(await hasParts(upload)))
    return fail('InvalidInput', 'Nothing was placed: the file didn’t arrive. Pick it again.')
  const read = await readListFile(file, createReadStream(partOf(upload), 'utf8'))
  if ('problems' in read) {
    await dropParts(upload)
    return fail('InvalidInput', `Nothing was placed. ${firstProblem(read.problems)}`)
  }
  const before = (await placedLists()).find((list) => list.name === file.name)
  await recordAct(context, 'intent', 'placeCodeList', [])
  await placeParts(upload, file.name)
  await recordAct(context, 'outcome', 'placeCodeList', [], {
    change: {
      before: before ? { file: before.name, entries: before.entries } : null,
      after: { file: file.name, entries: read.entries },
    },
  })
  return ok(read)
}
