import 'server-only'
import { fail } from '#lib/core/result.ts'
import type { ExchangeTrouble } from './http-exchange.ts'

const words: Record<ExchangeTrouble['kind'], [name: string, message: string]> = {
  refused: ['PartnerUnreachable', 'The partner can’t be reached.'],
  reset: ['PartnerUnreachable', 'The connection to the partner was interrupted.'],
  timeout: ['PartnerTimeout', 'The partner didn’t answer in time.'],
  tls: [
    'PartnerTlsFailed',
    'The connection to the partner isn’t secure, so nothing was sent. Ask an administrator to check its address and certificate.',
  ],
  'too-large': ['PartnerReplyTooLarge', 'The partner’s reply is larger than 20 MB.'],
  encoding: ['PartnerNotApi', 'The partner’s reply isn’t an API reply.'],
  cancelled: ['Cancelled', 'The request was stopped.'],
}

/** The failure for an exchange that brought no answer. */
export function toTroubleFailure(kind: ExchangeTrouble['kind']) {
  const [name, message] = words[kind]
  return fail(name, message)
}
