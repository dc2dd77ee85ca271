import type { Metadata } from 'next'
import { buttonStyle } from '#components/ui/button-style.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { home } from '#components/frame/account/sign-in-address.ts'

export const metadata: Metadata = { title: 'Not found' }

/** An address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        kind="no-page"
        asPage
        actions={
          <a href={home} className={buttonStyle()}>
            Go to the start page
          </a>
        }
      />
    </main>
  )
}
