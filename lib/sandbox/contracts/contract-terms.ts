import type { Regions } from '#lib/contract/contracts/regions.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'

/** What `states` holds for a contract that is valid everywhere. */
export const everywhere = '*'

/** The states that a contract's regions name, for the states filter. */
export function statesOf(regions: Regions): string[] {
  return regions.type === 'national' ? [everywhere] : [...new Set(regions.states as string[])]
}

/**
 * 422 when a contract would expire before it takes effect; one that ends on its first day is valid for a day.
 * ASSUMED: contract-expiration-on-create: the description names this refusal for updates.
 */
export function checkExpiration(effective: string, expiration: string | null | undefined): void {
  if (expiration && expiration < effective) {
    throw refuse('ContractInvalidExpirationDateHttpError', {
      message: `The expiration date ${expiration} is before the effective date ${effective}.`,
    })
  }
}
