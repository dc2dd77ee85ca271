import type { Settings } from './environment.ts'
import { say } from './say.ts'

/** Tells where the console is, who may sign in and how to stop. */
export function sayWelcome({ port, sandboxPort, embeddedSandbox, demoAccounts }: Settings): void {
  say(`\nThe console is ready: http://127.0.0.1:${port}`)
  if (embeddedSandbox)
    say(`Partner: the embedded sandbox at http://127.0.0.1:${sandboxPort} (its interface: /openapi.json)`)
  if (demoAccounts) {
    say('\nDemo accounts, password billing-demo-only:')
    for (const account of ['admin', 'biller', 'credentialing', 'manager']) say(`  ${account}@demo.test`)
  } else {
    say('\nThe first administrator signs up with the one-time setup code in the log above (shown until it is used).')
  }
  say('\nCtrl-C stops everything that was started here.')
}
