// Without `server-only`: the front server, which runs outside Next's bundle, measures each request.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { processState } from './process-state.ts'
import { requestId } from './request-id.ts'

/** Everything that a span may say besides its name and its times. Any other member is dropped. */
type Facts = {
  'http.request.method'?: string
  'http.response.status_code'?: number
  /** The name of a failure, never its message. */
  'error.type'?: string
  'console.request_id'?: string
  'console.connection_id'?: string
  'console.attempt'?: number
}

const factNames: readonly (keyof Facts)[] = [
  'http.request.method',
  'http.response.status_code',
  'error.type',
  'console.request_id',
  'console.connection_id',
  'console.attempt',
]

/** `server`: a request of a browser; `client`: one to the partner; `internal`: a job's run. */
type SpanKind = 'server' | 'client' | 'internal'

/** What is known of one span when it has ended. Times are UTC milliseconds with fractions. */
export type EndedSpan = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  facts: Facts
}

type OpenSpan = Omit<EndedSpan, 'endMs'> & { isSampled: boolean }

const state = processState<{
  openSpans: AsyncLocalStorage<OpenSpan | undefined>
  endedSpans: EndedSpan[]
}>()

// A collector that does not answer must not fill the memory: later spans are lost.
const mostWaiting = 2_048

/** The settings of OpenTelemetry that this console follows; undefined while there are no traces. */
export type TraceSettings = {
  /** The full address to which spans are sent. */
  url: string
  headers: Record<string, string>
  service: string
  /** The part of all traces that is kept, 0 to 1. */
  ratio: number
}

/**
 * The settings in the standard OTEL_* variables. Throws an Error with words for an operator, which
 * never quote a value: a header may be a key.
 */
export function traceSettings(env: NodeJS.ProcessEnv = process.env): TraceSettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const address = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || base
  const exporter = env.OTEL_TRACES_EXPORTER || 'otlp'
  if (!address || exporter === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true')
    return undefined
  if (exporter !== 'otlp') throw new Error('OTEL_TRACES_EXPORTER is neither otlp nor none.')
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol && protocol !== 'http/json')
    throw new Error('OTEL_EXPORTER_OTLP_PROTOCOL: the console speaks http/json only.')
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address.')
  return {
    url: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || `${address.replace(/\/+$/, '')}/v1/traces`,
    headers: headersIn(
      env.OTEL_EXPORTER_OTLP_TRACES_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS || '',
    ),
    service: env.OTEL_SERVICE_NAME || 'billing-console',
    ratio: ratioOf(env),
  }
}

// "key=value,other=value", the values as in an address.
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (!/^[\w-]+$/.test(name.trim()) || rest.length === 0)
        throw new Error('OTEL_EXPORTER_OTLP_HEADERS is no list of name=value.')
      return [name.trim(), decodeURIComponent(rest.join('=').trim())]
    }),
  )
}

// Requests begin here and have no parent: what a browser sends in `traceparent` is not trusted. So
// the samplers that ask a parent are the same as those that do not.
function ratioOf({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: part,
}: NodeJS.ProcessEnv) {
  const name = (sampler || 'always_on').replace(/^parentbased_/, '')
  if (name === 'always_on') return 1
  if (name === 'always_off') return 0
  const ratio = Number(part || 1)
  if (name !== 'traceidratio' || !(ratio >= 0 && ratio <= 1))
    throw new Error(
      'OTEL_TRACES_SAMPLER is none of always_on, always_off and traceidratio with a part of 0 to 1.',
    )
  return ratio
}

let settings: { is: TraceSettings | undefined } | undefined

// A setting that is wrong stops the start with words; until then there are no traces.
function settingsOrNone(): TraceSettings | undefined {
  try {
    settings ??= { is: traceSettings() }
  } catch {
    settings = { is: undefined }
  }
  return settings.is
}

/** Reads the settings again, so that a test can change them. */
export function resetTraces(): void {
  settings = undefined
  state.endedSpans = []
}

/**
 * Measures `work` as a span, below the one that is open; without OTEL_* it only runs `work`. The
 * name is fixed text of ours: a route, an act, an operation or a kind of job.
 */
export async function traced<T>(name: string, kind: SpanKind, work: () => Promise<T>): Promise<T> {
  const found = settingsOrNone()
  if (!found) return work()
  state.openSpans ??= new AsyncLocalStorage()
  const parent = state.openSpans.getStore()
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
  const span: OpenSpan = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentId: parent?.spanId,
    name,
    kind,
    startMs: Date.now(),
    facts: { 'console.request_id': requestId() },
    isSampled: parent?.isSampled ?? isWithin(traceId, found.ratio),
  }
  const began = performance.now()
  try {
    return await state.openSpans.run(span, work)
  } catch (error) {
    span.facts['error.type'] ??= 'Unexpected'
    throw error
  } finally {
    if (span.isSampled) keep({ ...span, endMs: span.startMs + performance.now() - began })
  }
}

/** Adds what is known now to the span that is open, and names it anew with `name`. */
export function note(facts: Facts, name?: string): void {
  const span = state.openSpans?.getStore()
  if (!span) return
  if (name !== undefined) span.name = name
  for (const fact of factNames)
    if (facts[fact] !== undefined) Object.assign(span.facts, { [fact]: facts[fact] })
}

/** The W3C `traceparent` for a call to the partner; undefined without traces. */
export function traceparent(): string | undefined {
  const span = state.openSpans?.getStore()
  return span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? '01' : '00'}`
}

/** Takes the spans that have ended and are not yet delivered, at most `most`, the oldest first. */
export function takeSpans(most: number): EndedSpan[] {
  return state.endedSpans?.splice(0, most) ?? []
}

// The same part of all traces in every process: the random bits of the id decide.
function isWithin(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32
}

function keep({ isSampled: _, ...span }: EndedSpan & { isSampled: boolean }): void {
  state.endedSpans ??= []
  if (state.endedSpans.length < mostWaiting) state.endedSpans.push(span)
}
