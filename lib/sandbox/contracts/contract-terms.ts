import type { Regions } from '#lib/contract/contracts/regions.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'

/** The value of `states` for a national contract. */
export const everywhere = '*'

/** The states of a contract's regions, for the states filter. */
export function statesOf(regions: Regions): string[] {
  return regions.type === 'national' ? [everywhere] : [...new Set(regions.states as string[])]
}

/**
 * 422 if a contract would expire before it takes effect. It may expire on its effective date.
 * ASSUMED: contract-expiration-on-create: the description lists this refusal for updates only.
 */
export function checkExpiration(effective: string, expiration: string | null | undefined): void {
  if (expiration && expiration < effective) {
    throw refuse('ContractInvalidExpirationDateHttpError', {
      message: `The expiration date ${expiration} is before the effective date ${effective}.`,
    })
  }
}
