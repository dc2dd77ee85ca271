import 'server-only'
import { type ErrorName, errorEnvelope, errors } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { type JsonBounds, tooMuchIn } from '#lib/core/json.ts'
import { type Failure, type Issue, fail } from '#lib/core/result.ts'
import { toWirePath } from './field-names.ts'
import type { Answer, ExchangeError } from './http-exchange.ts'

type Refusal = { ok: false; error: Failure }
/** What is read of an answer that refuses. */
type Refused = Omit<Answer, 'bytes'>

/** The console's message for a named refusal; undefined to use the general message. */
export type Explain = (
  errorName: string,
  content: unknown,
) => Pick<Failure, 'message' | 'issues'> | undefined

// The limits of one refusal's issues: more issues than a person reads, each longer than a sentence.
const mostIssues = 200
const longestIssue = 500
// A longer refusal is not parsed: no form shows that much, and parsing would block other requests.
const longestEnvelope = 5_000_000
const envelopeBounds: JsonBounds = { values: 200_000, depth: 100 }

/** The console's messages for refusals without a message, by error name. */
const defaultMessages: Partial<Record<ErrorName, string>> = {
  UnauthorizedError: 'This connection doesn’t have permission for this.',
  EntityNotFoundError: 'The partner has no such record, or this connection can’t see it.',
  ChargeExternalIdConflictError: 'Another charge capture already uses this charge external ID.',
  UnprocessableEntityError: 'The partner couldn’t process this.',
  EncounterExternalIdUniquenessError: 'Another encounter already uses this external ID.',
  EncounterPatientControlNumberUniquenessError:
    'Another encounter already uses this patient control number.',
  PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError:
    'The payer plan group and the insurance card belong to different payers.',
  InternalError: 'The partner had an error.',
}

/**
 * The failure for a refusal of the partner. Named errors keep their `errorName`; other refusals are
 * named by their status. `hide` are texts that must not appear in a message: the key and the
 * query's values. `explain` can give a better message for a named refusal.
 */
export function toFailure(
  operation: Operation,
  answer: Refused,
  hide: readonly string[],
  explain?: Explain,
): Refusal {
  const clean = (text: string) => withoutHidden(text, hide)
  if (answer.status === 401) {
    return fail(
      'PartnerUnauthorized',
      'The partner refused the stored key. Ask an administrator to check the connection.',
      { status: 401 },
    )
  }
  const envelope = readEnvelope(answer.text)
  if (!envelope) return withoutName(answer, clean)
  const { errorName, content } = envelope
  const status = answer.status
  const known: ErrorName | undefined = Object.hasOwn(errors, errorName)
    ? (errorName as ErrorName)
    : undefined
  const bounded = (issues: Issue[]) =>
    issues
      .slice(0, mostIssues)
      .map(({ path, message }) => ({ path, message: clean(message).slice(0, longestIssue) }))
  if (known === 'HttpRequestValidationsError' || known === 'HttpRequestValidationError') {
    const items: unknown[] = Array.isArray(content) ? content : [content]
    const issues = bounded(validationIssues(operation, items.slice(0, mostIssues)))
    const more =
      items.length > mostIssues ? ` The first ${mostIssues} of ${items.length} are shown.` : ''
    return fail(known, `The partner refused some values.${more}`, { status, issues })
  }
  if (known === 'SchemaInstanceValidationHttpFailure')
    return fail(known, 'The metadata doesn’t match its schema.', {
      status,
      issues: bounded(schemaInstanceIssues(content)),
    })
  // An unknown error name is text of the partner: it is shown to the person, but never logged.
  const name = known ?? 'PartnerRefused'
  const explained = explain?.(errorName, content)
  if (explained) return fail(name, explained.message, { status, issues: explained.issues })
  // The text of an error of the partner's own software may hold anything, also other patients;
  // nobody can act on it.
  const message =
    (known === 'InternalError' ? undefined : messageOf(content)) ??
    messageOfStatus[status] ??
    (known && defaultMessages[known]) ??
    `The partner refused this (${errorName.slice(0, 80)}).`
  return fail(name, `${clean(message)}${requestIdWords(answer, clean)}`, { status })
}

const busyMessage = 'The partner is busy. Try again in a moment.'
const messageOfStatus: Record<number, string> = {
  429: busyMessage,
  503: 'The partner isn’t available right now.',
}
/** For an answer that no API gives, such as a page to sign in. */
export const notDataMessage = 'The partner answered with something other than data.'

