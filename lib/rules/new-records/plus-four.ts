import { isZipPlusFour } from '#lib/rules/codes/codes.ts'
import { valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'

/** The placeholder for unknown digits, also in the organization's own records. */
const placeholder = '9998'

/** The organization's own records, as the look-ups answer them. */
export type OwnRecords = { facilities: readonly unknown[]; providers: readonly unknown[] }

/**
 * The four digits after this ZIP code in the organization's own records of an NPI: the facility's,
 * otherwise the provider's. Undefined if no record has them, or if records or addresses disagree.
 */
export function plusFourIn(
  { facilities, providers }: OwnRecords,
  npi: string,
  zip: string,
): string | undefined {
  const ofFacilities = digitsIn(facilities, npi, zip)
  const [four, ...others] = ofFacilities.size > 0 ? ofFacilities : digitsIn(providers, npi, zip)
  return others.length === 0 ? four : undefined
}

function digitsIn(records: readonly unknown[], npi: string, zip: string): Set<string> {
  const addresses = records
    .filter((record) => textAt(record, 'npi') === npi)
    .flatMap((record) => [
      valueAt(record, 'address'),
      ...listAt(record, 'addresses').map((each) => valueAt(each, 'address')),
    ])
    .filter((address) => textAt(address, 'zip_code') === zip)
  const digits = addresses.map((address) => textAt(address, 'zip_plus_four_code') ?? placeholder)
  return new Set(digits.filter((four) => isZipPlusFour(four) && four !== placeholder))
}
