import 'server-only'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { dayNow, timeZone } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Json } from '#lib/core/json.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import { advice, type Advice } from '#lib/rules/billed-diff/advice.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { changeSigns, type ChangeSigns } from '#lib/rules/billed-diff/change-signs.ts'
import { claimFacts, type ClaimFacts } from '#lib/rules/billed-diff/claim-facts.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import { capturesNow } from '#lib/actions/charge-captures/billed-captures.ts'
import { readEncounters } from '#lib/actions/encounters/read-encounter.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * What to do with open changes after billing; null without any, or without a comparison.
 * `encounter_failure` is why the encounter could not be read, on which the advice depends.
 */
export type ChangeAdvice = { advice: Advice | null; encounter_failure: Failure | null }

/** A claim creation with its captures and the comparison with its bill. */
export type Changed = { creation: unknown; captures: readonly Json[]; diff: BilledDiff }

/**
 * The suggestion for a claim creation with open changes after billing: by its encounter as the
 * partner has it now, and by the rulebook. Without an open change, or a comparison, there is none.
 * If the encounter cannot be read, the suggestion says so, and the failure is returned with it.
 */
export async function adviseOn(
  { creation, captures, diff }: Omit<Changed, 'diff'> & { diff: BilledDiff | null },
  context: ActionContext,
): Promise<ChangeAdvice> {
  const id = textOf(memberAt(creation, 'created_encounter_id'))
  if (!diff || id === undefined || !capturesNow(captures).some(({ changed }) => changed))
    return { advice: null, encounter_failure: null }
  const [encounters, book] = await Promise.all([
    readEncounters([id], context),
    readRulebook(context.connection.boundTo),
  ])
  const read = encounters.get(id)! // it has every id
  const { advice: found } = adviceBy({ creation, captures, diff }, read, book, dayNow())
  return { advice: found, encounter_failure: read.ok ? null : read.error }
}

/** The suggestion by an encounter that was read or refused, and what the comparison means. */
export function adviceBy(
  { creation, captures, diff }: Changed,
  read: Result<unknown>,
  book: Rulebook,
  today: LocalDate,
): { advice: Advice; signs: ChangeSigns } {
  const present = capturesNow(captures)
  const claim: ClaimFacts = read.ok
    ? claimFacts(read.value, diff, present)
    : { known: 'unread', why: `The encounter couldn’t be read: ${read.error.message}` }
  const signs = changeSigns(diff, memberAt(creation, 'encounter_creation_input'), present)
  return { advice: advice(signs, claim, book, { today, timeZone: timeZone() }), signs }
}
