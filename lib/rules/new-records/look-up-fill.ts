import type { Address } from '#lib/contract/contact-fields.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'

/**
 * The values that a chosen record puts into a section's fields, by path below the section. ''
 * clears a field, because the previous record's value would be wrong.
 */
export type Fill = { [path: string]: string }

/** A provider's fields; a section uses those that it has. */
export function providerFill(provider: OrganizationProvider): Fill {
  return {
    ...texts({
      npi: provider.npi,
      first_name: provider.first_name,
      last_name: provider.last_name,
      organization_name: provider.organization_name,
      taxonomy_code: provider.taxonomy_code,
      tax_id: provider.tax_id,
      license_type: provider.license_type,
    }),
    ...addressFill('address', provider.addresses?.[0]?.address),
  }
}

/** A service facility's details, which replace its id. */
export function facilityFill(facility: OrganizationServiceFacility): Fill {
  return {
    ...texts({
      organization_name: facility.name,
      npi: facility.npi,
      mammography_certification_number: facility.mammography_certification_number,
    }),
    ...addressFill('address', facility.address),
  }
}

/** What an insurance card says about its payer. */
export function payerFill(payer: Payer): Fill {
  return {
    ...texts({ payer_id: payer.payer_id, payer_name: payer.payer_name }),
    ...addressFill('payer_address', payer.street_address),
  }
}

function addressFill(at: string, address: Address | null | undefined): Fill {
  const { address1, address2, city, state, zip_code, zip_plus_four_code } = address ?? {}
  const fill = texts({ address1, address2, city, state, zip_code, zip_plus_four_code })
  return Object.fromEntries(Object.entries(fill).map(([name, text]) => [`${at}.${name}`, text]))
}

// Look-up items are unparsed partner data: a member of an unexpected type fills nothing.
function texts(members: { [name: string]: unknown }): Fill {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}
