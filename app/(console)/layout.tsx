import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { Frame } from '#components/frame/frame.tsx'
import { QueryProvider } from '#components/frame/query-provider.tsx'
import { signInAddress, home } from '#components/frame/sign-in-address.ts'
import { activeConnection } from '#lib/console/connections.ts'
import { currentAccount } from '#lib/console/session.ts'

/** Every page for signed-in people: the frame around it, and nothing at all for anybody else. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const account = await currentAccount()
  if (!account) redirect(signInAddress(home))
  const { name, environment, scopeLabel, isEmbedded } = await activeConnection()
  return (
    <QueryProvider>
      <Frame account={{ name: account.name, email: account.email, role: account.role }} connection={{ name, environment, scopeLabel, isEmbedded }}>
        {children}
      </Frame>
    </QueryProvider>
  )
}
