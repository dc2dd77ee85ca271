import type { GroupingColumns } from './bundled-capture.ts'

/**
 * The values that the captures of one claim creation share, as in the partner's `characteristics`.
 */
export type Characteristics = Record<string, string>

/**
 * The values that a capture is grouped by; missing values are left out.
 * ASSUMED: bundling-group — same patient, date of service, service facility and billing provider.
 */
export function characteristicsOf(capture: GroupingColumns): Characteristics {
  const characteristics: Characteristics = {}
  if (capture.patient_external_id) characteristics.patient_external_id = capture.patient_external_id
  if (capture.date_of_service) characteristics.date_of_service = capture.date_of_service
  const facility = facilityCharacteristic(capture.service_facility_key)
  if (facility) characteristics[facility.key] = facility.value
  if (capture.billing_provider_npi)
    characteristics['billing_provider.npi'] = capture.billing_provider_npi
  return characteristics
}

/** The key of a capture's group; undefined if one of the values is missing. */
export function groupKey(capture: GroupingColumns): string | undefined {
  const parts = [
    capture.patient_external_id,
    capture.date_of_service,
    capture.service_facility_key,
    capture.billing_provider_npi,
  ]
  return parts.every(Boolean) ? JSON.stringify(parts) : undefined
}

/**
 * The bundle key of a capture: the key of its group. A billable capture without a group gets a key
 * of its own, and its claim creation stays not-started. A planned capture without a group has no
 * key and belongs to no claim creation. ASSUMED: bundling-ungrouped
 */
export function bundleKey(capture: GroupingColumns & { id: string }): string | undefined {
  return groupKey(capture) ?? (capture.status === 'billable' ? `capture:${capture.id}` : undefined)
}

const facilityKeys: Record<string, string> = {
  npi: 'service_facility.npi',
  id: 'service_facility_id',
  name: 'service_facility.organization_name',
}

function facilityCharacteristic(facilityKey: string): { key: string; value: string } | undefined {
  const colon = facilityKey.indexOf(':')
  const key = facilityKeys[facilityKey.slice(0, Math.max(colon, 0))]
  return key ? { key, value: facilityKey.slice(colon + 1) } : undefined
}
