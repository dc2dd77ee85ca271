'use server'

import { headers } from 'next/headers'
import { z } from 'zod'
import { recordAudit, recordStranger } from '#lib/console/audit.ts'
import { nameTaken } from '#lib/console/accounts/names.ts'
import { acceptInvitation, choosePassword, findInvitation } from '#lib/console/accounts/people.ts'
import { passwordProblem } from '#lib/console/accounts/passwords.ts'
import { claimFirstAdmin } from '#lib/console/accounts/setup.ts'
import { forgiveCodeTry, takeCodeTry, waitWords } from '#lib/console/accounts/sign-in-attempts.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { chooseTimeZone } from '#lib/console/time-zone.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { timeZoneName } from './inputs.ts'
import {
  asActor,
  foreignOrigin,
  invalidInput,
  isFromOwnPage,
  refused,
  unexpected,
} from './run-action.ts'
import { personName } from './shown-names.ts'

// The actions that need no session: they make an account by a code or an invitation.

const setupInput = z.strictObject({
  code: z.string().min(1).max(100),
  name: personName,
  email: z.email().max(320),
  password: z.string().max(1_000),
  time_zone: timeZoneName,
})

/**
 * `{code, name, email, password, time_zone}` -> Result<null>: makes the first admin with the one-time
 * code of the server's log, and chooses the organization's time zone.
 */
export async function claimSetup(input: unknown): Promise<Result<null>> {
  return withCode('claimSetup', 'setup', setupInput, input, async (given) => {
    const problem = passwordProblem(given.password, given)
    if (problem) return atField('password', problem)
    const entry = {
      accountId: 'anonymous',
      connectionId: null,
      operation: 'claimSetup',
      recordIds: [],
    }
    await recordStranger({ ...entry, stage: 'intent', outcome: 'sent' })
    const outcome = await claimFirstAdmin(given)
    if (outcome === 'made') {
      await chooseTimeZone(entry, given.time_zone)
      await recordAudit({ ...entry, stage: 'outcome', outcome: 'ok' })
      return ok(null)
    }
    if (outcome === 'taken') return atField('email', 'This e-mail address is already used.')
    return atField('code', 'This code isn’t valid. Open the link in the server’s log again.')
  })
}

const token = z.string().min(1).max(100)
const noInvitation =
  'This link was used, withdrawn or is too old. Ask your administrator for a new one.'

/**
 * `{token}` -> Result<{email, role, name?}>: whom a link is for. With a name it is for a new
 * password of that person, otherwise for an account.
 */
export async function readInvitation(
  input: unknown,
): Promise<Result<{ email: string; role: string; name?: string }>> {
  return withCode(
    'readInvitation',
    'invitation',
    z.strictObject({ token }),
    input,
    async (given) => {
      const found = await findInvitation(given.token)
      return found ? ok(found) : fail('EntityNotFoundError', noInvitation)
    },
  )
}

const acceptance = z.strictObject({
  token,
  name: setupInput.shape.name,
  password: setupInput.shape.password,
})

/**
 * `{token, name, password}` -> Result<null>: makes the account of an invitation. The link works
 * once.
 */
export async function joinByInvitation(input: unknown): Promise<Result<null>> {
  return withCode('joinByInvitation', 'invitation', acceptance, input, async (given) => {
    const invited = await findInvitation(given.token)
    const problem = passwordProblem(given.password, { email: invited?.email, name: given.name })
    if (problem) return atField('password', problem)
    const outcome = await acceptInvitation(given)
    if (outcome === 'made') return ok(null)
    if (outcome === 'name taken') return atField('name', nameTaken)
    return fail(
      'InvalidInput',
      outcome === 'taken'
        ? 'This e-mail address has an account already. Sign in instead.'
        : noInvitation,
    )
  })
}

const newPassword = z.strictObject({ token, password: setupInput.shape.password })

/**
 * `{token, password}` -> Result<null>: gives the account of a link a new password and signs it out
 * everywhere. The link works once.
 */
export async function choosePasswordByLink(input: unknown): Promise<Result<null>> {
  return withCode('choosePasswordByLink', 'invitation', newPassword, input, async (given) => {
    const found = await findInvitation(given.token)
    const problem = passwordProblem(given.password, { email: found?.email, name: found?.name })
    if (problem) return atField('password', problem)
    return (await choosePassword(given)) === 'chosen'
      ? ok(null)
      : fail('InvalidInput', noInvitation)
  })
}

// For callers with a code instead of a session: our own page, the input, a started console, the
// budget of wrong codes from their network, then the verb.
async function withCode<T, V>(
  name: string,
  what: 'setup' | 'invitation',
  schema: z.ZodType<T>,
  input: unknown,
  verb: (given: T) => Promise<Result<V>>,
): Promise<Result<V>> {
  try {
    await startConsole()
    if (!(await isFromOwnPage())) return await refused(name, foreignOrigin())
    const parsed = schema.safeParse(input)
    if (!parsed.success) return await refused(name, invalidInput(parsed.error))
    const address = (await headers()).get(clientAddressHeader) ?? ''
    const waitMs = await takeCodeTry(what, address)
    if (waitMs > 0) return await refused(name, fail('TooManyAttempts', waitWords(waitMs)))
    const result = await asActor(null, () => verb(parsed.data))
    if (!result.ok) return await refused(name, result)
    await forgiveCodeTry(what, address)
    return result
  } catch (error) {
    return unexpected(error, name)
  }
}

function atField(path: string, message: string) {
  return fail('InvalidInput', message, { issues: [{ path, message }] })
}
