import 'server-only'
import { fail } from '#lib/core/result.ts'
import type { ExchangeTrouble } from './http-exchange.ts'

const words: Record<ExchangeTrouble['kind'], [name: string, message: string]> = {
  refused: ['PartnerUnreachable', 'The partner cannot be reached.'],
  reset: ['PartnerUnreachable', 'The connection to the partner broke off.'],
  timeout: ['PartnerTimeout', 'The partner did not answer in time.'],
  tls: [
    'PartnerTlsFailed',
    'No TLS connection that can be trusted could be made to the partner, so nothing was sent. An administrator must check its address and certificate.',
  ],
  'too-large': ['PartnerReplyTooLarge', 'The partner’s reply is larger than 20 MB.'],
  encoding: ['PartnerNotApi', 'The partner’s reply was not an API reply.'],
  cancelled: ['Cancelled', 'The request was stopped.'],
}

/** The failure for an exchange that brought no answer. */
export function toTroubleFailure(kind: ExchangeTrouble['kind']) {
  const [name, message] = words[kind]
  return fail(name, message)
}
