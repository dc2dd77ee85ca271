import type { Metadata } from 'next'
import { connection } from 'next/server'
import { choosePasswordByLink, joinByInvitation, readInvitation } from '#lib/actions/session.ts'
import { InvitationForm } from './invitation-form.tsx'

export const metadata: Metadata = { title: 'Invitation' }

/**
 * Makes the account of an invitation, or gives one a new password. The token is in the address's fragment, which no browser
 * sends to a server.
 */
export default async function InvitationPage() {
  // The policy's nonce needs a page that is made for its request.
  await connection()
  return (
    <InvitationForm
      read={readInvitation}
      join={joinByInvitation}
      choosePassword={choosePasswordByLink}
    />
  )
}
