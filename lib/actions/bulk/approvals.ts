import 'server-only'
import { tellingNames } from '#lib/console/accounts/names.ts'
import { now } from '#lib/console/clock.ts'
import {
  findAskedFix,
  keepConsent,
  waitingFixes,
  type WaitingFix,
} from '#lib/console/records/bulk-fixes.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeReason } from '#lib/rules/bulk/change-class.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** A fix that waits for a second person. Cents are whole, times ISO text in UTC. */
export type BulkApproval = {
  id: string
  /** The person's own: somebody else decides. */
  is_own: boolean
  requested_by: string
  asked_at: string
  title: string
  change: AskedChange
  why: ChangeReason
  captures: number
  billed: number
  /** What the captures charge. */
  charges: number
  /** The values as they were in the captures of the fix, the ten first ones that were read. */
  olds: { text: string; captures: number }[]
}

/**
 * The fixes of everybody that wait for a second person, oldest first. A reason may mention a
 * patient, so the trail has who read it.
 */
export async function readApprovals(
  _: object,
  context: ActionContext,
): Promise<Result<BulkApproval[]>> {
  const { account, connection } = context
  const waiting = await waitingFixes(connection)
  if (waiting.length > 0)
    await recordAct(
      context,
      'read',
      'readBulkApprovals',
      waiting.map(({ id }) => id),
    )
  const names = await tellingNames()
  return ok(waiting.flatMap((each) => toApproval(each, { names, reader: account.id })))
}

function toApproval(
  { id, ask, accountId }: WaitingFix,
  { names, reader }: { names: ReadonlyMap<string, string>; reader: string },
): BulkApproval[] {
  const { why, olds = {}, ...shown } = ask
  if (!why) return []
  return [
    {
      id,
      is_own: accountId === reader,
      requested_by: names.get(accountId)!, // a fix goes with its account
      ...shown,
      why,
      olds: Object.entries(olds).map(([text, captures]) => ({ text, captures })),
    },
  ]
}

/**
 * Approves or declines a fix of somebody else that waits for a second person; declining needs
 * words. Nothing is sent: its owner sends what was approved.
 */
export async function decideFix(
  { id, is_approved, words }: { id: string; is_approved: boolean; words: string },
  context: ActionContext,
): Promise<Result<null>> {
  const { account, connection } = context
  const found = await findAskedFix(connection, id)
  if (!found?.fix.plan.consent)
    return fail('EntityNotFoundError', 'This change no longer waits for approval.')
  if (found.accountId === account.id)
    return fail('OwnFix', 'You asked for this change, so someone else must approve it.')
  if (!is_approved && words === '')
    return fail('InvalidInput', 'Enter why you decline it.', {
      issues: [{ path: 'words', message: 'Enter a reason.' }],
    })
  const { fix } = found
  const asked = found.fix.plan.consent
  const consent = {
    ...asked,
    decided: {
      by: (await tellingNames()).get(account.id) ?? account.name,
      at: new Date(now()).toISOString(),
      words,
    },
  }
  const state = is_approved ? 'approved' : 'declined'
  if (!(await keepConsent({ connection }, fix, { plan: { ...fix.plan, consent }, consent: state })))
    return fail('EntityNotFoundError', 'Somebody else has just decided this.')
  await recordAct(context, 'outcome', is_approved ? 'approveBulkFix' : 'declineBulkFix', [id], {
    change: {
      before: {},
      after: { captures: asked.captures, charges_cents: asked.charges, words },
    },
  })
  return ok(null)
}
