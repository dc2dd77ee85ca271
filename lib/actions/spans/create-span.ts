import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
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
import { formWords, readObject } from '#lib/actions/writing/parse-body.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'
import { idOfSpan, idsOfSpan, isOfSameThree, sameThreeQuery, spanKinds } from './span-kinds.ts'
import type { CreateSpanReply } from './span-replies.ts'
import { walkSpans } from './walk-spans.ts'

// What is said while nobody can tell.
const unknown = { what: 'the span was created', promise: 'nothing is sent twice unasked' }

/**
 * What a person says about a span whose making nobody knows the end of: it is this one, or it was not made. `seen` are
 * the ids of the spans that the person looked at when saying so.
 */
export type SpanAnswer = { kind: 'made'; id: string } | { kind: 'not-made'; seen: string[] }

/** `body`: JSON text of the whole request body. */
export type CreateSpanInput = { operation_id: string; body: string; answer?: SpanAnswer | undefined }

type Creation = { kind: SpanKind; wanted: JsonObject; answer: SpanAnswer | undefined; context: ActionContext }

/**
 * The verb that creates a span. A span has no id of the sender's, so after a lost answer nothing can tell for certain
 * whether it was made: the spans of the same three are shown, and only a person's word lets it be sent once more.
 */
export function createSpan(kind: SpanKind) {
  return async (
    { operation_id, body, answer }: CreateSpanInput,
    context: ActionContext,
  ): Promise<Result<CreateSpanReply>> => {
    const wanted = readObject(body)
    if (!wanted) return fail('InvalidInput', 'The span cannot be read.')
    const issues = spanProblems(kind, wanted, [...partyMembers, coveredMember[kind]])
    const parsed = spanKinds[kind].create.body.safeParse(JSON.parse(JSON.stringify(wanted)))
    if (!parsed.success) {
      const known = new Set(issues.map((issue) => issue.path))
      for (const { path } of parsed.error.issues)
        if (!known.has(String(path[0]))) issues.push({ path: String(path[0] ?? ''), message: formWords(wanted, path) })
    }
    if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
    const three = [...partyMembers, coveredMember[kind]].map((name) => text(wanted[name]))
    const record = `new-${kind}-span/${await keyedHash(three.join('/'))}`
    const write = { operation_id, operation: spanKinds[kind].create.id, record, request: wanted }
    return writeOnce(write, context, (journal) => attempt({ kind, wanted, answer, context }, journal))
  }
}

async function attempt(creation: Creation, journal: Journal): Promise<Result<CreateSpanReply>> {
  const { answer } = creation
  const { earlier } = journal
  if (!earlier) {
    const refusal = await refuseStrangeIds(
      idsOfSpan(creation.wanted, [...partyMembers, coveredMember[creation.kind]]),
      creation.context.connection,
    )
    if (refusal) return refusal
    await journal.begin(null)
    return send(creation, journal)
  }
  const found = await spansOfThree(creation)
  if (!found.ok) return stillUnknown(journal, unknown, found.error)
  const named =
    answer?.kind === 'made' ? found.value.find((span) => idOfSpan(creation.kind, span) === answer.id) : undefined
  if (named) return created(creation, named, true)
  const alike = found.value.filter((span) => isAlike(creation, span))
  if (alike.length === 0 && mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  const mayResend = earlier.sends < maxSends
  const isNews =
    answer?.kind === 'not-made' && alike.some((span) => !answer.seen.includes(idOfSpan(creation.kind, span) ?? ''))
  if (answer?.kind === 'not-made' && mayResend && !isNews && !mayBeOnItsWay(earlier.sentAt)) {
    await journal.resend()
    return send(creation, journal)
  }
  await journal.unknown()
  await audit(
    creation,
    'read',
    'ok',
    found.value.map((span) => idOfSpan(creation.kind, span) ?? ''),
  )
  return ok({ kind: 'taken', candidates: candidatesOf(creation, found.value), may_resend: mayResend })
}

async function send(creation: Creation, journal: Journal): Promise<Result<CreateSpanReply>> {
  const { kind, wanted, context } = creation
  await audit(creation, 'intent', 'sent', [])
  const sent = await call(
    context.connection,
    spanKinds[kind].create,
    { body: {} as never },
    { bodyText: JSON.stringify(wanted) },
  )
  const span = sent.ok ? readObject(sent.value.text) : undefined
  if (span && idOfSpan(kind, span) !== undefined) return created(creation, span, false)
  if (sent.ok || sent.error.name === 'OutcomeUnknown') return checking(journal)
  await audit(creation, 'outcome', sent.error.name, [])
  return sent
}

async function created(creation: Creation, span: JsonObject, isFound: boolean): Promise<Result<CreateSpanReply>> {
  const { kind, wanted } = creation
  const id = idOfSpan(kind, span) ?? ''
  await audit(creation, 'outcome', 'ok', [id])
  return ok({
    kind: 'created',
    id,
    is_found: isFound,
    unverified: differingTerms(kind, termsOfRequest(kind, wanted), termsOf(kind, span)),
  })
}

function spansOfThree({ kind, wanted, context }: Creation): Promise<Result<JsonObject[]>> {
  return walkSpans(context.connection, kind, sameThreeQuery(kind, wanted), (span) => isOfSameThree(kind, wanted, span))
}

function isAlike({ kind, wanted }: Creation, span: JsonObject): boolean {
  return differingTerms(kind, termsOfRequest(kind, wanted), termsOf(kind, span)).length === 0
}

function candidatesOf(creation: Creation, spans: readonly JsonObject[]) {
  const rows = spans.map((span) => ({ ...spanKinds[creation.kind].toRow(span), is_alike: isAlike(creation, span) }))
  return rows.toSorted((a, b) => Number(b.is_alike) - Number(a.is_alike))
}

function audit(
  { kind, context }: Creation,
  stage: 'intent' | 'outcome' | 'read',
  outcome: string,
  recordIds: string[],
): Promise<void> {
  return recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: spanKinds[kind].create.id,
    stage,
    outcome,
    recordIds,
  })
}
