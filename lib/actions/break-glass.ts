'use server'

import { z } from 'zod'
import {
  acknowledgeBreakGlass,
  endBreakGlass,
  startBreakGlass,
  unseenBreakGlass,
  type BreakGlassAlert,
} from '#lib/console/accounts/break-glass.ts'
import { hasSecondFactor, needsFactor } from '#lib/console/accounts/factors.ts'
import { currentSessionToken } from '#lib/console/accounts/session.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { Pending } from './replies.ts'
import { readAction, runAction, type ActionContext } from './run-action.ts'

// An administrator's rights for 60 minutes, with a reason.

const reason = z
  .string()
  .trim()
  .min(10, 'Give the reason in at least 10 characters.')
  .max(1_000, 'Give the reason in at most 1,000 characters.')
const one = z.strictObject({ id: z.string().min(1).max(100) })

/** `{reason}` -> Result<null>: gives this browser an administrator's rights for 60 minutes. */
export async function startEmergencyAccess(input: unknown): Promise<Result<null>> {
  const verb = async (given: { reason: string }, context: ActionContext) => {
    if (context.account.role === 'admin') return fail('InvalidInput', 'You have administrator rights already.')
    const { id, isDemo } = context.account
    // The rights are an administrator's, so they need what an administrator's account needs.
    if ((await needsFactor({ role: 'admin', isDemo })) && !(await hasSecondFactor(id)))
      return fail('InvalidInput', 'Administrators need a second factor here. Set one up in your account first.')
    const outcome = await startBreakGlass(changer(context), await currentSessionToken(), given.reason)
    if (outcome === 'started') return ok(null)
    return fail('InvalidInput', 'Your emergency access already runs. It can’t be extended, and ends by itself.')
  }
  return runAction({ task: 'breakGlass', input: z.strictObject({ reason }), verb }, input)
}

/** `{id}` -> Result<null>: ends one's own emergency access; an administrator ends anybody's. */
export async function endEmergencyAccess(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) => {
    const { account } = context
    const owner = account.role === 'admin' ? undefined : account.id
    if (await endBreakGlass(changer(context), id, owner)) return ok(null)
    return fail('EntityNotFoundError', 'This emergency access has ended already.')
  }
  return runAction({ task: 'endBreakGlass', input: one, verb }, input)
}

/** `{}` -> Result<BreakGlassAlert[]>: the uses that this administrator has not acknowledged. A page asks by itself. */
export async function readEmergencyAlerts(input: unknown): Promise<Pending> {
  const verb = async (_: object, { account }: ActionContext): Promise<Result<BreakGlassAlert[]>> =>
    ok(await unseenBreakGlass(account.id))
  return readAction({ task: 'managePeople', input: z.strictObject({}), verb, isWork: false })(input)
}

/** `{id}` -> Result<null>: the administrator has seen this use. */
export async function acknowledgeEmergency(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) => {
    await acknowledgeBreakGlass(changer(context), id)
    return ok(null)
  }
  return runAction({ task: 'managePeople', input: one, verb }, input)
}

function changer({ account, connection }: ActionContext) {
  return { accountId: account.id, connectionId: connection.id }
}
