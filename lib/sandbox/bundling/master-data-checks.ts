import type { JsonObject } from '#lib/core/json.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { BundledCapture } from './bundled-capture.ts'
import type { Lookups } from './lookups.ts'
import { controlNumberIn, externalIdOf } from './own-ids.ts'

/** Reports one error: the rule, the path in the capture's data and the message. */
export type Report = (rule: string, path: string, message: string) => void

/**
 * Checks one capture against the organisation's records: its providers, facility and payer must be
 * known. ASSUMED: bundling-master-data
 */
export function checkMasterData(capture: BundledCapture, lookups: Lookups, report: Report): void {
  checkProviders(capture, lookups, report)
  checkFacility(capture.data, lookups, report)
  const payer = textAt(capture.data, 'subscriber_primary.insurance_card.payer_id')
  if (payer && !lookups.hasPayer(payer)) {
    report(
      'payer-unknown',
      'subscriber_primary.insurance_card.payer_id',
      `Payer id ${payer} is not mapped to a payer`,
    )
  }
}

function checkProviders(
  { data, date_of_service }: BundledCapture,
  lookups: Lookups,
  report: Report,
): void {
  const billing = textAt(data, 'billing_provider.npi')
  if (billing && isNpi(billing) && !lookups.hasBillingProvider(billing)) {
    report(
      'billing-npi-unknown',
      'billing_provider.npi',
      `Billing provider NPI ${billing} is not a billing provider of the organization`,
    )
  }
  const rendering = textAt(data, 'rendering_provider.npi')
  if (!rendering || !isNpi(rendering)) return
  const known = lookups.renderingProvider(rendering)
  if (!known) {
    report(
      'rendering-npi-unknown',
      'rendering_provider.npi',
      `Rendering provider NPI ${rendering} was not found among the organization's providers`,
    )
  } else if (known.employment_start_date && date_of_service < known.employment_start_date) {
    report(
      'rendering-not-started',
      'rendering_provider.npi',
      `Rendering provider NPI ${rendering} joined the organization on ${known.employment_start_date}, after the date of service`,
    )
  } else if (
    known.employment_termination_date &&
    date_of_service > known.employment_termination_date
  ) {
    report(
      'rendering-left',
      'rendering_provider.npi',
      `Rendering provider NPI ${rendering} left the organization on ${known.employment_termination_date}, before the date of service`,
    )
  }
}

function checkFacility(data: unknown, lookups: Lookups, report: Report): void {
  const id = textAt(data, 'service_facility_id')
  const npi = textAt(data, 'service_facility.npi')
  if (id && !lookups.facilityById(id))
    report('facility-id-unknown', 'service_facility_id', `Service facility id ${id} was not found`)
  const byNpi = npi && isNpi(npi) ? lookups.facilityByNpi(npi) : undefined
  if (npi && isNpi(npi) && !byNpi) {
    report(
      'facility-npi-unknown',
      'service_facility.npi',
      `Service facility NPI ${npi} was not found among the organization's facilities`,
    )
  }
  const name = textAt(data, 'service_facility.organization_name')
  if (byNpi && name && foldName(name) !== byNpi.name && !byNpi.aliases.includes(foldName(name))) {
    report(
      'facility-name-differs',
      'service_facility.organization_name',
      `Service facility name does not match the facility with NPI ${npi}`,
    )
  }
  if ((id ? lookups.facilityById(id) : byNpi)?.status === 'inactive') {
    report(
      'facility-inactive',
      id ? 'service_facility_id' : 'service_facility.npi',
      'The service facility is marked inactive',
    )
  }
}

/**
 * Checks that no encounter has the external id or the patient control number of the merged data.
 * Both are unique over all encounters. The error is reported on each capture that gives the id.
 * ASSUMED: bundling-unique-encounter
 */
export function checkUnique(
  captures: readonly BundledCapture[],
  input: JsonObject,
  lookups: Lookups,
  reportOn: (capture: BundledCapture) => Report,
): void {
  const externalId = externalIdOf(input)
  const controlNumber = controlNumberIn(input)
  for (const capture of captures) {
    if (
      externalId !== undefined &&
      externalIdOf(capture.data) === externalId &&
      lookups.hasExternalId(externalId)
    ) {
      reportOn(capture)(
        'encounter-external-id-taken',
        'external_id',
        `Another encounter has the external id ${externalId} already`,
      )
    }
    if (
      controlNumber !== undefined &&
      controlNumberIn(capture.data) === controlNumber &&
      lookups.hasControlNumber(controlNumber)
    ) {
      reportOn(capture)(
        'patient-control-number-taken',
        'external_claim_submission.patient_control_number',
        `Another encounter has the patient control number ${controlNumber} already`,
      )
    }
  }
}
