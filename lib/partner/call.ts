import 'server-only'
import { askingAccount } from '#lib/console/audit.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { elapsed } from '#lib/console/clock.ts'
import { log } from '#lib/console/log.ts'
import { metrics } from '#lib/console/metrics.ts'
import { requestId } from '#lib/console/request-id.ts'
import { note as noteInTrace, traced } from '#lib/console/traces.ts'
import { idPattern } from '#lib/contract/fields.ts'
import type { Input, Ok, Operation } from '#lib/contract/operation.ts'
import { type JsonBounds, parseExact } from '#lib/core/json.ts'
import { haveText, parseBytes } from '#lib/core/json-bytes.ts'
import type { PartnerState } from '#lib/core/partner-state.ts'
import { operations } from '#lib/contract/operations.ts'
import { type Failure, type Result, fail, ok } from '#lib/core/result.ts'
import { CredentialsRefused, bearerOf, dropToken } from './bearer.ts'
import { takeCall, tooManyCalls } from './call-budget.ts'
import {
  type Explain,
  notDataMessage,
  readEnvelope,
  requestIdWords,
  toFailure,
  toExchangeFailure,
} from './failures.ts'
import { type Answer, ExchangeError, type Limits, exchange } from './http-exchange.ts'
import {
  admit,
  freshHealth,
  type Health,
  healthOf,
  isFailing,
  lookAgain,
  noteBusy,
  noteRefusal,
  noteSign,
  partnerBusy,
  restoreBudget,
  type Sign,
  stateOf,
  takeRetry,
} from './partner-health.ts'
import { maxAttempts, retryAfterMs, waitBefore } from './retry.ts'

/** A successful reply: its unchanged JSON text ('' for a 204) and its status. */
export type Reply = { text: string; status: number }
/**
 * `bodyText` is JSON text that is sent instead of `input.body`, to keep its numbers as they were
 * written. `explain` gives the meaning of a named refusal that depends on the request. `isTest`
 * sends the request whatever is known of the partner, and notes nothing: for a connection that is
 * being tested.
 */
export type CallOptions = {
  signal?: AbortSignal
  limits?: Partial<Limits>
  bodyText?: string
  explain?: Explain
  isTest?: boolean
}

const standard: Limits = {
  connectMs: 3_000,
  firstByteMs: 10_000,
  totalMs: 30_000,
  maxBytes: 20_000_000,
}
const probeLimits = { connectMs: 2_000, firstByteMs: 4_000, totalMs: 5_000 }

/**
 * Sends one operation to the partner. A read is tried up to three times. A write is sent once; if
 * it may have arrived without an answer, the failure is `OutcomeUnknown`. While the partner is
 * known not to answer, or wants a pause, nothing is sent and the failure is `PartnerDown` or
 * `PartnerBusy`; it is `TooManyCalls` for a person who asks too much at once. Failures are returned, and their messages contain no key, address or patient. The
 * signal cancels the call.
 */
export async function call<O extends Operation>(
  connection: Connection,
  operation: O,
  input: Input<O>,
  options: CallOptions = {},
): Promise<Result<Reply>> {
  const answered = await answerTo(connection, operation, input as WireInput, options)
  return answered.ok ? ok({ text: answered.value.text, status: answered.value.status }) : answered
}

/** Like `call`, and returns the reply's JSON; undefined for a 204. */
export async function callJson<O extends Operation>(
  connection: Connection,
  operation: O,
  input: Input<O>,
  options: CallOptions = {},
): Promise<Result<unknown>> {
  const answered = await answerTo(connection, operation, input as WireInput, options)
  return answered.ok ? ok(answered.value.json) : answered
}

/**
 * A reply with its JSON: a page of records is parsed once, and its text is made only for a caller
 * that wants it.
 */
type Parsed = { readonly text: string; status: number; json: unknown }

async function answerTo(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  options: CallOptions,
): Promise<Result<Parsed>> {
  const answered = await answerWithRetries(connection, operation, input, options)
  return answered.ok ? answered : { ok: false, error: withRequestId(answered.error) }
}

