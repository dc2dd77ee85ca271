import 'server-only'
import { activeConnection, isOnThisMachine, type Connection } from '#lib/console/connections/connections.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'

/** The accounts of the demonstration; `README` and the sign-in page show them while they are on. */
export const demoAccounts = [
  { email: 'admin@demo.test', name: 'Demo Admin', role: 'admin' },
  { email: 'biller@demo.test', name: 'Demo Biller', role: 'biller' },
  { email: 'credentialing@demo.test', name: 'Demo Credentialing', role: 'credentialing' },
  { email: 'manager@demo.test', name: 'Demo Manager', role: 'manager' },
] as const

/** The one password of the demo accounts. */
export const demoPassword = 'billing-demo-only'

/**
 * True while demo accounts may sign in: DEMO_ACCOUNTS=1, or by default only with the embedded sandbox; and never beside
 * a partner that is not on this machine, because their password is public.
 */
export async function areDemoAccountsOn(): Promise<boolean> {
  const connection = await activeConnection()
  return isWanted(connection) && isOnThisMachine(connection)
}

/** At the start: throws a StartProblem when demo accounts are asked for beside a partner that is not on this machine. */
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
