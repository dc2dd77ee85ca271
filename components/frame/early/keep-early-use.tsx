import { headers } from 'next/headers'
import { earlyUseScript } from './early-use.ts'

/** The script that keeps what is done to the page before its own script runs. It stands before everything that can be used. */
export async function KeepEarlyUse() {
  const nonce = (await headers()).get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1]
  // Browsers hide a nonce from the page, so hydration cannot compare it.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyUseScript }} />
}
