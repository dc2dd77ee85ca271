import 'server-only'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { isDatabaseUp } from '#lib/console/db.ts'
import { startConsole } from '#lib/console/server/start.ts'
import { knownKind, type PartnerState } from '#lib/core/partner-state.ts'
import { isTrueWithin } from '#lib/core/within.ts'
import { partnerState } from '#lib/partner/call.ts'

/**
 * Whether this process can serve. `start` is the root key, the migrations and the settings: the log
 * says what is wrong with them. How the partner answers is only reported: without it the console
 * serves what it has.
 */
export type Readiness = {
  isReady: boolean
  database: 'ok' | 'unavailable'
  start: 'ok' | 'unfinished'
  partner: PartnerState['kind'] | 'unknown'
}

/** Looks at the database and the start, within `patienceMs`. */
export async function readiness(patienceMs: number): Promise<Readiness> {
  const [hasStarted, isUp] = await Promise.all([
    isTrueWithin(
      patienceMs,
      startConsole().then(() => true),
    ),
    isTrueWithin(patienceMs, isDatabaseUp()),
  ])
  const isReady = hasStarted && isUp
  return {
    isReady,
    database: isUp ? 'ok' : 'unavailable',
    start: hasStarted ? 'ok' : 'unfinished',
    partner: isReady ? knownKind(partnerState(await activeConnection())) : 'unknown',
  }
}
