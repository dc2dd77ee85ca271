import type { ReactNode } from 'react'
import { Logo } from '#components/frame/logo.tsx'
import { LedgerPicture } from './ledger-picture.tsx'

/**
 * The layout of the pages for people who are not signed in. The form is on the left. On a wide
 * screen, a picture of a list of claims is on the right.
 */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <main className="mx-auto flex w-full max-w-110 flex-col px-6 py-8 sm:px-10">
        <p className="flex items-center gap-2.5 text-base font-semibold tracking-[-0.01em]">
          <Logo size={24} />
          Billing console
        </p>
        <div className="my-auto py-8">{children}</div>
        <p className="text-xs text-ink-3">Every read and change of a record is logged.</p>
      </main>
      <LedgerPicture />
    </div>
  )
}
