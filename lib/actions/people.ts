'use server'

import { z } from 'zod'
import {
  changePerson,
  chooseFactorRoles,
  endSessionsOf,
  invite,
  resetFactors,
  unlinkSingleSignOn,
  unlockPerson,
  withdrawInvitation,
  type Changer,
} from '#lib/console/accounts/people.ts'
import { roles, type Role } from '#lib/console/accounts/permissions.ts'
import { currentSessionToken } from '#lib/console/accounts/session.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { Invited } from './replies.ts'
import { runAction, type ActionContext } from './run-action.ts'

// What an administrator does with accounts.

const task = 'managePeople'
const one = z.strictObject({ id: z.string().min(1).max(100) })
const invitation = z.strictObject({ email: z.email('Give an e-mail address.').max(320), role: z.enum(roles) })

/** `{email, role}` -> Result<{token, expires_at}>: the token for an invitation's link. */
export async function invitePerson(input: unknown): Promise<Result<Invited>> {
  const verb = async (wanted: { email: string; role: Role }, context: ActionContext) => {
    const made = await invite(changer(context), wanted)
    const message = 'This e-mail address has an account already.'
    if (!made) return fail('InvalidInput', message, { issues: [{ path: 'email', message }] })
    return ok({ token: made.token, expires_at: made.expiresAt.toISOString() })
  }
  return runAction({ task, needsProof: true, input: invitation, verb }, input)
}

/** `{id}` -> Result<null>: takes an open invitation back. */
export async function withdrawPersonInvitation(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) => {
    await withdrawInvitation(changer(context), id)
    return ok(null)
  }
  return runAction({ task, input: one, verb }, input)
}

const change = z.union([
  z.strictObject({ id: one.shape.id, role: z.enum(roles) }),
  z.strictObject({ id: one.shape.id, is_disabled: z.boolean() }),
])

/** `{id, role}` or `{id, is_disabled}` -> Result<null>: changes somebody else's account and ends their sessions. */
export async function changePersonAccount(input: unknown): Promise<Result<null>> {
  const verb = async (given: z.infer<typeof change>, context: ActionContext) => {
    const wanted = 'role' in given ? { role: given.role } : { isDisabled: given.is_disabled }
    const outcome = await changePerson(changer(context), given.id, wanted)
    if (outcome === 'changed') return ok(null)
    return outcome === 'own'
      ? fail('InvalidInput', 'You can’t change your own role or disable your own account. Ask another administrator.')
      : gone()
  }
  return runAction({ task, needsProof: true, input: change, verb }, input)
}

/** `{id}` -> Result<null>: signs a person out everywhere; an administrator's own browser stays signed in. */
export async function endPersonSessions(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) => {
    await endSessionsOf(changer(context), id, await currentSessionToken())
    return ok(null)
  }
  return runAction({ task, input: one, verb }, input)
}

/** `{id}` -> Result<null>: removes a colleague's second factors and signs them out. */
export async function resetPersonFactor(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) => {
    const outcome = await resetFactors(changer(context), id)
    if (outcome === 'reset') return ok(null)
    return outcome === 'own'
      ? fail('InvalidInput', 'You change your own second factor on your account’s page.')
      : fail('EntityNotFoundError', 'This account has no second factor.')
  }
  return runAction({ task, needsProof: true, input: one, verb }, input)
}

const factorRoles = z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) })

/** `{roles}` -> Result<null>: chooses the roles that must have a second factor. */
export async function demandSecondFactor(input: unknown): Promise<Result<null>> {
  const verb = async (given: { roles: Role[] }, context: ActionContext) => {
    await chooseFactorRoles(
      changer(context),
      roles.filter((role) => given.roles.includes(role)),
    )
    return ok(null)
  }
  return runAction({ task, needsProof: true, input: factorRoles, verb }, input)
}

/** `{id}` -> Result<null>: lets a person whom wrong passwords hold back try again at once. */
export async function unlockPersonAccount(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) =>
    (await unlockPerson(changer(context), id)) ? ok(null) : gone()
  return runAction({ task, input: one, verb }, input)
}

/** `{id}` -> Result<null>: lets another person of the identity provider use the account, and signs its person out. */
export async function unlinkPersonSignOn(input: unknown): Promise<Result<null>> {
  const verb = async ({ id }: { id: string }, context: ActionContext) =>
    (await unlinkSingleSignOn(changer(context), id)) ? ok(null) : gone()
  return runAction({ task, needsProof: true, input: one, verb }, input)
}

function gone() {
  return fail('EntityNotFoundError', 'This account has changed meanwhile. Load the page again.')
}

function changer({ account, connection }: ActionContext): Changer {
  return { accountId: account.id, connectionId: connection.id }
}
