import 'server-only'
import { z } from 'zod'
import {
  changedByOther,
  noteClosed,
  noteOpen,
  openByOthers,
  type OpenKind,
  type Seen,
} from '#lib/console/records/open-records.ts'
import type { PartnerState } from '#lib/core/partner-state.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { partnerState } from '#lib/partner/call.ts'
import { id } from './inputs.ts'
import { runAction, type ActionContext } from './run-action.ts'

// Not server actions: only the route handler calls them, which does not wait behind a save.

const open = z.strictObject({
  kind: z.literal('charge-capture'),
  record: id,
  tab: z.string().regex(/^[0-9a-f]{32}$/),
})
type Open = { kind: OpenKind; record: string; tab: string }

/**
 * Who else has a record open, who changed it since this tab read it, and whether the partner is in
 * trouble.
 */
type OpenReply = { others: Seen[]; changed: Seen | null; is_partner_away: boolean }

/**
 * `{kind, record, tab, is_read_anew?}` -> Result<OpenReply>: says that the record is open here.
 * Only for a record that the account has read: failure `EntityNotFoundError` for any other. It does
 * not count as the person's work.
 */
export async function keepRecordOpen(input: unknown): Promise<Result<OpenReply>> {
  const run = async (
    { is_read_anew, ...place }: Open & { is_read_anew?: boolean },
    context: ActionContext,
  ) => {
    const tab = openIn(place, context)
    if (!(await noteOpen(tab, is_read_anew === true)))
      return fail('EntityNotFoundError', 'Open the record to see who else works on it.')
    const [others, changed] = await Promise.all([openByOthers(tab), changedByOther(tab)])
    const is_partner_away = partnerState(context.connection).kind !== 'answers'
    return ok({ others, changed: changed ?? null, is_partner_away })
  }
  return runAction(
    {
      task: 'getChargeCapture',
      input: open.extend({ is_read_anew: z.boolean().optional() }),
      run,
      isWork: false,
    },
    input,
  )
}

/** `{kind, record, tab}` -> Result<null>: the tab left the record. */
export async function closeRecord(input: unknown): Promise<Result<null>> {
  const run = async (place: Open, context: ActionContext) => {
    await noteClosed(openIn(place, context))
    return ok(null)
  }
  return runAction({ task: 'getChargeCapture', input: open, run, isWork: false }, input)
}

/**
 * `{}` -> Result<PartnerState>: how the partner answers. A partner in trouble is probed in the
 * background, so that asking again tells more. It does not count as the person's work.
 */
export async function readPartnerState(input: unknown): Promise<Result<PartnerState>> {
  const run = async (_: object, { connection }: ActionContext) =>
    ok(partnerState(connection, { look: true }))
  return runAction(
    { task: 'readPartnerState', input: z.strictObject({}), run, isWork: false },
    input,
  )
}

function openIn(place: Open, { account, connection }: ActionContext) {
  return { ...place, accountId: account.id, connectionId: connection.id }
}
