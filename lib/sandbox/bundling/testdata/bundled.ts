import type { Json } from '#lib/core/json.ts'
import { cleanData, cleanWith, today } from '#lib/rules/testdata/clean-capture.ts'
import type { BundledCapture } from '#lib/sandbox/bundling/bundled-capture.ts'
import type { Lookups } from '#lib/sandbox/bundling/lookups.ts'

/** Lookups that know all records of the clean capture. */
export const lookups: Lookups = {
  today,
  hasBillingProvider: (npi) => npi === '1999999984',
  renderingProvider: (npi) =>
    npi === '1234567893'
      ? { employment_start_date: null, employment_termination_date: null }
      : undefined,
  facilityById: (id) =>
    id === 'known' ? { name: 'north clinic', aliases: [], status: 'active' } : undefined,
  facilityByNpi: (npi) =>
    npi === '1999999984'
      ? { name: 'north clinic', aliases: ['north'], status: 'active' }
      : undefined,
  hasPayer: (payerId) => payerId === 'NBH01',
  hasExternalId: () => false,
  hasControlNumber: () => false,
}

/** A billable capture with the clean data, changed at dotted paths. */
export function bundled(
  id: string,
  changes: Record<string, unknown> = {},
  header: Partial<BundledCapture> = {},
): BundledCapture {
  return {
    id,
    status: 'billable',
    charge_external_id: `CHG-${id}`,
    patient_external_id: 'PAT-0042',
    date_of_service: '2026-10-02',
    service_facility_key: 'npi:1999999984',
    billing_provider_npi: '1999999984',
    claim_creation_category: 'office',
    ehr_source_url: null,
    data: cleanWith(changes) as Json,
    ...header,
  }
}

/**
 * Service lines that differ from the clean capture's, so that two captures bill different services.
 */
export function otherLines(code: string, pointers: number[]): Record<string, unknown> {
  const [line] = cleanData().service_lines
  return { service_lines: [{ ...line, procedure_code: code, diagnosis_pointers: pointers }] }
}
