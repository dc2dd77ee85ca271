'use server'

import { z } from 'zod'
import { endSession } from '#lib/console/accounts/session.ts'
import { claimFirstAdmin } from '#lib/console/accounts/setup.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { isFromOwnPage, unexpected } from './run-action.ts'

// The two actions that need no session: one ends it, the other makes the first account.

/** Ends the session on the server and clears its cookie. POST /api/sign-out does the same and empties the browser's caches. */
export async function signOut(): Promise<Result<null>> {
  if (!(await isFromOwnPage())) return fail('ForeignOrigin', 'This request did not come from this app.')
  await endSession()
  return ok(null)
}

const setupInput = z.strictObject({
  code: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(200),
  email: z.email().max(320),
  password: z.string().min(12).max(200),
})

/** `{code, name, email, password}` -> Result<null>: makes the first admin with the one-time code of the server's log. */
export async function claimSetup(input: unknown): Promise<Result<null>> {
  try {
    if (!(await isFromOwnPage())) return fail('ForeignOrigin', 'This request did not come from this app.')
    const parsed = setupInput.safeParse(input)
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
      return fail('InvalidInput', 'Some values aren’t valid.', { issues })
    }
    await startConsole()
    const outcome = await claimFirstAdmin(parsed.data)
    if (outcome === 'made') return ok(null)
    if (outcome === 'taken')
      return fail('InvalidInput', 'This e-mail address is already used.', {
        issues: [{ path: 'email', message: 'This e-mail address is already used.' }],
      })
    if (outcome === 'too many') return fail('TooManyAttempts', 'Too many attempts. Try again in 15 minutes.')
    return fail('InvalidInput', 'This code isn’t valid.', {
      issues: [{ path: 'code', message: 'This code isn’t valid. The newest one is in the server’s log.' }],
    })
  } catch (error) {
    return unexpected(error, 'claimSetup')
  }
}
