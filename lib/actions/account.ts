'use server'

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import * as own from '#lib/console/accounts/own-account.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { writeAct } from './act.ts'
import { personName } from './shown-names.ts'
import type { ActionContext } from './run-action.ts'

// What a person does with their own account. Each change of how they sign in asks for their
// password, and with a second factor for a sign-in of the last ten minutes.

const task = 'manageOwnAccount'
const password = z.string().max(200)
const passkeyName = z.string().trim().min(1, 'Enter a name.').max(80)
const id = z.string().min(1).max(2_000)

/** Changes the own name. */
export const changeOwnName = writeAct(task, {
  input: z.strictObject({ name: personName }),
  run: async (given, context) => answerFor(await own.renameSelf(self(context), given.name)),
})

/** Changes the own password and ends every other session. */
export const changeOwnPassword = writeAct(task, {
  input: z.strictObject({ current: password, next: password }),
  run: async (given, context) => answerFor(await own.changeOwnPassword(self(context), given)),
})

/** Proves that the person is at their browser, for what an administrator changes next. */
export const proveMyself = writeAct(task, {
  input: z.strictObject({ password }),
  run: async (given, context) => answerFor(await own.proveSelf(self(context), given.password)),
})

/** A secret for an authenticator app, and ten recovery codes. */
export const startApp = writeAct(task, {
  input: z.strictObject({ password }),
  run: async (given, context) => {
    const made = await own.startApp(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made)
  },
})

const code = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your app shows.'))

/** Confirms the authenticator app with a code of it, and ends every other session. */
export const confirmApp = writeAct(task, {
  input: z.strictObject({ code }),
  run: async (given, context) => answerFor(await own.confirmApp(self(context), given.code)),
})

/** Turns the authenticator app off. */
export const turnOffApp = writeAct(task, {
  input: z.strictObject({ password }),
  run: async (given, context) => answerFor(await own.turnOffApp(self(context), given.password)),
})

/** Ten new recovery codes instead of the old ones. */
export const newRecoveryCodes = writeAct(task, {
  input: z.strictObject({ password }),
  run: async (given, context) => {
    const made = await own.newRecoveryCodes(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made.codes)
  },
})

/** What the browser needs to make a passkey. */
export const startPasskey = writeAct(task, {
  input: z.strictObject({ password }),
  run: async (given, context) => {
    const made = await own.startPasskey(self(context), given.password)
    return 'message' in made ? refused(made) : ok(made.options)
  },
})

// The library checks the parts of the browser's answer; here it is only kept small.
const made = z.looseObject({ id, response: z.looseObject({}) })

/** Stores the passkey that the browser made. */
export const addPasskey = writeAct(task, {
  input: z.strictObject({ name: passkeyName, response: made }),
  run: async (given, context) =>
    answerFor(
      await own.addPasskey(self(context), {
        name: given.name,
        response: given.response as unknown as RegistrationResponseJSON,
      }),
    ),
})

/** Gives a passkey another name. */
export const renamePasskey = writeAct(task, {
  input: z.strictObject({ id, name: passkeyName }),
  run: async (given, context) =>
    answerFor(await own.renamePasskey(self(context), given.id, given.name)),
})

/** Removes a passkey. */
export const removePasskey = writeAct(task, {
  input: z.strictObject({ id, password }),
  run: async (given, context) =>
    answerFor(await own.removePasskey(self(context), given.id, given.password)),
})

/** Ends one of the own sessions, or all but this browser's. */
export const endOwnSessions = writeAct(task, {
  input: z.union([
    z.strictObject({ id, password }),
    z.strictObject({ others: z.literal(true), password }),
  ]),
  run: async (given, context) =>
    answerFor(
      await own.endOwnSessions(self(context), 'id' in given ? given : 'others', given.password),
    ),
})

function self({ account, connection }: ActionContext): own.Self {
  return { ...account, accountId: account.id, connectionId: connection.id }
}

function answerFor(problem: own.Refused | undefined): Result<null> {
  return problem ? refused(problem) : ok(null)
}

function refused({ path, message }: own.Refused) {
  return fail('InvalidInput', message, { issues: path ? [{ path, message }] : [] })
}
