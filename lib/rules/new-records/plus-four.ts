import { isZipPlusFour } from '#lib/rules/codes/codes.ts'
import { at, listAt, textAt } from '#lib/rules/edit/read-json.ts'

/** Stands for digits that are not known, also in the organisation's own records. */
const placeholder = '9998'

/**
 * The four digits after this ZIP code in the organisation's own records (facilities and providers, as looked up) of an
 * NPI. Undefined where no record has them, and where two records or addresses have different ones.
 */
export function plusFourIn(records: readonly unknown[], npi: string, zip: string): string | undefined {
  const addresses = records
    .filter((record) => textAt(record, 'npi') === npi)
    .flatMap((record) => [at(record, 'address'), ...listAt(record, 'addresses').map((each) => at(each, 'address'))])
    .filter((address) => textAt(address, 'zip_code') === zip)
  const [four, ...others] = new Set(
    addresses
      .map((address) => textAt(address, 'zip_plus_four_code') ?? placeholder)
      .filter((digits) => isZipPlusFour(digits) && digits !== placeholder),
  )
  return others.length === 0 ? four : undefined
}