// What an operator may have to look up: no answer, or none that the interface describes. The
// partner's refusals (4xx) say all that there is to know.
function withRequestId(failure: Failure): Failure {
  const id = requestId()
  const isOrdinary =
    failure.status >= 400 && failure.status < 500 && !ofInstallation.has(failure.status)
  if (!id || isOrdinary || notTrouble.has(failure.name)) return failure
  return { ...failure, requestId: id }
}

// The key and too many requests are matters of the installation, not of what was asked.
const ofInstallation: ReadonlySet<number> = new Set([401, 429])
const notTrouble: ReadonlySet<string> = new Set(['Cancelled', 'InvalidId'])

async function answerWithRetries(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  options: CallOptions,
): Promise<Result<Parsed>> {
  const endsAt = performance.now() + (options.limits?.totalMs ?? standard.totalMs)
  const isRead = operation.method === 'GET'
  const health = options.isTest ? freshHealth() : healthAt(connection, operation.host)
  const mostAttempts = isRead && !isFailing(health) ? maxAttempts : 1
  for (let attempt = 1; ; attempt += 1) {
    const admitted = admit(health, () => probe(connection, operation.host, options.limits))
    if (!('waitMs' in admitted)) return notSent(operation, admitted)
    const account = askingAccount()
    const taken = account === undefined ? { waitMs: 0 } : takeCall(account)
    if (!('waitMs' in taken)) return notSent(operation, taken)
    const waitMs = Math.max(admitted.waitMs, taken.waitMs)
    if (performance.now() + waitMs >= endsAt) {
      const isOwn = taken.waitMs > admitted.waitMs
      return notSent(operation, isOwn ? tooManyCalls(waitMs) : partnerBusy(waitMs))
    }
    if (waitMs > 0 && !(await pause(waitMs, options.signal))) return cancelled()
    const totalMs = endsAt - performance.now()
    const outcome = await attemptLogged(connection, operation, input, {
      ...options,
      attempt,
      isHasty: (options.limits?.totalMs ?? standard.totalMs) < standard.totalMs,
      limits: { ...standard, ...options.limits, totalMs },
    })
    note(health, outcome)
    if (!outcome.mayRetry) restoreBudget(health)
    if (!outcome.mayRetry || attempt >= Math.min(mostAttempts, outcome.attempts ?? maxAttempts))
      return outcome.result
    // The partner's own pause is waited for when the next attempt is admitted.
    const wait =
      outcome.busy?.waitMs === undefined ? waitBefore(attempt + 1, outcome.busy !== undefined) : 0
    if (performance.now() + wait >= endsAt || !takeRetry(health)) return outcome.result
    if (!(await pause(wait, options.signal))) return cancelled()
  }
}

// Each failure that a person may read out has a line in the log.
function notSent({ id }: Operation, error: Failure): { ok: false; error: Failure } {
  log('warn', 'partner not called', { operation: id, error_name: error.name })
  return { ok: false, error }
}

/**
 * How the partner answers this connection, as far as its latest calls tell. With `look`, a partner
 * in trouble is also probed in the background, at most once in ten seconds: the next call to this
 * function then knows more.
 */
export function partnerState(connection: Connection, { look = false } = {}): PartnerState {
  const hosts: Host[] =
    connection.preEncounterUrl === connection.baseUrl ? ['billing'] : ['billing', 'pre-encounter']
  const healths = hosts.map((host) => ({ host, health: healthAt(connection, host) }))
  for (const { host, health } of look ? healths : [])
    lookAgain(health, () => probe(connection, host))
  return stateOf(healths.map(({ health }) => health))
}

type Host = Operation['host']

function healthAt(connection: Connection, host: Host): Health {
  const url = host === 'pre-encounter' ? connection.preEncounterUrl : connection.baseUrl
  return healthOf(connection, new URL(url).origin)
}

// A record that no partner has, and a page of one row: small questions that any working partner
// answers.
const unusedId = '00000000-0000-4000-8000-000000000000'

/**
 * Asks the partner one small question and notes the outcome. It reads no patient, and waits no
 * longer than its caller would.
 */
