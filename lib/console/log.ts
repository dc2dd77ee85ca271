import 'server-only'
import { createHash } from 'node:crypto'
import pino from 'pino'
import { logInWords, logOutput } from '#lib/core/log-output.ts'
import { requestId } from './request-id.ts'

/** Every field that a log line may have. Any other field is dropped. */
type LogFields = {
  /** The log adds it by itself. */
  request_id?: string
  operation?: string
  error_name?: string
  digest?: string
  frames?: string[]
  status?: number
  attempt?: number
  duration_ms?: number
  account_id?: string
  connection_id?: string
  environment?: string
  count?: number
  setup_link?: string
  batch?: number
  head?: string
}

const allowed: readonly (keyof LogFields)[] = [
  'request_id',
  'operation',
  'error_name',
  'digest',
  'frames',
  'status',
  'attempt',
  'duration_ms',
  'account_id',
  'connection_id',
  'environment',
  'count',
  'setup_link',
  'batch',
  'head',
]

let writer: pino.Logger | undefined
let output: pino.DestinationStream | undefined

/** The log of an operator's command, which answers a person: words beside its answers. */
export function logForOperator(): void {
  output = logInWords(process.stderr)
}

/**
 * Writes one line: `event` is fixed text of ours, `fields` only allow-listed members. A line of a
 * request or of a job's run has its id.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: LogFields = {}): void {
  writer ??= pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      level: process.env.LOG_LEVEL ?? 'info',
    },
    (output ??= logOutput(process.stdout)),
  )
  writer[level](allowedOnly({ ...fields, request_id: requestId() }), event)
}

/**
 * Logs a defect without its subject: its class, its place in the code and a digest, never its
 * message, which may quote a patient or a key. Returns the digest, which may be shown.
 */
export function logDefect(error: unknown, operation: string): string {
  const frames = error instanceof Error ? framesOf(error) : []
  const name = error instanceof Error ? error.constructor.name : typeof error
  const digest = createHash('sha256')
    .update([name, ...frames].join('\n'))
    .digest('hex')
    .slice(0, 12)
  log('error', 'unexpected', { operation, error_name: name, digest, frames })
  return digest
}

/** The allow-listed members of `fields`. */
export function allowedOnly(fields: LogFields): LogFields {
  return Object.fromEntries(
    allowed.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]),
  )
}

function framesOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return lines.slice(0, 6).map((line) => line.trim().slice(0, 200))
}
