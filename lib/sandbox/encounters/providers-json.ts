import {
  type EncounterInput,
  type EncounterRecords,
  completeAddress,
  knownPlace,
  longAddress,
  whole,
} from './encounter-input.ts'
import { derivedId } from './ids.ts'

type Maybe<T> = T | null | undefined
type Named = {
  npi?: Maybe<string>
  taxonomy_code?: Maybe<string>
  address?: Parameters<typeof completeAddress>[0]
  tax_id?: unknown
  qualifier?: unknown
  provider_commercial_license_type?: unknown
  secondary_identification?: unknown
  first_name?: Maybe<string>
  last_name?: Maybe<string>
  organization_name?: Maybe<string>
}

/**
 * A provider as an encounter returns it, or null. Missing members come from the organization's
 * record of the NPI, a missing address from the billing provider.
 */
export function providerJson(
  encounterId: string,
  role: string,
  provider: Maybe<Named>,
  input: EncounterInput,
  records: EncounterRecords,
) {
  if (!provider) return null
  const npi = provider.npi ?? ''
  const record = npi ? records.provider(npi) : undefined
  const isNamed = Boolean(provider.first_name || provider.last_name || provider.organization_name)
  const names = isNamed ? provider : record
  return {
    provider_id: record?.organization_provider_id ?? derivedId(encounterId, role),
    address: longAddress(
      provider.address,
      record?.addresses?.[0]?.address,
      input.billing_provider?.address,
    ),
    tax_id: typeof provider.tax_id === 'string' ? provider.tax_id : null,
    npi,
    taxonomy_code: provider.taxonomy_code ?? record?.taxonomy_code ?? null,
    qualifier: typeof provider.qualifier === 'string' ? provider.qualifier : null,
    provider_commercial_license_type: provider.provider_commercial_license_type ?? null,
    secondary_identification: secondaryId(provider.secondary_identification),
    first_name: names?.first_name ?? null,
    last_name: names?.last_name ?? null,
    organization_name: names?.organization_name ?? null,
  }
}

/** The treating provider, or null. The NPI is optional. */
export function treatingProviderJson(
  encounterId: string,
  { treating_provider: treating }: EncounterInput,
) {
  if (!treating) return null
  const address = completeAddress(treating.address)
  return {
    provider_id: derivedId(encounterId, 'treating_provider'),
    first_name: treating.first_name ?? '',
    last_name: treating.last_name ?? '',
    npi: treating.npi ?? null,
    taxonomy_code: treating.taxonomy_code ?? null,
    address: address ? longAddress(address) : null,
    tax_id: null,
    license_type: treating.license_type ?? null,
  }
}

/**
 * The service facility. Without one it is the billing provider's address.
 * ASSUMED: encounter-without-facility
 */
export function facilityJson(
  encounterId: string,
  input: EncounterInput,
  records: EncounterRecords,
) {
  const { service_facility: named, service_facility_id: id, billing_provider: billing } = input
  const record = id
    ? records.facilityById(id)
    : named?.npi
      ? records.facilityByNpi(named.npi)
      : undefined
  const billingRecord = records.provider(billing?.npi ?? '')
  return {
    service_facility_id:
      id ?? record?.organization_service_facility_id ?? derivedId(encounterId, 'service_facility'),
    organization_name:
      named?.organization_name ??
      record?.name ??
      billing?.organization_name ??
      billingRecord?.organization_name ??
      'Billing provider',
    npi: named?.npi ?? record?.npi ?? null,
    address: longAddress(
      named?.address,
      record?.address,
      billing?.address,
      billingRecord?.addresses?.[0]?.address,
    ),
    secondary_identification: named?.secondary_identification ?? null,
    mammography_certification_number: named?.mammography_certification_number ?? null,
  }
}

/** The place of service of the encounter: its own, otherwise its facility's. */
export function encounterPlace(input: EncounterInput, records: EncounterRecords): string | null {
  const record = input.service_facility_id
    ? records.facilityById(input.service_facility_id)
    : undefined
  return knownPlace(input.place_of_service_code) ?? knownPlace(record?.place_of_service_code)
}

function secondaryId(value: unknown) {
  return whole(
    value as Maybe<{
      reference_identification?: unknown
      reference_identification_qualifier?: unknown
    }>,
    'reference_identification',
  )
}
