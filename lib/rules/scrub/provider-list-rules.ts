import { nameKey } from '#lib/core/folded.ts'
import { taxIdIn } from '#lib/rules/codes/codes.ts'
import { listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { fixTo } from './fixes.ts'
import { isBox, isForeign } from './places.ts'
import { listedParties, type Rule, type ScrubInput } from './rule.ts'

type ListedInput = Pick<ScrubInput, 'data' | 'findProviders'>

/** The organization's entries of a provider of the capture; none where nobody knows. */
function entriesOf({ data, findProviders }: ListedInput, party: string): readonly unknown[] {
  const npi = textAt(data, `${party}.npi`)
  return (npi !== undefined && findProviders?.(npi)) || []
}

/** True while the provider list is asked about the NPI of the billing provider. */
export function isLookingUp({ data, findProviders }: ScrubInput): boolean {
  const npi = textAt(data, 'billing_provider.npi')
  return npi !== undefined && findProviders !== undefined && findProviders(npi) === undefined
}

/** The tax ids that the provider list has for the billing provider's NPI, as nine digits. */
export function listedTaxIds(input: ListedInput): string[] {
  return entriesOf(input, 'billing_provider').flatMap((entry) => {
    const id = textAt(entry, 'tax_id')
    return id === undefined ? [] : (taxIdIn(id) ?? id)
  })
}

/**
 * True for the names of one provider or person. Nicknames and second first names are the same person;
 * another initial is another one. A missing name says nothing.
 */
export function isSameName(mine: unknown, listed: unknown): boolean {
  const partsOf = (party: unknown) =>
    ['organization_name', 'last_name', 'first_name'].map((name) =>
      nameKey(textAt(party, name) ?? ''),
    ) as [string, string, string] // one for each of the three
  const [organization, last, first] = partsOf(mine)
  const [listedOrganization, listedLast, listedFirst] = partsOf(listed)
  if (organization !== '' && listedOrganization !== '')
    return organization.includes(listedOrganization) || listedOrganization.includes(organization)
  if (last === '' || listedLast === '') return true
  return (
    (last.includes(listedLast) || listedLast.includes(last)) &&
    (first === '' || listedFirst === '' || first[0] === listedFirst[0])
  )
}

// A street is written in many ways, its number and its ZIP code in one.
function isSameAddress(mine: unknown, listed: unknown): boolean {
  const numberOf = (address: unknown) => /\d+/.exec(textAt(address, 'address1') ?? '')?.[0]
  const [number, listedNumber] = [numberOf(mine), numberOf(listed)]
  const [zip, listedZip] = [textAt(mine, 'zip_code'), textAt(listed, 'zip_code')]
  return (
    (number === undefined || listedNumber === undefined || number === listedNumber) &&
    (zip === undefined || listedZip === undefined || zip.slice(0, 5) === listedZip.slice(0, 5))
  )
}

function nameWords(entry: unknown): string {
  return (
    textAt(entry, 'organization_name') ??
    [textAt(entry, 'first_name'), textAt(entry, 'last_name')].filter(Boolean).join(' ')
  )
}

/** Checks against the organization's own provider list. They are silent where it is not read. */
export const providerListRules: Rule[] = [
  {
    id: 'tax-id-not-listed',
    title: 'Tax ID is not the one of this NPI in the provider list',
    fields: ['billing_provider.tax_id'],
    offers: 'Writes the tax ID of the provider list',
    severity: 'error',
    scope: 'capture',
    needs: 'provider-list',
    source:
      'X12 837P loop 2010AA REF EI: payers match the NPI and the tax ID together. 26 U.S.C. 6041: what they pay is reported to the IRS under this number.',
    how: 'Enter the tax ID of the organization whose NPI this is, or correct the NPI or the provider list.',
    check: (input, report) => {
      const path = 'billing_provider.tax_id'
      const [id, listed] = [textAt(input.data, path), listedTaxIds(input)]
      const [only, ...others] = new Set(listed)
      if (id === undefined || only === undefined || listed.includes(taxIdIn(id) ?? id)) return
      report(path, 'Billing provider tax ID is not the one of its NPI in the provider list', {
        fix:
          others.length > 0
            ? undefined
            : { label: `Write ${only} (provider list)`, sets: fixTo(path, only)!.sets },
      })
    },
  },
  {
    id: 'provider-name-not-listed',
    title: 'Provider’s name is not the one of this NPI in the provider list',
    fields: listedParties.flatMap(([party]) => [
      `${party}.organization_name`,
      `${party}.last_name`,
    ]),
    severity: 'warning',
    scope: 'capture',
    needs: 'provider-list',
    source:
      'X12 837P NM103 and NM109: the name and the NPI are of one provider. Names change and organizations do business under several, so it is a warning.',
    how: 'Check whether the NPI or the name is wrong.',
    check: (input, report) => {
      for (const [party, label] of listedParties) {
        const mine = valueAt(input.data, party)
        const entries = entriesOf(input, party).filter((entry) => nameWords(entry) !== '')
        if (entries.length === 0 || nameWords(mine) === '') continue
        if (entries.some((entry) => isSameName(mine, entry))) continue
        const member = textAt(mine, 'organization_name') ? 'organization_name' : 'last_name'
        report(
          `${party}.${member}`,
          `${label} NPI ${textAt(mine, 'npi')} is ${nameWords(entries[0])} in the provider list`,
        )
      }
    },
  },
  {
    id: 'provider-address-not-listed',
    title: 'Provider’s address is not the one of this NPI in the provider list',
    fields: listedParties.map(([party]) => `${party}.address.address1`),
    severity: 'warning',
    scope: 'capture',
    needs: 'provider-list',
    source:
      'X12 837P loop 2010AA N3 and N4: payers find a billing provider by the address on file. A provider can have several, so it is a warning.',
    how: 'Check the address. If it is right, correct the provider list.',
    check: (input, report) => {
      for (const [party, label] of listedParties) {
        const address = valueAt(input.data, `${party}.address`)
        const street = textAt(address, 'address1')
        const listed = entriesOf(input, party).flatMap((entry) =>
          listAt(entry, 'addresses').map((each) => valueAt(each, 'address')),
        )
        if (street === undefined || isBox(street) || isForeign(address) || listed.length === 0)
          continue
        if (listed.some((each) => isSameAddress(address, each))) continue
        report(
          `${party}.address.address1`,
          `${label} address is not the one of its NPI in the provider list`,
        )
      }
    },
  },
]
