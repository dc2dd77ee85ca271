import type { LocalDate } from '#lib/core/local-date.ts'
import type { Lookups } from '#lib/sandbox/bundling/lookups.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { Organization } from './organization.ts'

/** The lookups of bundling in the demo data's records, without a database. */
export function lookupsOf(organization: Organization, today: LocalDate): Lookups {
  const billing = new Set(organization.clinics.map((clinic) => clinic.npi))
  const rendering = new Map(
    organization.providers
      .filter((provider) => provider.is_rendering)
      .map(({ npi, employment_start_date, employment_termination_date }) => [
        npi,
        {
          employment_start_date: employment_start_date ?? null,
          employment_termination_date: employment_termination_date ?? null,
        },
      ]),
  )
  const facilities = organization.facilities.map((facility) => ({
    id: facility.organization_service_facility_id,
    npi: facility.npi ?? '',
    known: {
      name: foldName(facility.name),
      aliases: facility.aliases.map(foldName),
      status: facility.status ?? '',
    },
  }))
  const byId = new Map(facilities.map((facility) => [facility.id, facility.known]))
  const byNpi = new Map(facilities.map((facility) => [facility.npi, facility.known]))
  const payerIds = new Set(organization.payers.map((payer) => payer.payer_id))
  return {
    today,
    hasBillingProvider: (npi) => billing.has(npi),
    renderingProvider: (npi) => rendering.get(npi),
    facilityById: (id) => byId.get(id),
    facilityByNpi: (npi) => byNpi.get(npi),
    hasPayer: (payerId) => payerIds.has(payerId),
    // No two demo visits give the same external id or control number, so none is ever taken.
    hasExternalId: () => false,
    hasControlNumber: () => false,
  }
}
