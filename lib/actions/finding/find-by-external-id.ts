import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { askPages, eachPage } from '#lib/actions/lists/partner-pages.ts'

// The filter names one capture, so a list with more pages does not end.
const maxPages = 20

/** A list with a filter by external id. The parameter is also the member of its items. */
type ListByExternalId = {
  operation: typeof operations.listChargeCaptures | typeof operations.listEncounters
  parameter: string
}

const captures: ListByExternalId = {
  operation: operations.listChargeCaptures,
  parameter: 'charge_external_id',
}

/**
 * Returns the capture, or the item of another list, with an external id. Numbers stay as written.
 * Undefined if the key can see none.
 */
export async function findByExternalId(
  connection: Connection,
  externalId: string,
  { operation, parameter } = captures,
): Promise<Result<JsonObject | undefined>> {
  const ask = askPages(connection, operation, {}, { parse: parseExact })
  for await (const page of eachPage(
    ask,
    { [parameter]: externalId, limit: 10 },
    { pages: maxPages },
  )) {
    if (!page.ok) return page.error.name === 'ListIncomplete' ? notKnown() : page
    // A partner may match a part of the id; only an equal id counts.
    const item = page.value.items.find(
      (each): each is JsonObject => isJsonObject(each) && each[parameter] === externalId,
    )
    if (item) return ok(item)
  }
  return ok(undefined)
}

function notKnown() {
  return fail(
    'ListIncomplete',
    'The partner’s list didn’t end, so we couldn’t check whether the record exists. Try again.',
  )
}
