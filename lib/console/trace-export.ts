import 'server-only'
import { log } from './log.ts'
import { processState } from './process-state.ts'
import { takeSpans, type EndedSpan, type TraceSettings } from './traces.ts'
import { version } from '#lib/core/version.ts'

const state = processState<{ traceExport: NodeJS.Timeout; stopTraces: () => Promise<void> }>()

// OpenTelemetry's own defaults: a batch of 512 every five seconds, and ten seconds for an answer.
const everyMs = 5_000
const mostAtOnce = 512
const patienceMs = 10_000

/** Begins to deliver spans to the collector. Only called with OTEL_* variables. */
export function startTraceExport(settings: TraceSettings): void {
  clearInterval(state.traceExport)
  state.traceExport = setInterval(() => void deliver(settings), everyMs).unref()
  state.stopTraces = async () => {
    clearInterval(state.traceExport)
    await deliver(settings)
  }
}

/** Sends what waits. Spans that the collector does not take are lost, and the log says how many. */
export async function deliver(settings: TraceSettings): Promise<void> {
  for (let spans = takeSpans(mostAtOnce); spans.length > 0; spans = takeSpans(mostAtOnce)) {
    const status = await send(settings, spans)
    if (status < 200 || status >= 300)
      return log('warn', 'traces not delivered', { status, count: spans.length })
  }
}

async function send({ url, headers, service }: TraceSettings, spans: EndedSpan[]): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(service, spans)),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}

const kinds = { internal: 1, server: 2, client: 3 }
const failed = 2

/** Spans as OTLP's JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function toOtlp(service: string, spans: EndedSpan[]) {
  const resource = { 'service.name': service, 'service.version': version }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [
          {
            scope: { name: 'billing-console', version },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentId && { parentSpanId: span.parentId }),
              name: span.name,
              kind: kinds[span.kind],
              startTimeUnixNano: nanoseconds(span.startMs),
              endTimeUnixNano: nanoseconds(span.endMs),
              attributes: attributesOf(span.facts),
              ...(span.facts['error.type'] && { status: { code: failed } }),
            })),
          },
        ],
      },
    ],
  }
}

function attributesOf(facts: { [name: string]: string | number | undefined }) {
  return Object.entries(facts).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [
          {
            key,
            value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
          },
        ],
  )
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms * 1_000)) * 1_000n}`
}
