import type { Failure } from '#lib/core/result.ts'
import { reportSessionEnd } from './account/session-store.ts'
import { reportNewVersion } from './new-version.tsx'
import { reportPartnerFailure } from './partner/partner-trouble.ts'

/**
 * The one place for what a failed read or write means for the whole page: a session that ended, a
 * new version, a partner in trouble. Answers the failure, or undefined where a dialog of the page
 * tells all of it.
 */
export function reportFailure(failure: Failure): Failure | undefined {
  if (reportSessionEnd(failure)) return undefined
  reportNewVersion(failure)
  reportPartnerFailure(failure)
  return failure
}