async function probe(
  connection: Connection,
  host: Host,
  callers: CallOptions['limits'] = {},
): Promise<void> {
  const firstByteMs = Math.min(
    probeLimits.firstByteMs,
    callers.firstByteMs ?? probeLimits.firstByteMs,
  )
  const limits = { ...standard, ...probeLimits, firstByteMs }
  const [operation, input] =
    host === 'pre-encounter'
      ? ([operations.getAppointment, { params: { appointment_id: unusedId } }] as const)
      : ([operations.listContractsV3, { query: { limit: 1 } }] as const)
  note(
    healthAt(connection, host),
    await attemptLogged(connection, operation, input, { attempt: 1, isHasty: false, limits }),
  )
}

function note(health: Health, { sign, result, busy, tookMs }: Timed): void {
  if (!result.ok && result.error.name === 'PartnerUnauthorized') noteRefusal(health, 'key-refused')
  if (!result.ok && result.error.name === 'PartnerTlsFailed') noteRefusal(health, 'insecure')
  if (busy) noteBusy(health, busy.status, busy.waitMs)
  noteSign(health, sign, tookMs)
}

type Attempt = CallOptions & { limits: Limits; isHasty: boolean; attempt: number }

function attemptLogged(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  attempt: Attempt,
): Promise<Timed> {
  return traced(operation.id, 'client', () => attemptCounted(connection, operation, input, attempt))
}

async function attemptCounted(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  { attempt, ...options }: Attempt,
): Promise<Timed> {
  const began = elapsed()
  const outcome = await attemptOnce(connection, operation, input, options)
  const { result } = outcome
  const tookMs = elapsed() - began
  metrics()?.partnerCalls.observe(
    { operation: operation.id, outcome: result.ok ? 'ok' : result.error.name },
    tookMs / 1_000,
  )
  noteInTrace({
    'http.request.method': operation.method,
    'http.response.status_code': result.ok ? result.value.status : result.error.status,
    'error.type': result.ok ? undefined : result.error.name,
    'console.connection_id': connection.id,
    'console.attempt': attempt,
  })
  log(result.ok ? 'info' : 'warn', 'partner call', {
    operation: operation.id,
    attempt,
    duration_ms: Math.round(tookMs),
    connection_id: connection.id,
    status: result.ok ? result.value.status : result.error.status,
    ...(result.ok ? {} : { error_name: result.error.name }),
  })
  return { ...outcome, tookMs }
}

/**
 * Like `call`, and parses the reply with the operation's schema; `UnreadableReply` if it does not
 * match.
 */
export async function callParsed<O extends Operation>(
  connection: Connection,
  operation: O,
  input: Input<O>,
  options: CallOptions = {},
): Promise<Result<Ok<O>>> {
  const reply = await answerTo(connection, operation, input as WireInput, options)
  if (!reply.ok) return reply
  if (operation.ok === null) return ok(undefined as Ok<O>) // a 204 has no body, so `Ok<O>` is undefined
  const parsed = operation.ok.safeParse(reply.value.json)
  if (!parsed.success)
    return {
      ok: false,
      error: withRequestId(
        fail('UnreadableReply', 'The partner’s reply has an unknown format.', {
          status: reply.value.status,
        }).error,
      ),
    }
  return ok(parsed.data as Ok<O>)
}

/**
 * `attempts` is set where fewer than `maxAttempts` make sense; `waitMs` is the pause that a busy
 * partner asked for.
 */
type Outcome = {
  result: Result<Parsed>
  mayRetry: boolean
  sign: Sign
  attempts?: number
  busy?: { status: number; waitMs: number | undefined }
}

/** An outcome, and how long it took. */
type Timed = Outcome & { tookMs: number }

