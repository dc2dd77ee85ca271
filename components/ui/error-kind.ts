import type { Failure } from '#lib/core/result.ts'

export type ErrorKind =
  | 'unreachable'
  | 'partner-failed'
  | 'busy'
  | 'key-refused'
  | 'insecure'
  | 'offline'
  | 'database'
  | 'forbidden'
  | 'not-found'
  | 'no-page'
  | 'used-up'
  | 'too-often'
  | 'unreadable'
  | 'refused'
  | 'failed'

const kinds: Record<string, ErrorKind> = {
  ConsoleUnreachable: 'offline',
  DatabaseAway: 'database',
  PartnerDown: 'unreachable',
  PartnerUnreachable: 'unreachable',
  PartnerUnresolved: 'unreachable',
  PartnerTimeout: 'unreachable',
  PartnerBusy: 'busy',
  PartnerFailed: 'partner-failed',
  InternalError: 'partner-failed',
  PartnerTlsFailed: 'insecure',
  PartnerRedirected: 'unreachable',
  Forbidden: 'forbidden',
  TooManyReads: 'used-up',
  TooManyCalls: 'too-often',
  PartnerUnauthorized: 'key-refused',
  UnauthorizedError: 'forbidden',
  EntityNotFoundError: 'not-found',
  PartnerNotApi: 'unreadable',
  PartnerReplyIncomplete: 'unreadable',
  PartnerReplyTooLarge: 'unreadable',
  UnreadableReply: 'unreadable',
  HttpRequestValidationsError: 'refused',
  HttpRequestValidationError: 'refused',
  UnprocessableEntityError: 'refused',
  PartnerRefused: 'refused',
}

/**
 * Chooses the error state of a failure by the error's name, because one status can have several
 * meanings. 429 and 503 have one, whatever name comes with them.
 */
export function errorKind({ name, status }: Pick<Failure, 'name' | 'status'>): ErrorKind {
  if (status === 429) return 'busy'
  return status === 503 ? 'unreachable' : (kinds[name] ?? 'failed')
}

/** Kinds where the partner gave no good answer, so that what is on the page may be old. */
export const unanswered: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'unreachable',
  'partner-failed',
  'busy',
  'key-refused',
  'insecure',
])
