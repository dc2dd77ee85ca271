import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'

// The filter names one capture; more pages than this mean that the partner's list does not end.
const maxPages = 20

/** A list that can be asked by external id; the parameter is also the member of its items. */
type ListByExternalId = {
  operation: typeof operations.listChargeCaptures | typeof operations.listEncounters
  parameter: string
}

const captures: ListByExternalId = { operation: operations.listChargeCaptures, parameter: 'charge_external_id' }

/** The capture, or the item of another list, that has an external id, numbers as written; undefined when the key can see none. */
export async function findByExternalId(
  connection: Connection,
  externalId: string,
  { operation, parameter } = captures,
): Promise<Result<JsonObject | undefined>> {
  let page_token: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await call(connection, operation, {
      query: { [parameter]: externalId, limit: 10, ...(page_token === undefined ? {} : { page_token }) },
    })
    if (!reply.ok) return reply
    const found = parseExact(reply.value.text)
    if (!isJsonObject(found))
      return fail('UnreadableReply', 'The partner’s reply has another form than expected.', {
        status: reply.value.status,
      })
    // Partners may match a part of the id; only the whole of it counts.
    const capture = list(found.items).find(
      (item): item is JsonObject => isJsonObject(item) && item[parameter] === externalId,
    )
    if (capture) return ok(capture)
    page_token = text(found.next_page_token)
    if (page_token === undefined) return ok(undefined)
  }
  return fail(
    'ListIncomplete',
    'The partner’s list did not come to an end, so it is not known whether the record exists.',
  )
}
