import 'server-only'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok } from '#lib/core/result.ts'
import { textOf } from '#lib/core/read-json.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import {
  coveredMember,
  differingTerms,
  partyMembers,
  termsOf,
  termsOfRequest,
  type SpanKind,
} from '#lib/rules/span-edit/span-terms.ts'
import { refuseStrangeIds } from '#lib/actions/finding/named-ids.ts'
import { createRecord, type Looked, type LookFor } from '#lib/actions/writing/create-record.ts'
import { bodyIssues, invalid, readObject } from '#lib/actions/writing/parse-body.ts'
import { maxSends } from '#lib/actions/writing/write-once.ts'
import type { Checking } from '#lib/actions/writing/write-replies.ts'
import { walkSpans } from './read-span.ts'
import { idOfSpan, idsOfSpan, isOfSameThree, sameThreeQuery, spanKinds } from './span-kinds.ts'

/** A span of the same three parties, shown while the outcome of a creation is unknown. */
export type SpanCandidate = SpanRow & {
  /** It says exactly what was sent. */
  is_alike: boolean
}

type Answer =
  | { kind: 'created'; id: string; is_found: boolean; unverified: string[] }
  | { kind: 'taken'; candidates: SpanCandidate[]; may_resend: boolean }

/**
 * `createFacilitySpan`, `createProviderSpan`.
 * - created: the span. `is_found` when the answer was lost and a person said that it is this one.
 * - taken: the answer was lost. `candidates` are the spans of the same contracting provider, payer and facility or
 *   rendering provider, those alike first. Nothing is sent again before a person says that it was not made, and at most
 *   once (`may_resend`).
 */
export type CreateSpanReply = Answer | Checking

/**
 * What a person says while nobody knows whether the span was made: it is this one, or it was not
 * made. `seen` are the ids of the spans that the person looked at when saying so.
 */
export type SpanAnswer = { kind: 'made'; id: string } | { kind: 'not-made'; seen: string[] }

/** `body`: JSON text of the whole request body. */
export type CreateSpanInput = {
  operation_id: string
  body: string
  answer?: SpanAnswer | undefined
}

/**
 * The verb that creates a span of a kind. The sender gives a span no id, so after a lost answer
 * nothing can tell for certain whether it was made: the person sees the spans of the same three,
 * and only that person's word sends it again.
 */
export function createSpan(kind: SpanKind) {
  const { create, toRow } = spanKinds[kind]
  const members = [...partyMembers, coveredMember[kind]]
  const isAlike = (wanted: JsonObject, span: JsonObject) =>
    differingTerms(kind, termsOfRequest(kind, wanted), termsOf(kind, span)).length === 0

  return createRecord({
    operation: create,
    unknown: { what: 'the span was created', promise: 'nothing is sent twice unasked' },
    async prepare({ body, answer }: CreateSpanInput) {
      const wanted = readObject(body)
      if (!wanted) return fail('InvalidInput', 'The span cannot be read.')
      const issues = spanProblems(kind, wanted, members)
      const known = new Set(issues.map((issue) => issue.path))
      const others = bodyIssues(create.body, wanted, ([name]) => String(name ?? ''))
      issues.push(...others.filter(({ path }) => !known.has(path)))
      if (issues.length > 0) return invalid(issues)
      const record = `new-${kind}-span/${await keyedHash(members.map((name) => textOf(wanted[name])).join('/'))}`
      // The person's answer is no part of the request: the same operation goes on with it.
      return ok({ record, request: wanted, ids: [], wanted, answer })
    },
    refuseFirst: ({ wanted }, { connection }) =>
      refuseStrangeIds(idsOfSpan(wanted, members), connection),
    read(_job, reply) {
      const span = readObject(reply)
      return span && idOfSpan(kind, span) !== undefined ? span : undefined
    },
    idsOf: (_job, span) => [idOfSpan(kind, span) ?? ''],
    created: ({ wanted }, span, is_found): Answer => ({
      kind: 'created',
      id: idOfSpan(kind, span) ?? '',
      is_found,
      unverified: differingTerms(kind, termsOfRequest(kind, wanted), termsOf(kind, span)),
    }),
    async look({ wanted, answer }, asked, { connection }): Promise<Looked<JsonObject, Answer>> {
      const found = await walkSpans(connection, kind, sameThreeQuery(kind, wanted), (span) =>
        isOfSameThree(kind, wanted, span),
      )
      if (!found.ok) return { kind: 'failed', failure: found.error }
      const made =
        answer?.kind === 'made' && found.value.find((span) => idOfSpan(kind, span) === answer.id)
      if (made) return { kind: 'found', made }
      const alike = found.value
        .filter((span) => isAlike(wanted, span))
        .map((span) => idOfSpan(kind, span) ?? '')
      if (isAbsent(alike, answer, asked)) return { kind: 'absent' }
      const candidates = found.value.map((span) => ({
        ...toRow(span),
        is_alike: isAlike(wanted, span),
      }))
      return {
        kind: 'ask',
        answer: {
          kind: 'taken',
          candidates: candidates.toSorted((a, b) => Number(b.is_alike) - Number(a.is_alike)),
          may_resend: asked.sends < maxSends,
        },
        ids: found.value.map((span) => idOfSpan(kind, span) ?? ''),
      }
    },
  })
}

// While a send may be on its way, nothing alike means "wait". Later it takes the word of a person
// who has seen all alike.
function isAbsent(
  alike: readonly string[],
  answer: SpanAnswer | undefined,
  { isOnItsWay, sends }: LookFor,
): boolean {
  if (isOnItsWay) return alike.length === 0
  return (
    answer?.kind === 'not-made' && sends < maxSends && alike.every((id) => answer.seen.includes(id))
  )
}
