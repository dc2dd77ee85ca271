import type { Failure } from '#lib/core/result.ts'

export type ErrorKind =
  | 'unreachable'
  | 'offline'
  | 'database'
  | 'forbidden'
  | 'not-found'
  | 'no-page'
  | 'unreadable'
  | 'failed'

const kinds: Record<string, ErrorKind> = {
  ConsoleUnreachable: 'offline',
  DatabaseAway: 'database',
  PartnerUnreachable: 'unreachable',
  PartnerTimeout: 'unreachable',
  PartnerBusy: 'unreachable',
  PartnerFailed: 'unreachable',
  PartnerTlsFailed: 'unreachable',
  PartnerRedirected: 'unreachable',
  Forbidden: 'forbidden',
  PartnerUnauthorized: 'forbidden',
  UnauthorizedError: 'forbidden',
  EntityNotFoundError: 'not-found',
  PartnerNotApi: 'unreadable',
  PartnerReplyIncomplete: 'unreadable',
  PartnerReplyTooLarge: 'unreadable',
  UnreadableReply: 'unreadable',
}

/** Which designed state shows a failure. It goes by the error's name, since one status can mean several things. */
export function errorKind(failure: Pick<Failure, 'name'>): ErrorKind {
  return kinds[failure.name] ?? 'failed'
}