async function attemptOnce(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  options: CallOptions & { limits: Limits; isHasty: boolean },
): Promise<Outcome> {
  const isRead = operation.method === 'GET'
  try {
    const answer = await send(connection, operation, input, options)
    if (answer.status < 200 || answer.status >= 300)
      return refused(connection, operation, input, answer, options.explain)
    const whole = wholeJson(answer, operation)
    if (whole === 'too large')
      return {
        result: isRead ? tooManyValues(answer.status) : outcomeUnknown(answer.status),
        mayRetry: false,
        sign: 'none',
      }
    if (whole) {
      return { result: ok(parsedOf(answer, whole.json)), mayRetry: false, sign: 'good' }
    }
    const failure = notAnApiReply(answer)
    // Another kind of page is seldom an accident, so it is asked for once more only.
    const attempts = failure.error.name === 'PartnerNotApi' ? 2 : maxAttempts
    return {
      result: isRead ? failure : outcomeUnknown(answer.status),
      mayRetry: true,
      sign: 'none',
      attempts,
    }
  } catch (error) {
    if (error instanceof InvalidId) return { result: invalidId(), mayRetry: false, sign: 'none' }
    if (error instanceof CredentialsRefused)
      return { result: credentialsRefused(), mayRetry: false, sign: 'answered' }
    if (!(error instanceof ExchangeError)) throw error
    const isOutcomeUnknown = !isRead && error.maySent
    const result = isOutcomeUnknown ? outcomeUnknown(0) : toExchangeFailure(error.kind)
    const isNoAnswer = ['refused', 'unresolved', 'timeout', 'reset'].includes(error.kind)
    // A caller with little time gave up early, which says nothing about the partner.
    const isOurs = error.kind === 'timeout' && options.isHasty
    return { result, mayRetry: isNoAnswer, sign: isNoAnswer && !isOurs ? 'bad' : 'none' }
  }
}

function parsedOf(answer: Answer, json: unknown): Parsed {
  return {
    get text() {
      return answer.text
    },
    status: answer.status,
    json,
  }
}

async function send(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  options: CallOptions & { limits: Limits },
): Promise<Answer> {
  const url = requestUrl(connection, operation, input)
  const body =
    options.bodyText ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const once = async () => {
    const bearer = await bearerBeforeSend(connection, options.limits)
    const headers = { authorization: `Bearer ${bearer.reveal()}`, accept: 'application/json' }
    return exchange({
      method: operation.method,
      url,
      headers,
      body,
      limits: options.limits,
      signal: options.signal,
    })
  }
  const answer = await once()
  // A partner answers 401 before it does any work, so a write can also be repeated with a new
  // token.
  return answer.status === 401 && dropToken(connection) ? once() : answer
}

// If the token request fails, the request itself was not sent.
async function bearerBeforeSend(connection: Connection, limits: Limits) {
  try {
    return await bearerOf(connection, limits)
  } catch (error) {
    throw error instanceof ExchangeError ? new ExchangeError(error.kind, false) : error
  }
}

async function refused(
  connection: Connection,
  operation: Operation,
  input: WireInput,
  answer: Answer,
  explain: Explain | undefined,
): Promise<Outcome> {
  const { status } = answer
  const busy =
    status === 429 || status === 503
      ? { busy: { status, waitMs: retryAfterMs(answer.retryAfter, answer.date) } }
      : undefined
  const heard = { sign: signOf(answer), ...busy }
  if (operation.method !== 'GET' && !isNotDone(answer))
    return { result: outcomeUnknown(status, requestIdWords(answer)), mayRetry: false, ...heard }
  const result = toFailure(
    operation,
    answer,
    await hiddenTexts(connection, operation, input),
    explain,
  )
  return { result, mayRetry: busy !== undefined || status >= 500, ...heard }
}

/**
 * What a refusal says about the partner. A gateway that answers in its place says that the partner
 * does not.
 */
function signOf({ status, text }: Answer): Sign {
  if (status === 503) return 'bad'
  if (status >= 500) return readEnvelope(text) ? 'answered' : 'bad'
  if (status === 401 || status === 429) return 'answered'
  return status >= 400 ? 'good' : 'none'
}

// The partner's own 4xx, 429 and 503 are answered instead of doing the work.
const refusesRequest = (status: number) => (status >= 400 && status < 500) || status === 503

