import 'server-only'
import { z } from 'zod'
import { mayDemoAccountsUse } from '#lib/console/accounts/demo-accounts.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { bearerOf } from './bearer.ts'
import { exchange, ExchangeError } from './http-exchange.ts'

const limits = { connectMs: 2_000, firstByteMs: 10_000, totalMs: 15_000, maxBytes: 50_000_000 }
const instant = z.iso.datetime().transform((text) => Date.parse(text))
const history = z.object({
  claims: z.array(
    z.object({
      in_error_at: instant,
      left_at: instant.nullable(),
      is_resolved_by_hand: z.boolean(),
      is_accepted: z.boolean(),
    }),
  ),
})

/** When claims came into error and left it, in UTC milliseconds. */
export type ErrorHistory = z.output<typeof history>['claims']

/**
 * What the embedded sandbox has stored of errors before the console was here, for the demo alone:
 * undefined beside any other partner, whose interface has no such times, and where the sandbox does
 * not answer.
 */
export async function readErrorHistory(
  connection: Connection,
  signal?: AbortSignal,
): Promise<ErrorHistory | undefined> {
  if (!connection.isEmbedded || !mayDemoAccountsUse(connection)) return undefined
  const secret = await bearerOf(connection, limits)
  const answer = await exchange({
    method: 'GET',
    url: new URL('/_sandbox/error-history', connection.baseUrl),
    headers: { accept: 'application/json', authorization: `Bearer ${secret.reveal()}` },
    limits,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof ExchangeError) return undefined
    throw error
  })
  if (answer?.status !== 200) return undefined
  return history.parse(JSON.parse(answer.text)).claims
}
