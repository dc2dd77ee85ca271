import 'server-only'
import {
  closeOverpayment,
  countWithout,
  readOverpayments,
  readResolutions,
  type Closing,
  type KeptResolution,
} from '#lib/console/records/update-resolutions.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { daysToReturn, returnBy } from '#lib/rules/billed-diff/overpayment.ts'
import { queueModel, type QueueModel } from '#lib/actions/queue/model.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** `is_open_again`: one of its changes is open at the partner. */
export type ResolvedUpdate = KeptResolution & { is_open_again: boolean }

/** `days_left` of 60 to report and return it; negative after `return_by`, a local date. */
export type Overpayment = KeptResolution & { return_by: string; days_left: number }

type Page<Item> = { items: Item[]; total: number; next: number | null }

const pageSize = 50

/**
 * A page of what was resolved here, newest first: what, by whom, when and why. The partner has no
 * such list: it says of a change only whether it is resolved. `elsewhere` counts the claims that it
 * lists as changed and settled, of which nothing is stored here; null until the queue was read.
 */
export async function readResolved(
  { position }: { position: number },
  context: ActionContext,
): Promise<Result<Page<ResolvedUpdate> & { elsewhere: number | null }>> {
  const { connection } = context
  const [{ items, total }, model] = await Promise.all([
    readResolutions(connection.boundTo, { from: position, limit: pageSize }),
    queueModel(connection),
  ])
  await auditRead(context, items)
  const settled = [...model.rows].flatMap(([id, { listed, value }]) =>
    listed === 'updated' && value === undefined ? [id] : [],
  )
  return ok({
    items: items.map((item) => withState(item, model)),
    total,
    next: nextOf(position, total),
    elsewhere: model.head.readAt === null ? null : await countWithout(connection.boundTo, settled),
  })
}

/**
 * A page of the possible overpayments that are not closed, those with the fewest days left first.
 */
export async function readPossibleOverpayments(
  { position }: { position: number },
  context: ActionContext,
): Promise<Result<Page<Overpayment>>> {
  const { items, total } = await readOverpayments(context.connection.boundTo, {
    from: position,
    limit: pageSize,
  })
  await auditRead(context, items)
  const today = dayNow()
  return ok({
    items: items.map((item) => ({
      ...item,
      // Only rows with the day are read.
      return_by: returnBy(item.identified_on!),
      days_left: daysToReturn(item.identified_on!, today),
    })),
    total,
    next: nextOf(position, total),
  })
}

/**
 * Closes a possible overpayment: it was returned on a day that is not in the future, or there is
 * none.
 */
export async function closePossibleOverpayment(
  { id, closing }: { id: string; closing: Closing },
  context: ActionContext,
): Promise<Result<null>> {
  if (closing.how === 'returned' && closing.on > dayNow()) {
    const message = 'The day of the return can’t be in the future.'
    return fail('InvalidInput', message, { issues: [{ path: 'closing.on', message }] })
  }
  if (await closeOverpayment(context, id, closing)) return ok(null)
  return fail(
    'EntityNotFoundError',
    'Somebody closed this one already, or it is gone. Reload the page.',
  )
}

function nextOf(position: number, total: number): number | null {
  return position + pageSize < total ? position + pageSize : null
}

// The queue knows which changes are open at the partner now: one that was resolved here may be open
// again, and one whose answer was lost may never have been resolved.
function withState(item: KeptResolution, { rows }: QueueModel): ResolvedUpdate {
  const open = new Set(
    (rows.get(item.claim_creation_id)?.value?.items ?? []).flatMap(
      ({ change }) => change?.update_ids ?? [],
    ),
  )
  return { ...item, is_open_again: item.change_ids.some((id) => open.has(id)) }
}

async function auditRead(context: ActionContext, items: readonly KeptResolution[]): Promise<void> {
  await recordAct(
    context,
    'read',
    'readResolvedUpdates',
    [...new Set(items.map(({ claim_creation_id }) => claim_creation_id))],
    { recordKind: 'claim-creation' },
  )
}
