import { listOrganizationProviders, listPayers, listServiceFacilities } from '#lib/actions/lists.ts'
import { readSpanParty } from '#lib/actions/read.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { npiCheckDigit } from '#lib/rules/codes/npi.ts'
import { answer } from './answers.testing.ts'
import { clinic, idAt, payer } from './contract.testing.tsx'

const npiAt = (at: number) => {
  const digits = String(100_000_000 + at)
  return digits + npiCheckDigit(digits)
}

/** A rendering provider by its number. */
export function providerAt(at: number): OrganizationProvider {
  return {
    organization_provider_id: idAt(100 + at),
    npi: npiAt(at),
    first_name: 'Robin',
    last_name: `Rowan${at}`,
    is_rendering: true,
    is_billing: false,
    provider_type: 'INDIVIDUAL',
    license_type: 'MD',
    qualifications: [],
  }
}

/** A service facility by its number. */
export function facilityAt(at: number): OrganizationServiceFacility {
  return {
    organization_service_facility_id: idAt(500 + at),
    name: `Harbor Hospital ${at}`,
    npi: String(1_500_000_000 + at),
    address: { address1: '4 Pier Road', city: 'Portland', state: 'OR', zip_code: '97205' },
  } as OrganizationServiceFacility
}

const people = Array.from({ length: 10 }, (_, at) => providerAt(at))
const places = Array.from({ length: 5 }, (_, at) => facilityAt(at))
const billing = {
  ...providerAt(99),
  ...clinic,
  first_name: null,
  last_name: null,
  is_billing: true,
}

const matching = <T extends object>(items: readonly T[], text = ''): T[] =>
  items.filter((item) => JSON.stringify(item).toLowerCase().includes(text.toLowerCase()))

/** Finds the clinic, the payer, ten providers and five facilities by name and by id from now on. */
export function answerLookUps(): void {
  const all: { provider: OrganizationProvider[]; facility: object[]; payer: Payer[] } = {
    provider: [billing, ...people],
    facility: places,
    payer: [payer],
  }
  const found = (items: readonly object[]) => ({ is_available: true, items: items as never[] })
  answer(listOrganizationProviders, ({ query: { search_term, npi } }) =>
    found(matching(all.provider, search_term ?? npi ?? '')),
  )
  answer(listServiceFacilities, ({ query: { name, organization_service_facility_ids: ids } }) =>
    found(
      ids
        ? places.filter((place) => ids.includes(place.organization_service_facility_id))
        : matching(places, name ?? ''),
    ),
  )
  answer(listPayers, ({ query: { search_term } }) => found(matching(all.payer, search_term ?? '')))
  answer(readSpanParty, ({ kind, id }) => found(matching<object>(all[kind], id)))
}
