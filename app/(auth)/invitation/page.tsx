import type { Metadata } from 'next'
import { connection } from 'next/server'
import { joinByInvitation, readInvitation } from '#lib/actions/session.ts'
import { InvitationForm } from './invitation-form.tsx'

export const metadata: Metadata = { title: 'Invitation' }

/**
 * Makes the account of an invitation. Its token is in the address's fragment, which no browser
 * sends to a server.
 */
export default async function InvitationPage() {
  // The policy's nonce needs a page that is made for its request.
  await connection()
  return (
    <>
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">Invitation</h1>
      <InvitationForm read={readInvitation} join={joinByInvitation} />
    </>
  )
}
