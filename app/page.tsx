import { redirect } from 'next/navigation'
import { signInAddress, startPath } from '#components/frame/account/sign-in-address.ts'
import { beginsWithSteps } from '#lib/actions/first-steps.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { firstStepsHref } from '#lib/lists/first-steps.ts'

/** The bare address leads to where the person's work is. */
export default async function StartPage() {
  const account = await currentAccount()
  if (!account) redirect(signInAddress('/'))
  redirect((await beginsWithSteps(account)) ? firstStepsHref : startPath(account.role))
}
