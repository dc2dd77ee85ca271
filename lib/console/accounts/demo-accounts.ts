import 'server-only'
import {
  activeConnection,
  isOnThisMachine,
  type Connection,
} from '#lib/console/connections/connections.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/** The demo accounts; the README and the sign-in page list them while they are on. */
export const demoAccounts = [
  { email: 'admin@demo.test', name: 'Demo Admin', role: 'admin' },
  { email: 'biller@demo.test', name: 'Demo Biller', role: 'biller' },
  { email: 'credentialing@demo.test', name: 'Demo Credentialing', role: 'credentialing' },
  { email: 'manager@demo.test', name: 'Demo Manager', role: 'manager' },
] as const

/** The password of every demo account. */
export const demoPassword = 'billing-demo-only'

/**
 * True while demo accounts may sign in: with DEMO_ACCOUNTS=1, or by default with the embedded
 * sandbox. Never beside a partner on another machine, because their password is public.
 */
export async function areDemoAccountsOn(): Promise<boolean> {
  return mayDemoAccountsUse(await activeConnection())
}

/** True for a connection that allows demo accounts. */
export function mayDemoAccountsUse(connection: Connection): boolean {
  return isWanted(connection) && isOnThisMachine(connection)
}

/**
 * At the start: throws a StartProblem if demo accounts are requested beside a partner on another
 * machine.
 */
export async function refuseDemoBesideRealData(): Promise<void> {
  const connection = await activeConnection()
  if (isOnThisMachine(connection) || !isWanted(connection)) return
  throw new StartProblem(
    'DEMO_ACCOUNTS=1 opens accounts with a published password, and the connected partner is not on this machine, so its data may be real. Start with DEMO_ACCOUNTS=0, or without it.',
  )
}

function isWanted({ isEmbedded }: Connection): boolean {
  return process.env.DEMO_ACCOUNTS ? process.env.DEMO_ACCOUNTS === '1' : isEmbedded
}
