import { inArray, or } from 'drizzle-orm'
import type { LocalDate } from '#lib/core/local-date.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import {
  encounters,
  organizationProviders,
  payers,
  serviceFacilities,
} from '#lib/sandbox/db/schema.ts'
import type { BundledCapture } from './bundled-capture.ts'
import { controlNumberIn, externalIdOf } from './own-ids.ts'

/** A rendering provider in the organisation's records. */
export type KnownProvider = {
  employment_start_date: string | null
  employment_termination_date: string | null
}

/** A facility in the organisation's records; `name` is folded (lower case, single spaces). */
export type KnownFacility = { name: string; aliases: readonly string[]; status: string }

/** The organisation's records that one bundle needs. */
export type Lookups = {
  /** Today by the sandbox's clock. */
  today: LocalDate
  hasBillingProvider: (npi: string) => boolean
  renderingProvider: (npi: string) => KnownProvider | undefined
  facilityById: (id: string) => KnownFacility | undefined
  facilityByNpi: (npi: string) => KnownFacility | undefined
  hasPayer: (payerId: string) => boolean
  /** True if an encounter already has this external id. */
  hasExternalId: (externalId: string) => boolean
  /** True if an encounter already has this patient control number. */
  hasControlNumber: (controlNumber: string) => boolean
}

/**
 * Reads the organisation's providers, facilities, payers and encounters that these captures name.
 */
export async function loadLookups(
  tx: Db,
  captures: readonly BundledCapture[],
  today: LocalDate,
): Promise<Lookups> {
  const named = (path: string) => [
    ...new Set(captures.map((capture) => textAt(capture.data, path) ?? '').filter(Boolean)),
  ]
  const providers = await tx
    .select()
    .from(organizationProviders)
    .where(
      inArray(organizationProviders.npi, [
        '',
        ...named('billing_provider.npi'),
        ...named('rendering_provider.npi'),
      ]),
    )
  const facilities = await tx
    .select()
    .from(serviceFacilities)
    .where(
      or(
        inArray(serviceFacilities.id, ['', ...named('service_facility_id')]),
        inArray(serviceFacilities.npi, ['-', ...named('service_facility.npi')]),
      ),
    )
  const known = await tx
    .select({ payer_id: payers.payer_id })
    .from(payers)
    .where(inArray(payers.payer_id, ['', ...named('subscriber_primary.insurance_card.payer_id')]))
  const externalIds = captures.flatMap(({ data }) => externalIdOf(data) ?? [])
  const controlNumbers = captures.flatMap(({ data }) => controlNumberIn(data) ?? [])
  const made =
    externalIds.length + controlNumbers.length === 0
      ? []
      : await tx
          .select({
            external_id: encounters.external_id,
            patient_control_number: encounters.patient_control_number,
          })
          .from(encounters)
          .where(
            or(
              inArray(encounters.external_id, externalIds),
              inArray(encounters.patient_control_number, controlNumbers),
            ),
          )
  return {
    today,
    hasBillingProvider: (npi) => providers.some((row) => row.npi === npi && row.is_billing),
    renderingProvider: (npi) =>
      toKnownProvider(providers.find((row) => row.npi === npi && row.is_rendering)?.body),
    facilityById: (id) => toKnownFacility(facilities.find((row) => row.id === id)?.body),
    facilityByNpi: (npi) => toKnownFacility(facilities.find((row) => row.npi === npi)?.body),
    hasPayer: (payerId) => known.some((row) => row.payer_id === payerId),
    hasExternalId: (externalId) => made.some((row) => row.external_id === externalId),
    hasControlNumber: (controlNumber) =>
      made.some((row) => row.patient_control_number === controlNumber),
  }
}

/** The members of an OrganizationProvider that bundling needs. */
function toKnownProvider(body: string | undefined): KnownProvider | undefined {
  if (body === undefined) return undefined
  const provider: unknown = JSON.parse(body)
  return {
    employment_start_date: textAt(provider, 'employment_start_date') ?? null,
    employment_termination_date: textAt(provider, 'employment_termination_date') ?? null,
  }
}

/** The members of an OrganizationServiceFacility that bundling needs. */
function toKnownFacility(body: string | undefined): KnownFacility | undefined {
  if (body === undefined) return undefined
  const facility = JSON.parse(body) as {
    name?: unknown
    aliases?: unknown[] | null
    status?: unknown
  }
  const aliases = (facility.aliases ?? [])
    .filter((alias) => typeof alias === 'string')
    .map(foldName)
  return {
    name: foldName(String(facility.name ?? '')),
    aliases,
    status: String(facility.status ?? ''),
  }
}
