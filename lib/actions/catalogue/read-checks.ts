import 'server-only'
import { icd10Years, type Icd10Year } from '#lib/console/code-lists.ts'
import { placedLists, type PlacedList } from '#lib/console/placed-lists.ts'
import { readCheckCounts, type CheckCounts } from '#lib/console/queue/check-counts.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { isListKind } from '#lib/rules/codes/list-kinds.ts'
import { checks } from '#lib/rules/scrub/check-capture.ts'
import type { CheckWords, Need } from '#lib/rules/scrub/rule.ts'
import { outcomesOfChecks, type CheckOutcome } from '#lib/actions/queue/fix-memory.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

export type CheckRow = CheckWords & {
  /** Without its code list it finds nothing. */
  isAsleep: boolean
  /**
   * In how many captures it found something, and of how many that it could judge; missing if it is
   * asleep or was not counted.
   */
  found?: { captures: number; of: number }
  /** Missing if no such save is known. */
  outcome?: CheckOutcome
}

/**
 * Every check, in the order in which a biller reads a charge. `counted` is missing before the queue
 * was read whole: when (ISO, UTC), of how many captures, and if those are all. `since` is the first
 * save (ISO, UTC) that outcomes are known of. `years` are the loaded ICD-10-CM fiscal years.
 */
export type ChecksReply = {
  checks: CheckRow[]
  counted?: { at: string; captures: number; isAll: boolean }
  since?: string
  years: number[]
}

/**
 * The catalogue of checks: what the rules say of themselves, which of them sleep, in how many
 * captures each finds something, and how often the claim was made after a save had ended that.
 */
export async function readCatalogue(
  _: object,
  { connection }: Pick<ActionContext, 'connection'>,
): Promise<Result<ChecksReply>> {
  const [years, lists, counts, outcomes] = await Promise.all([
    icd10Years(),
    placedLists(),
    readCheckCounts(connection.id),
    outcomesOfChecks(connection.boundTo),
  ])
  const rows = checks.map((check): CheckRow => {
    const isAsleep = sleeps(check, { years, lists })
    const found = isAsleep ? undefined : foundBy(check, counts)
    const outcome = outcomes.of.get(check.id)
    return { ...wordsOf(check), isAsleep, ...(found && { found }), ...(outcome && { outcome }) }
  })
  return ok({
    checks: rows,
    ...(counts && {
      counted: { at: counts.at, captures: counts.captures, isAll: counts.isAll },
    }),
    ...(outcomes.since !== undefined && { since: outcomes.since }),
    years: years.filter(({ codes }) => codes > 0).map(({ fiscal_year }) => fiscal_year),
  })
}

/** True for a check that finds nothing, because no loaded list has what it needs. */
export function sleeps(
  { needs }: CheckWords,
  { years, lists }: { years: readonly Icd10Year[]; lists: readonly PlacedList[] },
): boolean {
  if (needs === 'icd10') return years.every(({ codes }) => codes === 0)
  if (needs === 'icd10-headers') return years.every(({ headers }) => headers === 0)
  return isListKind(needs) && !lists.some(({ kind, state }) => kind === needs && state === 'loaded')
}

/** True for a need that a placed code list answers. */
export function needsList(needs: Need | undefined): boolean {
  return needs === 'icd10' || needs === 'icd10-headers' || isListKind(needs)
}

// Not told apart while counting: what could be judged. Claims near their limits have a list of their
// own in the queue. The lists but ICD-10-CM are looked up for one capture at a time.
const isNotCounted = (needs: Need) =>
  needs === 'same-day-captures' ||
  needs === 'records' ||
  needs === 'filing-limits' ||
  needs === 'provider-list' ||
  isListKind(needs)

// Captures that a check could not judge do not count, and 0 of none says nothing.
function foundBy({ id, needs }: CheckWords, counts: CheckCounts | undefined): CheckRow['found'] {
  if (!counts || (needs && isNotCounted(needs))) return undefined
  const of =
    needs === 'icd10'
      ? counts.withYear
      : needs === 'icd10-headers'
        ? counts.withHeaders
        : counts.captures
  return of === 0 ? undefined : { captures: counts.found[id] ?? 0, of }
}

// A rule is its words and its function, which no reply can carry.
function wordsOf(check: CheckWords): CheckWords {
  const { id, title, fields, severity, otherwise, laterIsFine, isCertain } = check
  const { offers, needs, source, how } = check
  return {
    id,
    title,
    fields,
    severity,
    source,
    how,
    ...(otherwise && { otherwise }),
    ...(laterIsFine && { laterIsFine }),
    ...(isCertain && { isCertain }),
    ...(offers && { offers }),
    ...(needs && { needs }),
  }
}
