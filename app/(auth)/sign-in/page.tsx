import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeNext } from '#components/frame/account/sign-in-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import { areDemoAccountsOn, demoAccounts, demoPassword } from '#lib/console/accounts/demo-accounts.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { isSetupOpen } from '#lib/console/accounts/setup.ts'
import { passkeyPlace } from '#lib/console/settings.ts'

export const metadata: Metadata = { title: 'Sign in' }

const notices: Record<string, string> = {
  expired: 'Your session has ended. Sign in to continue where you were.',
  'set-up': 'Administrator created. Sign in.',
  joined: 'Account created. Sign in.',
}

type SignInPageProps = { searchParams: Promise<{ next?: string | string[]; reason?: string | string[] }> }

/** Sign in with a password and, where there is one, a second factor, or with a passkey; people who already are go on to where they were heading. */
export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, reason } = await searchParams
  const target = safeNext(next)
  if (await currentAccount()) redirect(target)
  // A demo account's password is public: it is sent to the page only while such accounts may sign in.
  const [isDemoOn, canSetUp] = await throwIfDatabaseAway(Promise.all([areDemoAccountsOn(), isSetupOpen()]))
  const demo = isDemoOn
    ? { accounts: demoAccounts.map(({ email, name, role }) => ({ email, name, role })), password: demoPassword }
    : undefined
  return (
    <>
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">Sign in</h1>
      <p className="mt-1.5 text-base text-ink-2">Clear what stops your claims.</p>
      <SignInForm
        next={target}
        notice={typeof reason === 'string' ? notices[reason] : undefined}
        demo={demo}
        hasPasskeys={passkeyPlace((await headers()).get('host')) !== undefined}
        methods={reason === 'second-step' ? ['totp', 'passkey'] : undefined}
      />
      {canSetUp && (
        <p className="mt-6 text-sm text-ink-2">
          No account yet?{' '}
          <a href="/setup" className="font-medium text-accent underline underline-offset-2">
            Set up the first administrator
          </a>
        </p>
      )}
    </>
  )
}
