import { redirect } from 'next/navigation'
import { signInAddress, startPath } from '#components/frame/account/sign-in-address.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'

/** The bare address leads to where the person's work is. */
export default async function StartPage() {
  const account = await currentAccount()
  redirect(account ? startPath(account.role) : signInAddress('/'))
}
