import 'server-only'
import { now } from '#lib/console/clock.ts'
import { icd10Years, placeIcd10 } from '#lib/console/code-lists.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { problemWords, readIcd10File } from '#lib/rules/codes/icd10-file.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import { fiscalYearOf } from '#lib/rules/scrub/icd10-lists.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { CodeSetsReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { sleeps } from './read-checks.ts'

/** Which code lists are loaded, of when, and which checks need them. */
export async function readLists(): Promise<Result<CodeSetsReply>> {
  const years = await icd10Years()
  const needing = checks.filter(({ needs }) => needs === 'icd10' || needs === 'icd10-headers')
  return ok({
    fiscal_year: fiscalYearOf(localDateAt(now())),
    years,
    checks: needing.map((check) => {
      const { id, title } = check
      return { id, title, isAsleep: sleeps(check, years) }
    }),
  })
}

/**
 * Places a yearly CMS file under its name, whole or not at all, with its row in the trail. Every
 * line must be one of the list. Answers how many codes it has.
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
  await recordAct(context, 'intent', 'placeCodeList', [])
  const file = await placeIcd10(read, text)
  await recordAct(context, 'outcome', 'placeCodeList', [], {
    change: {
      before: before ? { fiscal_year, codes: before.codes, headers: before.headers } : null,
      after: { file, fiscal_year, codes, headers },
    },
  })
  return ok({ codes })
}
