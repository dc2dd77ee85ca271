import 'server-only'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Issue, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
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
import { readObject } from '#lib/actions/writing/json-input.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { saveTerms, type ReadTerms, type SaveTermsInput } from '#lib/actions/writing/save-terms.ts'
import { idOfSpan, idsOfSpan, spanKinds, spanParams } from './span-kinds.ts'
import type { SaveSpanReply } from './span-replies.ts'

/** The verb that changes a span without overwriting anybody, as `saveTerms` does. */
export function saveSpan(kind: SpanKind) {
  return async (input: SaveTermsInput, context: ActionContext): Promise<Result<SaveSpanReply>> => {
    const [loaded, asked] = [readObject(input.base), readObject(input.wanted)]
    if (!loaded || !asked || idOfSpan(kind, loaded) !== input.id)
      return fail('InvalidInput', 'The change does not belong to this span.')
    const [base, wanted] = [termsOf(kind, loaded), termsOfRequest(kind, asked)]
    const issues = newProblems(kind, base, wanted)
    if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
    const { update, get } = spanKinds[kind]
    const params = spanParams(kind, input.id)
    return saveTerms(
      {
        input,
        base,
        wanted,
        noun: 'span',
        operation: update.id,
        readOperation: get.id,
        isWhole: isWholeTerm,
        differing: (a, b) => differingTerms(kind, a, b),
        patch: (before, after) => spanPatch(kind, before, after),
        read: async (): Promise<Result<ReadTerms>> => {
          const reply = await call(context.connection, get, { params })
          if (!reply.ok) return reply
          const { text, status } = reply.value
          const span = readObject(text)
          return span
            ? ok({ text, terms: termsOf(kind, span) })
            : fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status })
        },
        update: (sent) =>
          call(context.connection, update, { params, body: {} as never }, { bodyText: JSON.stringify(sent) }),
        refuseMerged: (merged) => refuseReversed(kind, merged),
        refuseFirst: (theirs, merged) => {
          const named = idsOfSpan(merged, differingTerms(kind, theirs, merged))
          return named.length > 0 ? refuseStrangeIds(named, context.connection) : undefined
        },
        show: ({ text }) => ({ span: text }),
      },
      context,
    )
  }
}

// What the span held already is nobody's mistake now; dates are in order only together.
function newProblems(kind: SpanKind, base: JsonObject, wanted: JsonObject): Issue[] {
  const changed = new Set(differingTerms(kind, base, wanted))
  const isReversing = changed.has('start_date') || changed.has('end_date')
  return spanProblems(kind, wanted, partyMembers).filter(
    ({ path }) => changed.has(path) || (path === 'end_date' && isReversing),
  )
}

// Two halves that are in order each may be reversed together.
function refuseReversed(kind: SpanKind, merged: JsonObject) {
  const issues = spanProblems(kind, merged, []).filter(({ path }) => path === 'end_date')
  return issues.length > 0
    ? fail('InvalidInput', 'With what somebody else has changed meanwhile, the last day is before the first day.', {
        issues,
      })
    : undefined
}
