import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { safeNext } from '#components/frame/account/sign-in-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import {
  areDemoAccountsOn,
  demoAccounts,
  demoPassword,
} from '#lib/console/accounts/demo-accounts.ts'
import { singleSignOn } from '#lib/console/accounts/single-sign-on.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { isSetupOpen } from '#lib/console/accounts/setup.ts'
import { passkeyPlace } from '#lib/console/settings.ts'

export const metadata: Metadata = { title: 'Sign in' }

const notices = new Map(
  Object.entries({
    expired: 'Your session has ended. Sign in to continue where you were.',
    'set-up': 'Administrator created. Sign in.',
    joined: 'Account created. Sign in.',
    'new-password': 'Your new password is saved. Sign in with it.',
  }),
)

// Why single sign-on let somebody in no further; every other code means that it failed on the way.
const refusals: { [code: string]: (name: string) => string } = {
  sso_no_role: (name) =>
    `Your account at ${name} has no role for this app. Ask your administrator for one.`,
  sso_email_not_verified: (name) =>
    `${name} hasn’t confirmed your e-mail address. Ask your administrator.`,
  account_not_linked: (name) =>
    `${name} hasn’t confirmed your e-mail address, which has an account here already. Ask your administrator.`,
  sso_other_identity: (name) =>
    `Your e-mail address belongs to an account here that another person at ${name} uses. Ask your administrator to unlink it.`,
  sso_disabled: () => 'Your account here can’t sign in this way. Ask your administrator.',
  access_denied: (name) => `You weren’t signed in at ${name}.`,
  state_mismatch: () => 'This sign-in took too long or began in another tab. Try again.',
  state_not_found: () => 'This sign-in took too long or began in another tab. Try again.',
  database_away: () => 'The database isn’t answering. Try again in a moment.',
}

type SearchParams = {
  next?: string | string[]
  reason?: string | string[]
  error?: string | string[]
}
type SignInPageProps = { searchParams: Promise<SearchParams> }

/**
 * Sign in with a password and, where there is one, a second factor, or with a passkey; people who
 * already are go on to where they were heading.
 */
export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, reason, error } = await searchParams
  const target = safeNext(next)
  if (await currentAccount()) redirect(target)
  // A demo account's password is public: it is sent to the page only while such accounts may sign
  // in.
  const [isDemoOn, canSetUp] = await throwIfDatabaseAway(
    Promise.all([areDemoAccountsOn(), isSetupOpen()]),
  )
  const sso = singleSignOn()
  const demo = isDemoOn
    ? {
        accounts: demoAccounts.map(({ email, name, role }) => ({ email, name, role })),
        password: demoPassword,
      }
    : undefined
  return (
    <>
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">Sign in</h1>
      <p className="mt-1.5 text-base text-ink-2">Clear what stops your claims.</p>
      <SignInForm
        next={target}
        notice={typeof reason === 'string' ? notices.get(reason) : undefined}
        hasPasskeys={passkeyPlace((await headers()).get('host')) !== undefined}
        methods={reason === 'second-step' ? ['totp', 'passkey'] : undefined}
        refusal={sso && typeof error === 'string' ? refusalOf(error, sso.name) : undefined}
        ssoName={sso?.name}
        demo={demo}
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

function refusalOf(code: string, name: string): string {
  const words = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  return (
    words?.(name) ??
    `Sign-in with ${name} failed. Try again. If it happens again, tell your administrator.`
  )
}
