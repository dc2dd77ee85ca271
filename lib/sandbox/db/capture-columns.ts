import { folded } from '#lib/core/folded.ts'
import type { NewCaptureRow } from './captures-schema.ts'

type Maybe<T> = T | null | undefined
type Person = Maybe<{
  npi?: unknown
  first_name?: unknown
  last_name?: unknown
  organization_name?: unknown
}>

/**
 * The part of a ChargeCaptureData that filters read. Every member may be missing, null or of an
 * unexpected type.
 */
export type FilterableData = {
  date_of_service?: unknown
  billable_status?: unknown
  responsible_party?: unknown
  tag_ids?: unknown
  service_lines?: unknown
  service_facility_id?: unknown
  service_facility?: Maybe<{ npi?: unknown; organization_name?: unknown }>
  billing_provider?: Person
  rendering_provider?: Person
  supervising_provider?: Person
  patient?: Maybe<{ first_name?: unknown; last_name?: unknown; date_of_birth?: unknown }>
  subscriber_primary?: Maybe<{
    insurance_card?: Maybe<{ payer_id?: unknown; payer_name?: unknown }>
  }>
}

/** The name of the facility with an id; undefined if there is none. */
export type FacilityNameOf = (serviceFacilityId: string) => string | undefined

type Header = Pick<NewCaptureRow, 'patient_external_id' | 'charge_external_id'>

/** Lower case, single spaces, trimmed: the form in which bundling and its checks compare names. */
export function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The folded "first last" of a person, or the organisation's name, or ''. */
export function personName(person: Person): string {
  const whole = [text(person?.first_name), text(person?.last_name)].filter(Boolean).join(' ')
  return folded(whole || text(person?.organization_name))
}

/**
 * The date of service of a capture: its own, otherwise the earliest of its lines, otherwise ''.
 * ASSUMED: capture-date-of-service
 */
export function dateOfService(data: FilterableData): string {
  const own = text(data.date_of_service)
  if (own) return own
  const lines = Array.isArray(data.service_lines)
    ? (data.service_lines as Maybe<{ date_of_service?: unknown }>[])
    : []
  return (
    lines
      .map((line) => text(line?.date_of_service))
      .filter(Boolean)
      .toSorted()[0] ?? ''
  )
}

/**
 * The columns that filters read, from a capture's header and data. A missing value is '', never
 * null.
 */
export function captureColumns(
  header: Header,
  data: FilterableData,
  facilityNameOf: FacilityNameOf,
) {
  const facilityId = text(data.service_facility_id)
  const facilityNpi = text(data.service_facility?.npi)
  const facilityName =
    text(data.service_facility?.organization_name) ||
    (facilityId && facilityNameOf(facilityId)) ||
    ''
  const card = data.subscriber_primary?.insurance_card
  const patientName = personName({
    first_name: data.patient?.first_name,
    last_name: data.patient?.last_name,
  })
  return {
    date_of_service: dateOfService(data),
    billable_status: text(data.billable_status),
    responsible_party: text(data.responsible_party),
    billing_provider_npi: text(data.billing_provider?.npi),
    service_facility_key: facilityKey(facilityNpi, facilityId, foldName(facilityName)),
    service_facility_name: folded(facilityName),
    primary_payer_id: text(card?.payer_id),
    primary_payer_name: folded(text(card?.payer_name)),
    rendering_provider_npi: text(data.rendering_provider?.npi),
    rendering_provider_name: personName(data.rendering_provider),
    supervising_provider_npi: text(data.supervising_provider?.npi),
    supervising_provider_name: personName(data.supervising_provider),
    patient_name: patientName,
    tags: Array.isArray(data.tag_ids) ? data.tag_ids.map(text).filter(Boolean) : [],
    search_text: [
      patientName,
      ...[
        text(data.patient?.date_of_birth),
        header.patient_external_id,
        header.charge_external_id,
      ].map((each) => each.toLowerCase()),
    ].join('\n'),
  }
}

function facilityKey(npi: string, id: string, name: string): string {
  if (npi) return `npi:${npi}`
  if (id) return `id:${id}`
  return name ? `name:${name}` : ''
}

function text(value: unknown): string {
  // PostgreSQL text cannot hold NUL. The stored data has it in escaped form.
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : ''
}
