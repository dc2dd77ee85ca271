import type { Failure } from '#lib/core/result.ts'

export type ErrorKind =
  | 'unreachable'
  | 'busy'
  | 'key-refused'
  | 'insecure'
  | 'offline'
  | 'database'
  | 'forbidden'
  | 'not-found'
  | 'no-page'
  | 'used-up'
  | 'unreadable'
  | 'failed'

const kinds: Record<string, ErrorKind> = {
  ConsoleUnreachable: 'offline',
  DatabaseAway: 'database',
  PartnerDown: 'unreachable',
  PartnerUnreachable: 'unreachable',
  PartnerUnresolved: 'unreachable',
  PartnerTimeout: 'unreachable',
  PartnerBusy: 'busy',
  PartnerFailed: 'unreachable',
  PartnerTlsFailed: 'insecure',
  PartnerRedirected: 'unreachable',
  Forbidden: 'forbidden',
  TooManyReads: 'used-up',
  PartnerUnauthorized: 'key-refused',
  UnauthorizedError: 'forbidden',
  EntityNotFoundError: 'not-found',
  PartnerNotApi: 'unreadable',
  PartnerReplyIncomplete: 'unreadable',
  PartnerReplyTooLarge: 'unreadable',
  UnreadableReply: 'unreadable',
}

/** Chooses the error state of a failure by the error's name, because one status can have several meanings. */
export function errorKind(failure: Pick<Failure, 'name'>): ErrorKind {
  return kinds[failure.name] ?? 'failed'
}

/** Kinds where the partner gave no good answer, so that what is on the page may be old. */
export const unanswered: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['unreachable', 'busy', 'key-refused', 'insecure'])
