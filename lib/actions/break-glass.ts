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
import { readAct, writeAct } from './act.ts'
import type { ActionContext } from './run-action.ts'

// An administrator's rights for 60 minutes, with a reason.

const reason = z
  .string()
  .trim()
  .min(10, 'Give the reason in at least 10 characters.')
  .max(1_000, 'Give the reason in at most 1,000 characters.')
const one = z.strictObject({ id: z.string().min(1).max(100) })

/** Gives this browser an administrator's rights for 60 minutes. */
export const startEmergencyAccess = writeAct('breakGlass', {
  input: z.strictObject({ reason }),
  run: async (given, context) => {
    if (context.account.role === 'admin')
      return fail('InvalidInput', 'You have administrator rights already.')
    const { id, isDemo } = context.account
    // The rights are an administrator's, so they need what an administrator's account needs.
    if ((await needsFactor({ role: 'admin', isDemo })) && !(await hasSecondFactor(id)))
      return fail(
        'InvalidInput',
        'Administrators need a second factor here. Set one up in your account first.',
      )
    const outcome = await startBreakGlass(
      changer(context),
      await currentSessionToken(),
      given.reason,
    )
    if (outcome === 'started') return ok(null)
    return fail(
      'InvalidInput',
      'Your emergency access already runs. It can’t be extended, and ends by itself.',
    )
  },
})

/** Ends one's own emergency access; an administrator ends anybody's. */
export const endEmergencyAccess = writeAct('endBreakGlass', {
  input: one,
  run: async ({ id }, context) => {
    const { account } = context
    const owner = account.role === 'admin' ? undefined : account.id
    if (await endBreakGlass(changer(context), id, owner)) return ok(null)
    return fail('EntityNotFoundError', 'This emergency access has ended already.')
  },
})

/** The uses that this administrator has not acknowledged. A page asks by itself. */
export const readEmergencyAlerts = readAct('managePeople', {
  input: z.strictObject({}),
  run: async (_, { account }): Promise<Result<BreakGlassAlert[]>> =>
    ok(await unseenBreakGlass(account.id)),
  isWork: false,
})

/** Notes that the administrator has seen a use. */
export const acknowledgeEmergency = writeAct('managePeople', {
  input: one,
  run: async ({ id }, context) => {
    await acknowledgeBreakGlass(changer(context), id)
    return ok(null)
  },
})

function changer({ account, connection }: ActionContext) {
  return { accountId: account.id, connectionId: connection.id }
}
