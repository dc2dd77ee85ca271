import type { PartnerState } from '#lib/core/partner-state.ts'
import type { Failure } from '#lib/core/result.ts'
import { createStore } from '#components/frame/store.ts'

/** How the partner answers, while it does not answer well; undefined otherwise. */
export const partnerTrouble = createStore<PartnerState | undefined>(undefined)

const troubles = new Set([
  'PartnerDown',
  'PartnerUnreachable',
  'PartnerUnresolved',
  'PartnerTimeout',
  'PartnerFailed',
  'PartnerBusy',
  'PartnerUnauthorized',
  'PartnerTlsFailed',
  'OutcomeUnknown',
])

/**
 * Call it with the failure of a read or write. If the partner is the reason, the strip follows how
 * it answers.
 */
export function reportPartnerFailure({ name }: Pick<Failure, 'name'>): void {
  if (troubles.has(name)) watchPartner()
}

/**
 * Follows how the partner answers until it answers well. The code for it is fetched when it is
 * first needed.
 */
export function watchPartner(): void {
  // Without the code the page works as before, and the next failure tries again.
  import('./follow-partner.ts').then(({ followPartner }) => followPartner()).catch(() => {})
}
