import 'server-only'
import { findIcd10 } from '#lib/console/code-lists.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { findInLists } from '#lib/console/placed-lists.ts'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { sameJson, type JsonObject } from '#lib/core/json.ts'
import { readPayerList, readProviderList } from '#lib/actions/finding/provider-list.ts'
import { jsonAt } from '#lib/rules/edit/json-path.ts'
import type { CheckTerms } from '#lib/rules/scrub/check-capture.ts'
import { answersTo, joinedQuestion, listQuestionOf } from '#lib/rules/scrub/placed-lists.ts'
import { listedParties } from '#lib/rules/scrub/rule.ts'

/** An update body that is about to be sent, and as the partner has it; none for a new record. */
export type ChangedBody = { body: JsonObject; before?: JsonObject | undefined }

/** What a save checks a changed body by; of its codes, `listsFor` has what the placed lists say. */
export type SaveTerms = Required<Pick<CheckTerms, 'today' | 'findCode' | 'filing'>> &
  Pick<CheckTerms, 'findProviders' | 'findPayers'> & {
    listsFor: (changed: ChangedBody) => NonNullable<CheckTerms['lists']>
  }

/**
 * Reads what changed bodies are checked by before they are sent, all of them at once: each list is
 * asked one time. The provider list is asked only where a change names these providers.
 */
export async function readSaveTerms(
  changes: readonly ChangedBody[],
  connection: Connection,
): Promise<SaveTerms> {
  const today = dayNow()
  const ofProviders = changes.filter(({ body, before }) =>
    listedParties.some(([party]) => {
      const path = `data.${party}`
      return !sameJson(jsonAt(body, path), jsonAt(before, path))
    }),
  )
  const [findCode, lists, book, findProviders, findPayers] = await Promise.all([
    findIcd10(),
    findInLists(joinedQuestion(changes.map(questionOf))),
    readRulebook(connection.boundTo),
    ofProviders.length > 0
      ? readProviderList(connection, ofProviders.flatMap(bodiesOf))
      : undefined,
    readPayerList(connection, changes.flatMap(bodiesOf)),
  ])
  return {
    today,
    findCode,
    filing: { book, today },
    findProviders,
    findPayers,
    listsFor: (changed) => answersTo(questionOf(changed), lists),
  }
}

// A finding is new only if the record before the change doesn't have it, so both are asked about.
function questionOf(changed: ChangedBody) {
  return joinedQuestion(bodiesOf(changed).map(({ data }) => listQuestionOf(data)))
}

function bodiesOf({ body, before }: ChangedBody): JsonObject[] {
  return before ? [body, before] : [body]
}
