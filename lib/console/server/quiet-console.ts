// Without `server-only`: the front server runs outside Next's bundle.
import { requestId } from '#lib/console/request-id.ts'

/**
 * One log line for printed output: never its text, which may quote a patient, a query or a token.
 */
type Line = {
  level: string
  time: string
  msg: string
  request_id?: string
  error_name?: string
  digest?: string
  frames?: string[]
}

/**
 * Replaces `console` for the whole process. Next prints a page's error with its message, and a
 * database error's message contains the statement's values. Only the class, digest and location of
 * each error are logged.
 */
export function quietConsole(write: (line: string) => void): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...printed: unknown[]) => write(JSON.stringify(toLine(level, printed)))
  }
  for (const level of ['log', 'info', 'debug', 'trace'] as const) console[level] = () => {}
}

/** The loggable part of printed values. */
export function toLine(level: string, printed: unknown[]): Line {
  const id = requestId()
  const line: Line = {
    level,
    time: new Date().toISOString(),
    msg: 'printed by the framework',
    ...(id && { request_id: id }),
  }
  const error = printed.find((value) => value instanceof Error)
  if (!error) return line
  const { digest } = error as { digest?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((text) => /^\s+at \S/.test(text))
  return {
    ...line,
    error_name: error.constructor.name,
    ...(typeof digest === 'string' ? { digest: digest.slice(0, 40) } : {}),
    frames: frames.slice(0, 6).map((text) => text.trim().slice(0, 200)),
  }
}
