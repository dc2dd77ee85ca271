import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { claimSetup } from '#lib/actions/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { isSetupOpen } from '#lib/console/accounts/setup.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { SetupForm } from './setup-form.tsx'

export const metadata: Metadata = { title: 'Set up' }

/**
 * The page that creates the first administrator with the one-time code from the server's log. It
 * redirects to the sign-in page if there is no unused code.
 */
export default async function SetupPage() {
  // Render for a request only: a build must not open the database.
  await connection()
  if (!(await throwIfDatabaseAway(startConsole().then(isSetupOpen)))) redirect('/sign-in')
  return (
    <>
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">Set up</h1>
      <p className="mt-1.5 text-base text-ink-2">
        Create the first administrator. The server’s log has the link with the one-time code.
      </p>
      <SetupForm claim={claimSetup} />
    </>
  )
}
