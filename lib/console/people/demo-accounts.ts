import 'server-only'
import { activeConnection } from '#lib/console/connections/connections.ts'

/** The accounts of the demonstration; `README` and the sign-in page show them while they are on. */
export const demoAccounts = [
  { email: 'admin@demo.test', name: 'Demo Admin', role: 'admin' },
  { email: 'biller@demo.test', name: 'Demo Biller', role: 'biller' },
  { email: 'credentialing@demo.test', name: 'Demo Credentialing', role: 'credentialing' },
  { email: 'manager@demo.test', name: 'Demo Manager', role: 'manager' },
] as const

/** The one password of the demo accounts. */
export const demoPassword = 'billing-demo-only'

/** True while demo accounts may sign in: DEMO_ACCOUNTS=1, or by default only with the embedded sandbox. */
export async function areDemoAccountsOn(): Promise<boolean> {
  if (process.env.DEMO_ACCOUNTS !== undefined && process.env.DEMO_ACCOUNTS !== '')
    return process.env.DEMO_ACCOUNTS === '1'
  return (await activeConnection()).isEmbedded
}
