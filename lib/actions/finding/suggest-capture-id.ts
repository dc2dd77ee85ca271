import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { captureIdPrefix, suggestedCaptureId } from '#lib/rules/new-records/capture-id.ts'
import { findByExternalId } from './find-by-external-id.ts'

const newest = 20
const tries = 3

/**
 * An unused charge external id that begins as the organization's newest ones do. `day` is the
 * person's local date. Only the id leaves the server. The partner's failures are answered as they
 * are; `NoFreeId` when every try was taken.
 */
export async function suggestCaptureExternalId(
  { day }: { day: string },
  { connection }: ActionContext,
): Promise<Result<{ id: string }>> {
  const page = await askPages(connection, operations.listChargeCaptures, {})({ limit: newest })
  if (!page.ok) return page
  const prefix = captureIdPrefix(
    page.value.items.flatMap((item) => textOf(memberAt(item, 'charge_external_id')) ?? []),
  )
  for (let left = tries; left > 0; left -= 1) {
    const id = suggestedCaptureId(day, crypto.getRandomValues(new Uint8Array(4)), prefix)
    const taken = await findByExternalId(connection, id)
    if (!taken.ok) return taken
    if (taken.value === undefined) return ok({ id })
  }
  return fail('NoFreeId', 'No unused charge external ID was found. Type one.')
}
