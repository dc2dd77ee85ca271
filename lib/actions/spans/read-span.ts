import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import { call } from '#lib/partner/call.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { askPages, eachPage } from '#lib/actions/lists/partner-pages.ts'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { idOfSpan, spanKinds, spanParams } from './span-kinds.ts'

/** `readFacilitySpan`, `readProviderSpan`: one span as the partner has it. */
export type SpanReply = {
  /** JSON text of the span. */
  span: string
  /**
   * True when single spans are not open to the stored key, and this one was found in their list: it
   * cannot be changed.
   */
  is_from_list: boolean
}

/**
 * The verb that reads one span. Reading a single one is a companion endpoint: where the key may not
 * call it, the span is looked for in the list. Who read it is written down first.
 */
export function readSpan(kind: SpanKind) {
  return async ({ id }: { id: string }, context: ActionContext): Promise<Result<SpanReply>> => {
    const { connection } = context
    const { get } = spanKinds[kind]
    const reply = await call(connection, get, { params: spanParams(kind, id) })
    const isOpen = reply.ok || !isNotOffered(reply.error.status)
    // "Not there" and "not for this key" look alike from outside, so the list is asked in both
    // cases.
    const span = isOpen ? undefined : await findSpanInList(connection, kind, id)
    const outcome = reply.ok || span ? 'ok' : reply.error.name
    await recordAct(context, 'read', get.id, [id], { outcome })
    if (reply.ok) return ok({ span: reply.value.text, is_from_list: false })
    return span ? ok({ span: JSON.stringify(span), is_from_list: true }) : reply
  }
}

const perPage = 1_000
// 100,000 spans; more pages than this mean that the partner's list does not end.
const maxPages = 100
// Looking for one span among all of them has to come to an answer while a person waits.
const maxPagesForOne = 10

/**
 * The spans of a list that `wants` takes, numbers as written.
 * Fails with the partner's failure, or as `eachPage` does for a list that does not end.
 */
export async function walkSpans(
  connection: Connection,
  kind: SpanKind,
  query: WireQuery,
  wants: (span: JsonObject) => boolean,
): Promise<Result<JsonObject[]>> {
  const spans: JsonObject[] = []
  for await (const page of spanPages(connection, kind, query, maxPages)) {
    if (!page.ok) return page
    spans.push(
      ...page.value.items.filter((item): item is JsonObject => isJsonObject(item) && wants(item)),
    )
  }
  return ok(spans)
}

/**
 * The span of an id, looked for among the newest 10,000 of the list; undefined where it is not, or
 * the list cannot be read.
 */
export async function findSpanInList(
  connection: Connection,
  kind: SpanKind,
  id: string,
): Promise<JsonObject | undefined> {
  for await (const page of spanPages(connection, kind, {}, maxPagesForOne)) {
    if (!page.ok) return undefined
    const span = page.value.items.find(
      (item): item is JsonObject => isJsonObject(item) && idOfSpan(kind, item) === id,
    )
    if (span) return span
  }
  return undefined
}

function spanPages(connection: Connection, kind: SpanKind, query: WireQuery, pages: number) {
  const ask = askPages(connection, spanKinds[kind].list, {}, { parse: parseExact })
  return eachPage(ask, { ...query, limit: perPage }, { pages })
}
