import type { Failure } from '#lib/core/result.ts'

export type ErrorKind = 'unreachable' | 'forbidden' | 'not-found' | 'unreadable' | 'failed'

const kinds: Record<string, ErrorKind> = {
  PartnerUnreachable: 'unreachable',
  PartnerTimeout: 'unreachable',
  TooManyRequestsError: 'unreachable',
  Forbidden: 'forbidden',
  UnauthorizedError: 'forbidden',
  EntityNotFoundError: 'not-found',
  NotFound: 'not-found',
  Unreadable: 'unreadable',
  UnreadableReply: 'unreadable',
}

/** Which designed state shows a failure. It goes by the error's name, since one status can mean several things. */
export function errorKind(failure: Pick<Failure, 'name'>): ErrorKind {
  return kinds[failure.name] ?? 'failed'
}
