import { isZipPlusFour } from '#lib/rules/codes/codes.ts'
import { at, listAt, textAt } from '#lib/rules/edit/read-json.ts'

/** Stands for digits that are not known, also in the organisation's own records. */
const placeholder = '9998'

/** The organisation's own records as its look-ups answer them. */
export type OwnRecords = { facilities: readonly unknown[]; providers: readonly unknown[] }

/**
 * The four digits after this ZIP code in the organisation's own records of an NPI: the facility's, else the provider's.
 * Undefined where no record has them, and where two records or addresses have different ones.
 */
export function plusFourIn({ facilities, providers }: OwnRecords, npi: string, zip: string): string | undefined {
  const ofFacilities = digitsIn(facilities, npi, zip)
  const [four, ...others] = ofFacilities.size > 0 ? ofFacilities : digitsIn(providers, npi, zip)
  return others.length === 0 ? four : undefined
}

function digitsIn(records: readonly unknown[], npi: string, zip: string): Set<string> {
  const addresses = records
    .filter((record) => textAt(record, 'npi') === npi)
    .flatMap((record) => [at(record, 'address'), ...listAt(record, 'addresses').map((each) => at(each, 'address'))])
    .filter((address) => textAt(address, 'zip_code') === zip)
  const digits = addresses.map((address) => textAt(address, 'zip_plus_four_code') ?? placeholder)
  return new Set(digits.filter((four) => isZipPlusFour(four) && four !== placeholder))
}
