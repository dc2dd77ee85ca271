import 'server-only'
import { tasksOf } from '#lib/console/accounts/permissions.ts'
import { logDefect } from '#lib/console/log.ts'
import { listOpened, noteOpened } from '#lib/console/records/opened-lately.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { dateText } from '#lib/lists/columns.ts'
import { openedKinds, type OpenedKind, type OpenedLine } from '#lib/lists/opened.ts'
import { toContractRow } from '#lib/lists/rows/contract-rows.ts'
import { toEncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { toChargeCaptureRow, toClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { toFacilitySpanRow, toProviderSpanRow, type SpanRow } from '#lib/lists/rows/span-rows.ts'
import { recordAct } from './record-act.ts'
import type { ChargeCaptureReply } from './charge-captures/read-charge-capture.ts'
import type { ClaimCreationReply } from './claim-creations/read-claim-creation.ts'
import type { ContractReply } from './contracts/read-contract.ts'
import type { ActionContext } from './run-action.ts'
import type { SpanReply } from './spans/read-span.ts'

type Words = readonly (string | undefined)[]
type Read<V> = (input: { id: string }, context: ActionContext) => Promise<Result<V>>

/**
 * The read of a record's page, which also notes that the person opened the record. `wordsOf` names
 * it. A failed note never fails the page.
 */
export function asOpened<V>(
  kind: OpenedKind,
  wordsOf: (value: V, id: string) => Words,
  read: Read<V>,
): Read<V> {
  return async (input, context) => {
    const result = await read(input, context)
    if (result.ok) await note(context, kind, input.id, wordsOf(result.value, input.id))
    return result
  }
}

/** Notes that the person opened a page of this kind. It never throws. */
export async function note(
  { account, connection }: ActionContext,
  kind: OpenedKind,
  id: string,
  words: Words,
): Promise<void> {
  const named = words.filter((word): word is string => Boolean(word))
  await noteOpened({ accountId: account.id, connection }, { kind, id, words: named }).catch(
    (error: unknown) => void logDefect(error, 'noteOpened'),
  )
}

/**
 * The pages that the person opened lately with this connection, the newest first. A kind that the
 * role may no longer open is left out.
 */
export async function readLately(_: object, context: ActionContext): Promise<Result<OpenedLine[]>> {
  const { account, connection } = context
  const opened = await listOpened({ accountId: account.id, connection })
  const lines = opened.flatMap(({ kind, id, words }) =>
    Object.hasOwn(openedKinds, kind) &&
    tasksOf(account.role, [openedKinds[kind as OpenedKind].task]).length > 0
      ? [{ kind: kind as OpenedKind, id, words }]
      : [],
  )
  // A line may name a patient.
  if (lines.length > 0)
    await recordAct(
      context,
      'read',
      'readOpenedLately',
      lines.map(({ id }) => id),
    )
  return ok(lines)
}

const dated = (date: string | undefined) => date && dateText(date)

/** Names a charge capture: its external id, patient, date of service and payer. */
export function captureWords({ charge_capture }: ChargeCaptureReply, id: string): Words {
  const row = toChargeCaptureRow(JSON.parse(charge_capture))
  return [row.external_id ?? id, row.patient, dated(row.date_of_service), row.payer]
}

/** Names a claim creation by its captures, patient, date of service and payer. */
export function claimCreationWords(reply: ClaimCreationReply, id: string): Words {
  const row = toClaimCreationRow(JSON.parse(reply.claim_creation))
  const captures = itemsOf(JSON.parse(reply.charge_captures)).flatMap(
    (capture) => textOf(memberAt(capture, 'charge_external_id')) ?? [],
  )
  const [first = id, ...others] = captures
  const name = `Claim of ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
  return [name, row.patient, dated(row.date_of_service), row.payer]
}

/** Names an encounter: its external id, patient, date of service and payer. */
export function encounterWords({ encounter }: { encounter: string }, id: string): Words {
  const row = toEncounterRow(JSON.parse(encounter))
  return [row.external_id ?? id, row.patient, dated(row.date_of_service), row.payer]
}

/** Names a contract: its payer, contracting provider and effective date. */
export function contractWords({ contract }: ContractReply, id: string): Words {
  const row = toContractRow(JSON.parse(contract))
  return [row.payer ?? id, row.provider, dated(row.effective_date)]
}

/** Names a credentialing span: whom it covers, its payer and first day. */
export const spanWords = {
  facility: ({ span }: SpanReply, id: string) =>
    wordsOfSpan(toFacilitySpanRow(JSON.parse(span)), id),
  provider: ({ span }: SpanReply, id: string) =>
    wordsOfSpan(toProviderSpanRow(JSON.parse(span)), id),
}

function wordsOfSpan(row: SpanRow, id: string): Words {
  return [row.covered ?? id, row.payer, dated(row.start_date)]
}
