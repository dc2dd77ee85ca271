import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Issue, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import {
  differingTerms,
  isWholeTerm,
  partyMembers,
  spanPatch,
  termsOf,
  termsOfRequest,
  type SpanKind,
} from '#lib/rules/span-edit/span-terms.ts'
import { refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { deleteRecord, type Deleted } from '#lib/actions/writing/create-record.ts'
import { readObject, termsJob, type SaveTermsInput } from '#lib/actions/writing/parse-body.ts'
import type { Refused } from '#lib/actions/writing/write-once.ts'
import { writeRecord } from '#lib/actions/writing/write-record.ts'
import type { Checking, Saved } from '#lib/actions/writing/write-replies.ts'
import { findSpanInList } from './read-span.ts'
import { idOfSpan, idsOfSpan, spanKinds, spanParams } from './span-kinds.ts'

/** A save that was made: `span` is the JSON text of the span as it is now. */
export type SpanSaved = Saved & { span: string }

/** `deleteFacilitySpan`, `deleteProviderSpan`. */
export type DeleteSpanReply = Deleted | Checking

/** The verb that changes a span of a kind. */
export function saveSpan(kind: SpanKind) {
  const { update, get } = spanKinds[kind]
  return writeRecord({
    noun: 'span',
    operation: update.id,
    readOperation: get.id,
    prepare: (input: SaveTermsInput) =>
      termsJob(input, {
        noun: 'span',
        idOf: (span) => idOfSpan(kind, span),
        termsOf: (span) => termsOf(kind, span),
        wantedOf: (asked) => termsOfRequest(kind, asked),
        problems: (base, wanted) => newProblems(kind, base, wanted),
      }),
    read: ({ record }, { connection }) => readOne(connection, kind, record),
    content: ({ terms }) => terms,
    loaded: ({ base }) => base,
    plan({ base, wanted }, { terms: theirs }, { choices, isUncertain }) {
      const { merged, ...found } = mergeTerms(
        { base, mine: wanted, theirs },
        isWholeTerm,
        choices,
        isUncertain,
      )
      return { ...found, merged, sent: spanPatch(kind, theirs, merged) }
    },
    end: (_job, { theirsChanges, sent, merged }) =>
      theirsChanges.length > 0 && Object.keys(sent).length > 0
        ? refuseReversed(kind, merged)
        : undefined,
    refuseFirst(_job, { merged }, { terms: theirs }, { connection }) {
      const named = idsOfSpan(merged, differingTerms(kind, theirs, merged))
      return named.length > 0 ? refuseStrangeIds(named, connection) : undefined
    },
    send: ({ record }, { sent }, _now, { connection }) =>
      call(
        connection,
        update,
        { params: spanParams(kind, record), body: {} as never },
        { bodyText: JSON.stringify(sent) },
      ),
    differing: (_job, { merged }, { terms }) => differingTerms(kind, terms, merged),
    show: (_job, _plan, { text }) => ({ span: text }),
  })
}

async function readOne(
  connection: Connection,
  kind: SpanKind,
  id: string,
): Promise<Result<{ text: string; terms: JsonObject }>> {
  const reply = await call(connection, spanKinds[kind].get, { params: spanParams(kind, id) })
  if (!reply.ok) return reply
  const { text, status } = reply.value
  const span = readObject(text)
  if (span) return ok({ text, terms: termsOf(kind, span) })
  return fail('UnreadableReply', 'The partner’s reply has an unknown format.', { status })
}

// A problem that the span had before is not this person's mistake; the order of two dates is a
// problem of both.
function newProblems(kind: SpanKind, base: JsonObject, wanted: JsonObject): Issue[] {
  const changed = new Set(differingTerms(kind, base, wanted))
  const isReversing = changed.has('start_date') || changed.has('end_date')
  return spanProblems(kind, wanted, partyMembers).filter(
    ({ path }) => changed.has(path) || (path === 'end_date' && isReversing),
  )
}

// Two people may each change one date, both in order, so that the dates together are not.
function refuseReversed(kind: SpanKind, merged: JsonObject): Refused | undefined {
  const issues = spanProblems(kind, merged, []).filter(({ path }) => path === 'end_date')
  return issues.length > 0
    ? fail(
        'InvalidInput',
        'Combined with someone else’s change, the end date is before the effective date.',
        {
          issues,
        },
      )
    : undefined
}

/**
 * The verb that takes a span of a kind out of use. Only a first send that finds the span gone tells
 * that somebody else deleted it.
 */
export function deleteSpan(kind: SpanKind) {
  return deleteRecord({
    operation: spanKinds[kind].remove,
    get: spanKinds[kind].get,
    unknown: { what: 'the span was deleted', promise: 'it can be deleted only once' },
    params: (id) => spanParams(kind, id),
    // A key that may not read single spans gets a 404 too; the list still has the span then.
    async isGone(id, connection) {
      const reply = await call(connection, spanKinds[kind].get, { params: spanParams(kind, id) })
      if (reply.ok || reply.error.status !== 404) return ok(false)
      return ok((await findSpanInList(connection, kind, id)) === undefined)
    },
    foundGone: ({ isRefused, isFirst }) => ({ isFoundGone: isRefused && isFirst, outcome: 'ok' }),
  })
}