/**
 * True if an answer to a write means that the write was not made. An answer without the partner's
 * envelope comes from a gateway, which may have forwarded the write before it failed, whatever its
 * status says; only a 401 is answered to the key alone, before anything is forwarded. After any
 * other 5xx the outcome is unknown.
 */
function isNotDone({ status, text }: Answer): boolean {
  return status === 401 || (refusesRequest(status) && readEnvelope(text) !== undefined)
}

async function hiddenTexts(
  connection: Connection,
  operation: Operation,
  input: WireInput,
): Promise<string[]> {
  const key = (await connection.openKey()).reveal()
  const asked = operation.method === 'GET' ? Object.values(input.query ?? {}).flat() : []
  return [key, ...asked.filter((value): value is string => typeof value === 'string')]
}

// The deepest record of the API has ten levels, and code that walks through much deeper text would
// fail. A page of 1,000 of the largest captures has 300,000 values; a text within 20 MB could have
// ten million and stop everybody's requests while it is parsed.
const bounds: JsonBounds = { values: 500_000, depth: 100 }

/**
 * The JSON of a successful answer that has the form that the operation promises: complete and not
 * nested too deeply, or no body if the operation has none. 'too large' if it has too many values,
 * otherwise undefined.
 */
function wholeJson(
  { contentType, bytes }: Answer,
  operation: Operation,
): { json: unknown } | 'too large' | undefined {
  if (!haveText(bytes)) return operation.ok === null ? { json: undefined } : undefined
  if (!/json/i.test(contentType)) return undefined
  try {
    const parsed = parseBytes(bytes, bounds)
    if (parsed === 'values') return 'too large'
    if (parsed === 'depth') return undefined
    // `parseExact` takes longer than JSON.parse, so it runs only if the text may hold the member
    // that it refuses.
    if (hidesMember.some((sign) => bytes.includes(sign))) parseExact(bytes.toString('utf8'))
    return parsed
  } catch {
    return undefined
  }
}

// Its underscores may be written as \\u005f or \\u005F.
const hidesMember = ['__proto__', '\\u005']

function notAnApiReply({ status, contentType, text }: Answer): { ok: false; error: Failure } {
  const isCut = /json/i.test(contentType) && /^\s*[{[]/.test(text)
  return isCut
    ? fail('PartnerReplyIncomplete', 'The partner’s reply was incomplete.', { status })
    : fail('PartnerNotApi', notDataMessage, { status })
}

function outcomeUnknown(status: number, requestId = '') {
  return fail(
    'OutcomeUnknown',
    `The partner didn’t confirm the change, so it may or may not have been made. Reload the record to check.${requestId}`,
    { status },
  )
}

function tooManyValues(status: number) {
  return fail(
    'PartnerReplyTooLarge',
    `The partner’s reply has more than ${bounds.values.toLocaleString('en-US')} values, so the console didn’t read it.`,
    { status },
  )
}

function invalidId() {
  return fail(
    'InvalidId',
    'This ID has characters other than letters, digits, “-” and “_”. Nothing was sent.',
  )
}

function credentialsRefused() {
  return fail(
    'PartnerUnauthorized',
    'The partner refused the stored client credentials. Ask an administrator to check the connection.',
    { status: 401 },
  )
}

function cancelled() {
  return toExchangeFailure('cancelled')
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const stop = () => (clearTimeout(timer), resolve(false))
    const timer = setTimeout(() => (signal?.removeEventListener('abort', stop), resolve(true)), ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** An operation's input with untyped members. */
export type WireInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A path parameter that is no valid id: `../auth` would lead to another path. */
export class InvalidId extends Error {}

/**
 * The URL of one request. Arrays become repeated keys; undefined, null and empty arrays are left
 * out. Throws `InvalidId` for a path parameter that is missing or has characters other than
 * letters, digits, "-" and "_".
 */
function requestUrl(connection: Connection, operation: Operation, input: WireInput): URL {
  const base = operation.host === 'pre-encounter' ? connection.preEncounterUrl : connection.baseUrl
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (typeof value !== 'string' || !idPattern.test(value))
      throw new InvalidId(`path parameter ${name} is no id`)
    return value
  })
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, String(item))
    }
  }
  return url
}
