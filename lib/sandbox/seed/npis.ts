import { npiCheckDigit } from '#lib/rules/codes/npi.ts'

/** The NPI of nine digits with its check digit. */
function completeNpi(firstNine: string): string {
  return `${firstNine}${npiCheckDigit(firstNine)}`
}

/**
 * An NPI by number within a family: 13 facilities, 14 rendering providers, 15 others, 17 billing
 * providers.
 */
function familyNpi(family: string, index: number): string {
  return completeNpi(
    `${family}${String((index * 104_729 + 1_234_567) % 10_000_000).padStart(7, '0')}`,
  )
}

const billingProviderCount = 40
export const facilityCount = 60

/**
 * The NPIs of the billing providers. They are the same for every seed, so that a key's scope can
 * name them.
 */
export const billingNpis: readonly string[] = Array.from({ length: billingProviderCount }, (_, i) =>
  familyNpi('17', i),
)

/** The billing NPIs in the scope of the key `sandbox-scoped`. */
export const scopedBillingNpis: readonly string[] = billingNpis.slice(0, 3)

export const facilityNpi = (index: number) => familyNpi('13', index)
export const renderingNpi = (index: number) => familyNpi('14', index)
/** A valid NPI that no record of the organisation has, for a referring or an unknown provider. */
export const outsideNpi = (index: number) => familyNpi('15', index)
