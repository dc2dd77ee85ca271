import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { idOfSpan, spanKinds } from './span-kinds.ts'

const perPage = 1_000
// 100,000 spans; more pages than this mean that the partner's list does not end.
const maxPages = 100
// Looking for one span among all of them has to come to an answer while a person waits.
const maxPagesForOne = 10

/**
 * The spans of a list that `keep` wants, numbers as written.
 * Fails with the partner's failure, or `ListIncomplete` for a list that does not end.
 */
export function walkSpans(
  connection: Connection,
  kind: SpanKind,
  query: object,
  keep: (span: JsonObject) => boolean,
): Promise<Result<JsonObject[]>> {
  return walk(connection, kind, query, keep, { isEnough: Number.POSITIVE_INFINITY, pages: maxPages })
}

/** The span of an id, looked for among the newest 10,000 of the list; undefined where it is not, or the list cannot be read. */
export async function findSpanInList(
  connection: Connection,
  kind: SpanKind,
  id: string,
): Promise<JsonObject | undefined> {
  const found = await walk(connection, kind, {}, (span) => idOfSpan(kind, span) === id, {
    isEnough: 1,
    pages: maxPagesForOne,
  })
  return found.ok ? found.value[0] : undefined
}

async function walk(
  connection: Connection,
  kind: SpanKind,
  query: object,
  keep: (span: JsonObject) => boolean,
  { isEnough, pages }: { isEnough: number; pages: number },
): Promise<Result<JsonObject[]>> {
  const kept: JsonObject[] = []
  let page_token: string | undefined
  for (let page = 0; page < pages; page += 1) {
    const reply = await call(connection, spanKinds[kind].list, {
      query: { ...query, limit: perPage, ...(page_token === undefined ? {} : { page_token }) },
    })
    if (!reply.ok) return reply
    const found = parseExact(reply.value.text)
    if (!isJsonObject(found))
      return fail('UnreadableReply', 'The partner’s reply has another form than expected.', {
        status: reply.value.status,
      })
    kept.push(...list(found.items).filter((item): item is JsonObject => isJsonObject(item) && keep(item)))
    const next = text(found.next_page_token)
    if (next === undefined || next === page_token || kept.length >= isEnough) return ok(kept)
    page_token = next
  }
  return fail('ListIncomplete', 'The partner’s list of spans did not come to an end.')
}
