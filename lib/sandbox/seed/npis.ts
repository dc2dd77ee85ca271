import { npiCheckDigit } from '#lib/rules/codes/npi.ts'

/** The NPI made of nine digits and their check digit. */
export function completeNpi(firstNine: string): string {
  return `${firstNine}${npiCheckDigit(firstNine)}`
}

/** An NPI by number within a family of numbers: 13 facilities, 14 rendering, 15 others, 17 billing providers. */
function familyNpi(family: string, index: number): string {
  return completeNpi(`${family}${String((index * 104_729 + 1_234_567) % 10_000_000).padStart(7, '0')}`)
}

export const billingProviderCount = 40
export const facilityCount = 60

/** NPIs of the billing providers: the same whatever the seed, so that keys can be scoped by them. */
export const billingNpis: readonly string[] = Array.from({ length: billingProviderCount }, (_, i) => familyNpi('17', i))

/** The billing NPIs that the key `sandbox-scoped` covers. */
export const scopedBillingNpis: readonly string[] = billingNpis.slice(0, 3)

export const facilityNpi = (index: number) => familyNpi('13', index)
export const renderingNpi = (index: number) => familyNpi('14', index)
/** A valid NPI that none of the organisation's records has: a referring or an unknown provider. */
export const outsideNpi = (index: number) => familyNpi('15', index)
