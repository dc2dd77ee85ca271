import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { call, callParsed } from './call.ts'

// A record that no partner has: its address and the key are tried without reading a patient's
// appointment.
const unusedId = '00000000-0000-4000-8000-000000000000'

/**
 * Tries a connection: reads one contract at the base address, and asks for an appointment that does
 * not exist at the pre-encounter address where that is another. Answers undefined when both take
 * the key, else the complaint at the member that it is about: `base_url`, `pre_encounter_url` or
 * `key`.
 */
export async function checkConnection(
  connection: Connection,
  signal?: AbortSignal,
): Promise<Issue | undefined> {
  const options = { signal, limits: { totalMs: 10_000 }, isTest: true }
  const read = await callParsed(
    connection,
    operations.listContractsV3,
    { query: { limit: 1 } },
    options,
  )
  if (!read.ok) return complaintOf(read.error, 'base_url', connection.baseUrl)
  if (connection.preEncounterUrl === connection.baseUrl) return undefined
  const asked = { params: { appointment_id: unusedId } }
  const found = await call(connection, operations.getAppointment, asked, options)
  if (found.ok || found.error.name === 'EntityNotFoundError') return undefined
  return complaintOf(found.error, 'pre_encounter_url', connection.preEncounterUrl)
}

/**
 * What a key may do with charge captures: change them, only read them, or what the partner's answer
 * does not tell.
 */
export type KeyAccess = 'writes' | 'reads' | 'unknown'

/**
 * Tells whether a key may write, without writing: it asks for a change of a capture that no partner
 * has, with a body that changes nothing. A key that only reads is refused for itself (403), another
 * one for the capture (404). ASSUMED: write-permission-first
 */
export async function readKeyAccess(
  connection: Connection,
  signal?: AbortSignal,
): Promise<KeyAccess> {
  const options = { signal, limits: { totalMs: 10_000 }, isTest: true }
  const asked = { params: { charge_capture_id: unusedId }, body: {} }
  const result = await call(connection, operations.updateChargeCapture, asked, options)
  if (!result.ok && result.error.name === 'UnauthorizedError') return 'reads'
  return !result.ok && result.error.name === 'EntityNotFoundError' ? 'writes' : 'unknown'
}

function complaintOf(
  { name, status }: Failure,
  path: 'base_url' | 'pre_encounter_url',
  address: string,
): Issue {
  if (name === 'PartnerUnauthorized')
    return { path: 'key', message: 'The partner refused this key.' }
  if (name === 'UnauthorizedError')
    return { path: 'key', message: 'The partner knows this key but doesn’t let it read contracts.' }
  if (name === 'PartnerUnresolved')
    return { path, message: `The name ${new URL(address).hostname} can’t be found (DNS).` }
  return {
    path,
    message: words[name] ?? `This address doesn’t answer like the partner (status ${status}).`,
  }
}

const words: Record<string, string> = {
  PartnerUnreachable: 'This address can’t be reached.',
  PartnerTimeout: 'This address didn’t answer within 10 seconds.',
  PartnerTlsFailed: 'The certificate of this address isn’t valid.',
  PartnerRedirected: 'This address redirects elsewhere. Give the address that it leads to.',
  PartnerBusy: 'The partner is busy. Try again in a moment.',
  EntityNotFoundError: 'This address isn’t the partner’s API.',
  PartnerNotApi: 'This address isn’t the partner’s API.',
  PartnerReplyIncomplete: 'The partner’s reply was incomplete. Try again.',
  UnreadableReply: 'This address isn’t the partner’s API.',
}
