import { expect, test } from 'vitest'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { facilityFill, payerFill, providerFill } from './look-up-fill.ts'

const address = {
  address1: '12 Elm St',
  address2: null,
  city: 'Portland',
  state: 'OR',
  zip_code: '97201',
  zip_plus_four_code: '1234',
}

test('a provider fills its identity and its address, and clears what it lacks', () => {
  const provider = {
    organization_provider_id: 'x',
    npi: '1234567893',
    first_name: 'Jo',
    last_name: 'Ray',
    organization_name: null,
    taxonomy_code: '207Q00000X',
    license_type: 'MD',
    addresses: [{ address, address_type: 'DEFAULT' }],
  }
  expect(providerFill(provider as unknown as OrganizationProvider)).toEqual({
    npi: '1234567893',
    first_name: 'Jo',
    last_name: 'Ray',
    organization_name: '',
    taxonomy_code: '207Q00000X',
    tax_id: '',
    license_type: 'MD',
    'address.address1': '12 Elm St',
    'address.address2': '',
    'address.city': 'Portland',
    'address.state': 'OR',
    'address.zip_code': '97201',
    'address.zip_plus_four_code': '1234',
  })
})

test('a facility and a payer fill their fields', () => {
  const facility = {
    organization_service_facility_id: 'f1',
    name: 'Harbor Clinic',
    npi: '1999999984',
    address,
  }
  expect(facilityFill(facility as unknown as OrganizationServiceFacility)).toMatchObject({
    organization_name: 'Harbor Clinic',
    npi: '1999999984',
    mammography_certification_number: '',
    'address.city': 'Portland',
  })
  const payer = { payer_uuid: 'u', payer_id: '60054', payer_name: 'Aetna' }
  expect(payerFill(payer as Payer)).toMatchObject({
    payer_id: '60054',
    payer_name: 'Aetna',
    'payer_address.address1': '',
  })
})

test('a member of an unexpected type fills nothing', () => {
  const fill = providerFill({
    npi: 1234567893,
    addresses: 'none',
  } as unknown as OrganizationProvider)
  expect(new Set(Object.values(fill))).toEqual(new Set(['']))
})
