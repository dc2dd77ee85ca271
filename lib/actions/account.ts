'use server'

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import * as own from '#lib/console/accounts/own-account.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { AppSetup, PasskeyCreation } from './replies.ts'
import { runAction, type ActionContext } from './run-action.ts'

// What a person does with their own account. Each change of how they sign in asks for their password, and
// with a second factor for a sign-in of the last ten minutes.

const task = 'manageOwnAccount'
const password = z.string().max(200)
const name = z.string().trim().min(1, 'Enter a name.').max(200)
const passkeyName = z.string().trim().min(1, 'Enter a name.').max(80)
const id = z.string().min(1).max(2_000)

/** `{name}` -> Result<null>: changes the own name. */
export async function changeOwnName(input: unknown): Promise<Result<null>> {
  const verb = async (given: { name: string }, context: ActionContext) => {
    await own.renameSelf(self(context), given.name)
    return ok(null)
  }
  return runAction({ task, input: z.strictObject({ name }), verb }, input)
}

/** `{current, next}` -> Result<null>: changes the own password and ends every other session. */
export async function changeOwnPassword(input: unknown): Promise<Result<null>> {
  const verb = async (given: { current: string; next: string }, context: ActionContext) =>
    answerFor(await own.changeOwnPassword(self(context), given))
  return runAction({ task, input: z.strictObject({ current: password, next: password }), verb }, input)
}

/** `{password}` -> Result<null>: proves that the person is at their browser, for what an administrator changes next. */
export async function proveMyself(input: unknown): Promise<Result<null>> {
  const verb = async (given: { password: string }, context: ActionContext) =>
    answerFor(await own.proveSelf(self(context), given.password))
  return runAction({ task, input: z.strictObject({ password }), verb }, input)
}

/** `{password}` -> Result<AppSetup>: a secret for an authenticator app, and ten recovery codes. */
export async function startApp(input: unknown): Promise<Result<AppSetup>> {
  const verb = async (given: { password: string }, context: ActionContext) => {
    const made = await own.startApp(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made)
  }
  return runAction({ task, input: z.strictObject({ password }), verb }, input)
}

/** `{code}` -> Result<null>: confirms the authenticator app with a code of it, and ends every other session. */
export async function confirmApp(input: unknown): Promise<Result<null>> {
  const code = z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows.'))
  const verb = async (given: { code: string }, context: ActionContext) =>
    answerFor(await own.confirmApp(self(context), given.code))
  return runAction({ task, input: z.strictObject({ code }), verb }, input)
}

/** `{password}` -> Result<null>: turns the authenticator app off. */
export async function turnOffApp(input: unknown): Promise<Result<null>> {
  const verb = async (given: { password: string }, context: ActionContext) =>
    answerFor(await own.turnOffApp(self(context), given.password))
  return runAction({ task, input: z.strictObject({ password }), verb }, input)
}

/** `{password}` -> Result<string[]>: ten new recovery codes instead of the old ones. */
export async function newRecoveryCodes(input: unknown): Promise<Result<string[]>> {
  const verb = async (given: { password: string }, context: ActionContext) => {
    const made = await own.newRecoveryCodes(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made.codes)
  }
  return runAction({ task, input: z.strictObject({ password }), verb }, input)
}

/** `{password}` -> Result<PasskeyCreation>: what the browser needs to make a passkey. */
export async function startPasskey(input: unknown): Promise<Result<PasskeyCreation>> {
  const verb = async (given: { password: string }, context: ActionContext) => {
    const made = await own.startPasskey(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made.options)
  }
  return runAction({ task, input: z.strictObject({ password }), verb }, input)
}

// The library checks the parts of the browser's answer; here it is only kept small.
const made = z.looseObject({ id, response: z.record(z.string(), z.unknown()) })

/** `{name, response}` -> Result<null>: stores the passkey that the browser made. */
export async function addPasskey(input: unknown): Promise<Result<null>> {
  const verb = async (given: { name: string; response: unknown }, context: ActionContext) =>
    answerFor(
      await own.addPasskey(self(context), { name: given.name, response: given.response as RegistrationResponseJSON }),
    )
  return runAction({ task, input: z.strictObject({ name: passkeyName, response: made }), verb }, input)
}

/** `{id, name}` -> Result<null>: gives a passkey another name. */
export async function renamePasskey(input: unknown): Promise<Result<null>> {
  const verb = async (given: { id: string; name: string }, context: ActionContext) =>
    answerFor(await own.renamePasskey(self(context), given.id, given.name))
  return runAction({ task, input: z.strictObject({ id, name: passkeyName }), verb }, input)
}

/** `{id, password}` -> Result<null>: removes a passkey. */
export async function removePasskey(input: unknown): Promise<Result<null>> {
  const verb = async (given: { id: string; password: string }, context: ActionContext) =>
    answerFor(await own.removePasskey(self(context), given.id, given.password))
  return runAction({ task, input: z.strictObject({ id, password }), verb }, input)
}

/** `{id, password}` or `{others: true, password}` -> Result<null>: ends one of the own sessions, or all but this browser's. */
export async function endOwnSessions(input: unknown): Promise<Result<null>> {
  const which = z.union([z.strictObject({ id, password }), z.strictObject({ others: z.literal(true), password })])
  const verb = async (given: z.infer<typeof which>, context: ActionContext) =>
    answerFor(await own.endOwnSessions(self(context), 'id' in given ? given : 'others', given.password))
  return runAction({ task, input: which, verb }, input)
}

function self({ account, connection }: ActionContext): own.Self {
  return { ...account, accountId: account.id, connectionId: connection.id }
}

function answerFor(problem: own.Refused | undefined): Result<null> {
  return problem ? refused(problem) : ok(null)
}

function refused({ path, message }: own.Refused) {
  return fail('InvalidInput', message, { issues: path ? [{ path, message }] : [] })
}
