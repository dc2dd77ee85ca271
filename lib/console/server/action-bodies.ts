// Without `server-only`: the front server runs outside Next's bundle.
import type { IncomingMessage } from 'node:http'
import { type JsonBounds, tooMuchIn } from '#lib/core/json.ts'
import { smallBody, takeBytes, tooMuchSent } from './body-budget.ts'
import { withBody } from './front-guards.ts'

// Next decodes an action's body before any code of ours runs, and everybody's requests wait
// meanwhile.

/**
 * The header that tells an action why the front server did not hand its body on. A client's value
 * is removed.
 */
export const refusedHeader = 'x-console-refused'

/**
 * The header's value when the database did not tell in time whose session it is; nothing was read.
 */
export const sessionUnknown = 'session-unknown'

/** Why a body is not handed on. */
export type BodyRefusal = 'too-large' | 'too-many-values' | 'too-much-sent'

/** The words of each refusal for the person. */
export const bodyRefusals: Record<BodyRefusal, string> = {
  'too-large':
    'This is larger than the console takes at once, so it was not read and nothing was changed. Send less at a time.',
  'too-many-values':
    'This has more values than the console takes at once, so it was not read and nothing was changed. Send less at a time.',
  'too-much-sent': tooMuchSent,
}

/** The actions that send whole records, rosters or files; each is a text in their input. */
export const largeActions: ReadonlySet<string> = new Set([
  'createChargeCapture',
  'createChargeCaptureFromPreEncounter',
  'createContractServiceFacility',
  'createContractV2',
  'createContractV3',
  'createEncounterFromPreEncounter',
  'createFacilitySpan',
  'createProviderSpan',
  'saveChargeCapture',
  'saveFacilitySpan',
  'saveProviderSpan',
  'sendCodeListPart',
  'startBulkFix',
  'updateContractServiceFacility',
  'updateContractV2',
  'updateContractV3',
])

// A record of 20 MB, and what is around it. The largest list that another action takes, 10,000 ids,
// has 400 KB.
const largeBytes = 21 * 1024 * 1024
const otherBytes = 1024 * 1024
// The same list has 10,000 values. A record is one value, because it is a text.
const bounds: JsonBounds = { values: 50_000, depth: 100 }

/**
 * An action's request without its body, and with the reason in a header, so that the action can
 * answer with words.
 */
export function withRefusedBody(
  request: IncomingMessage,
  why: BodyRefusal | typeof sessionUnknown,
): IncomingMessage {
  return withBody(request, '[]', {
    [refusedHeader]: why,
    'content-type': 'text/plain;charset=UTF-8',
  })
}

/**
 * The request to hand on to Next for an action's request of this account: as it is if its body is
 * small, otherwise with its body, once that was read and counted. A body that is refused is
 * replaced by none, with the reason in a header, so that the action can answer with words. `names`
 * are the action's names by their ids; without them every action may send the most.
 */
export async function withBoundedBody(
  request: IncomingMessage,
  accountId: string,
  names: ReadonlyMap<string, string> | undefined,
): Promise<IncomingMessage> {
  const { headers } = request
  const stated =
    headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (stated !== undefined && stated <= smallBody) return request
  const refuse = (why: BodyRefusal) => withRefusedBody(request, why)
  const name = names?.get(String(headers['next-action']))
  const most = !names || (name !== undefined && largeActions.has(name)) ? largeBytes : otherBytes
  if (stated !== undefined && stated > most) return refuse('too-large')
  if (stated !== undefined && !takeBytes(accountId, stated)) return refuse('too-much-sent')
  const body = await readUpTo(request, most)
  if (body === undefined) return refuse('too-large')
  if (body.length > smallBody) {
    if (stated === undefined && !takeBytes(accountId, body.length)) return refuse('too-much-sent')
    // Our pages send an action's input as one JSON text. Files and parts would come as a form,
    // which nothing counts.
    if (!headers['content-type']?.startsWith('text/plain')) return refuse('too-large')
    // All signs that count are ASCII, so any encoding of one byte a letter shows them.
    if (tooMuchIn(body.toString('latin1'), bounds)) return refuse('too-many-values')
  }
  return withBody(request, body)
}

async function readUpTo(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  // Not `for await`: leaving it early would close the connection, on which the answer is sent.
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size <= most) return void chunks.push(chunk)
    request.off('data', take).resume()
    resolve(undefined)
  }
  request
    .on('data', take)
    .once('end', () => resolve(Buffer.concat(chunks)))
    .once('error', reject)
    .once('close', () => reject(new Error('The request was cut.')))
  return promise
}