/** The failure for a refusal without an error envelope. */
function withoutName(answer: Refused, clean: (text: string) => string): Refusal {
  const { status } = answer
  const extra = { status }
  if (status >= 300 && status < 400)
    return fail(
      'PartnerRedirected',
      'The partner’s address redirects elsewhere, so nothing was sent there. Ask an administrator to check the address.',
      extra,
    )
  if (status === 403) return fail('UnauthorizedError', defaultMessages.UnauthorizedError!, extra)
  if (status === 404)
    return fail('EntityNotFoundError', defaultMessages.EntityNotFoundError!, extra)
  if (status === 429) return fail('PartnerBusy', busyMessage, extra)
  if (status >= 500)
    return fail(
      'PartnerFailed',
      `${messageOfStatus[status] ?? 'The partner had an error.'}${requestIdWords(answer, clean)}`,
      extra,
    )
  return fail('PartnerNotApi', notDataMessage, extra)
}

/**
 * The sentence that names an error of the partner, so that a person can ask the partner about it;
 * '' without a name.
 */
export function requestIdWords(
  { status, requestId }: Refused,
  clean: (text: string) => string = String,
): string {
  return status >= 500 && requestId !== undefined
    ? ` The partner’s request ID is ${clean(requestId)}.`
    : ''
}

function validationIssues(operation: Operation, items: readonly unknown[]): Issue[] {
  return items.map((item) => {
    const {
      fieldName,
      field_name: snake,
      humanReadableMessage,
      message,
    } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    const field = typeof fieldName === 'string' ? fieldName : typeof snake === 'string' ? snake : ''
    const given = [humanReadableMessage, message].find(
      (text) => typeof text === 'string' && text !== '',
    ) as string | undefined
    const path = toWirePath(field, operation.body) ?? toWirePath(field, operation.query)
    const text = given?.slice(0, 2_000) ?? 'This value isn’t accepted.'
    // A field that no form knows keeps the partner's name, so that the message is still shown.
    return path === undefined
      ? { path: '', message: field ? `${field.slice(0, 200)}: ${text}` : text }
      : { path, message: text }
  })
}

/** The partner's error envelope; undefined for any other text, such as a gateway's page. */
export function readEnvelope(text: string): { errorName: string; content: unknown } | undefined {
  if (text.length > longestEnvelope || tooMuchIn(text, envelopeBounds)) return undefined
  try {
    const parsed = errorEnvelope.safeParse(JSON.parse(text))
    return parsed.success
      ? { errorName: parsed.data.errorName, content: parsed.data.content }
      : undefined
  } catch {
    return undefined
  }
}

function messageOf(content: unknown): string | undefined {
  const text =
    typeof content === 'string'
      ? content
      : (content as { message?: unknown } | null | undefined)?.message
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 2_000) : undefined
}

function withoutHidden(message: string, hide: readonly string[]): string {
  const plain = message.replaceAll(/https?:\/\/\S+/gi, '[address]')
  return hide
    .filter((part) => part.length > 2)
    .reduce((text, part) => text.replaceAll(part, '[…]'), plain)
}

const exchangeMessages: Record<ExchangeError['kind'], [name: string, message: string]> = {
  refused: ['PartnerUnreachable', 'The partner can’t be reached.'],
  // Settings, Connections names the host: only administrators see addresses.
  unresolved: ['PartnerUnresolved', 'The name of the partner’s address can’t be found (DNS).'],
  reset: ['PartnerUnreachable', 'The connection to the partner was interrupted.'],
  timeout: ['PartnerTimeout', 'The partner didn’t answer in time.'],
  tls: [
    'PartnerTlsFailed',
    'The connection to the partner isn’t secure, so nothing was sent. Ask an administrator to check its address and certificate.',
  ],
  'too-large': ['PartnerReplyTooLarge', 'The partner’s reply is larger than 20 MB.'],
  encoding: ['PartnerNotApi', notDataMessage],
  cancelled: ['Cancelled', 'The request was stopped.'],
}

/** The failure for an exchange without an answer. */
export function toExchangeFailure(kind: ExchangeError['kind']) {
  const [name, message] = exchangeMessages[kind]
  return fail(name, message)
}

/** The issues of a SchemaInstanceValidationHttpFailure, all at the path `metadata`. */
function schemaInstanceIssues(content: unknown): Issue[] {
  const parsed = errors.SchemaInstanceValidationHttpFailure.content.safeParse(content)
  if (!parsed.success)
    return [{ path: 'metadata', message: 'The metadata doesn’t match its schema.' }]
  return parsed.data.errors.map((problem) => ({
    path: 'metadata',
    message: `${problemMessage(problem)} (schema ${problem.schema_id})`.slice(0, 2_000),
  }))
}

type Problem = { type: string; key?: unknown; expected_value_type?: unknown }

function problemMessage({ type, key, expected_value_type: expected }: Problem): string {
  if (type === 'multiple_instances_for_schema') return 'The schema is used more than once'
  if (type === 'value_does_not_match_key_type')
    return `The value of “${String(key)}” must be of type ${String(expected)}`
  if (type === 'key_does_not_exist') return `The schema has no key “${String(key)}”`
  if (type === 'schema_does_not_exist') return 'Schema not found'
  return 'This connection can’t use this schema'
}
