import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import type { Names, Town } from './names.ts'
import { billingNpis, facilityCount, facilityNpi, renderingNpi } from './npis.ts'
import { payerNames } from './payer-names.ts'
import type { Random } from './random.ts'
import { specialties, type Specialty } from './specialties.ts'

export type Clinic = {
  provider: OrganizationProvider
  npi: string
  specialty: Specialty
  town: Town
  facilities: OrganizationServiceFacility[]
  staff: OrganizationProvider[]
}

/**
 * The organisation: clinics (billing providers) with their facilities and staff, and the payers.
 */
export type Organization = {
  clinics: Clinic[]
  facilities: OrganizationServiceFacility[]
  providers: OrganizationProvider[]
  payers: Payer[]
  /** Rendering providers who have left, for charges with a later date. */
  formerStaff: OrganizationProvider[]
  inactiveFacilities: OrganizationServiceFacility[]
}

const kinds = [
  'Family Clinic',
  'Medical Group',
  'Health Partners',
  'Care Center',
  'Physicians',
  'Clinic',
]

/** Makes the organisation's records. The forty clinics share `staffCount` rendering providers. */
export function makeOrganization(
  random: Random,
  names: Names,
  today: LocalDate,
  staffCount = 600,
): Organization {
  const words = [...new Set(names.organizations)]
  const clinics = billingNpis.map((npi, i) =>
    makeClinic(random, names, npi, i, words[i % words.length]!),
  )
  for (let i = 0; i < facilityCount; i += 1) {
    const clinic = clinics[i % clinics.length]!
    clinic.facilities.push(makeFacility(random, names, clinic, i, words[(i + 47) % words.length]!))
  }
  for (let i = 0; i < staffCount; i += 1) {
    const clinic = clinics[i % clinics.length]!
    clinic.staff.push(makeRenderingProvider(random, names, clinic, i, today))
  }
  const providers = [
    ...clinics.map((clinic) => clinic.provider),
    ...clinics.flatMap((clinic) => clinic.staff),
  ]
  const facilities = clinics.flatMap((clinic) => clinic.facilities)
  return {
    clinics,
    facilities,
    providers,
    payers: payerNames.map(([payer_name, payer_id]) =>
      makePayer(random, names, payer_name, payer_id),
    ),
    formerStaff: providers.filter(
      (provider) => provider.is_rendering && provider.employment_termination_date,
    ),
    inactiveFacilities: facilities.filter((facility) => facility.status === 'inactive'),
  }
}

/** Four digits after a ZIP code. Those of nines and zeros are placeholders. */
export function plusFour(random: Random): string {
  return random.digits(4).replace(/^(?:0000|999[89])$/, '1000')
}

/** A complete address in a town. */
export function makeAddress(random: Random, names: Names, town: Town) {
  const [city, state, zip_code] = town
  return {
    address1: `${random.int(100, 9899)} ${random.pick(names.streets)}`,
    city,
    state,
    zip_code,
    zip_plus_four_code: plusFour(random),
  }
}

function makeClinic(
  random: Random,
  names: Names,
  npi: string,
  index: number,
  word: string,
): Clinic {
  const specialty = specialties[index % specialties.length]!
  const town = names.towns[index % names.towns.length]!
  const provider: OrganizationProvider = {
    organization_provider_id: random.uuid(),
    npi,
    is_rendering: false,
    is_billing: true,
    organization_name: `${word} ${specialty.name} ${kinds[index % kinds.length]}`,
    provider_type: 'ORGANIZATION',
    tax_id: `${random.int(10, 98)}${random.digits(7)}`,
    taxonomy_code: specialty.taxonomy,
    license_type: 'UNKNOWN',
    addresses: [{ address: makeAddress(random, names, town), address_type: 'DEFAULT' }],
    qualifications: [],
  }
  return { provider, npi, specialty, town, facilities: [], staff: [] }
}

function makeFacility(
  random: Random,
  names: Names,
  clinic: Clinic,
  index: number,
  word: string,
): OrganizationServiceFacility {
  const name = `${word} ${clinic.specialty.name} - ${clinic.town[0]} ${index + 1}`
  return {
    organization_service_facility_id: random.uuid(),
    name,
    aliases: [`${word} ${clinic.town[0]}`],
    external_id: `FAC-${String(index + 1).padStart(3, '0')}`,
    npi: facilityNpi(index),
    place_of_service_code: clinic.specialty.place,
    // Two second sites have closed; every clinic has an open site.
    status: index === 45 || index === 52 ? 'inactive' : 'active',
    operational_status: index === 45 || index === 52 ? 'C' : 'O',
    mode: 'instance',
    type: 'PROFF',
    physical_type: 'bu',
    telecoms: [`503555${random.digits(4)}`],
    address: makeAddress(random, names, clinic.town),
  }
}

function makeRenderingProvider(
  random: Random,
  names: Names,
  clinic: Clinic,
  index: number,
  today: LocalDate,
): OrganizationProvider {
  // Every fiftieth provider has left, but never the only one of a clinic.
  const hasLeft = index >= 40 && index % 50 === 0
  return {
    organization_provider_id: random.uuid(),
    npi: renderingNpi(index),
    is_rendering: true,
    is_billing: false,
    first_name: random.pick(random.chance(0.55) ? names.female : names.male),
    last_name: random.pick(names.last),
    provider_type: 'INDIVIDUAL',
    taxonomy_code: clinic.specialty.taxonomy,
    license_type: random.pick(clinic.specialty.licenses),
    addresses: [{ address: makeAddress(random, names, clinic.town), address_type: 'DEFAULT' }],
    employment_start_date: addDays(today, -random.int(400, 4000)),
    employment_termination_date: hasLeft ? addDays(today, -random.int(150, 300)) : null,
    qualifications: [],
  }
}

function makePayer(random: Random, names: Names, payer_name: string, payer_id: string): Payer {
  return {
    payer_uuid: random.uuid(),
    payer_id,
    payer_name,
    street_address: makeAddress(random, names, random.pick(names.towns)),
  }
}
