import { listAt, textAt } from '#lib/rules/edit/read-json.ts'
import { lineKey } from '#lib/rules/scrub/line-rules.ts'
import type { BundledCapture } from './bundled-capture.ts'
import type { Report } from './master-data-checks.ts'

/** Members of which one claim has one value: captures of a bundle must agree where they give it. */
const sharedFields = [
  ['patient.date_of_birth', "the patient's date of birth"],
  ['patient.last_name', "the patient's last name"],
  ['rendering_provider.npi', 'the rendering provider NPI'],
  ['subscriber_primary.insurance_card.payer_id', "the primary subscriber's payer id"],
  ['subscriber_primary.insurance_card.member_id', "the primary subscriber's member id"],
  ['responsible_party', 'the responsible party'],
  ['billable_status', 'the billable status'],
] as const

/** ASSUMED: bundling-line-limit — a professional claim holds 50 service lines (X12 837P). */
const mostLines = 50

/**
 * What only shows when the captures of a bundle are seen together. Complaints go to one capture or, with undefined, to
 * the whole claim creation. ASSUMED: bundling-cross-checks
 */
export function checkAcross(
  captures: readonly BundledCapture[],
  report: (capture: BundledCapture | undefined) => Report,
): void {
  if (captures.length > 1) {
    checkAgreement(captures, report(undefined))
    checkRepeatedLines(captures, report)
  }
  for (const capture of captures) checkOwnPatient(capture, report(capture))
  const count = captures.reduce((sum, capture) => sum + listAt(capture.data, 'service_lines').length, 0)
  if (count > mostLines) {
    report(undefined)(
      'lines-too-many',
      'service_lines',
      `The claim would have ${count} service lines; at most ${mostLines} are allowed`,
    )
  }
}

function checkAgreement(captures: readonly BundledCapture[], report: Report): void {
  for (const [path, label] of sharedFields) {
    let first: { value: string; id: string } | undefined
    for (const capture of captures) {
      const value = textAt(capture.data, path)
      if (value === undefined) continue
      first ??= { value, id: capture.charge_external_id }
      if (first.value === value) continue
      report(
        'captures-disagree',
        path,
        `Charge captures ${first.id} and ${capture.charge_external_id} differ in ${label}; one claim can have only one`,
      )
      break
    }
  }
}

function checkRepeatedLines(
  captures: readonly BundledCapture[],
  report: (capture: BundledCapture | undefined) => Report,
): void {
  const owners = new Map<string, BundledCapture>()
  for (const capture of captures) {
    listAt(capture.data, 'service_lines').forEach((line, i) => {
      const key = lineKey(line)
      if (key === undefined) return
      const owner = owners.get(key)
      if (!owner) owners.set(key, capture)
      else if (owner !== capture) {
        report(capture)(
          'line-billed-twice',
          `service_lines.${i}.procedure_code`,
          `Service line ${i + 1} is already billed by charge capture ${owner.charge_external_id} of the same claim`,
        )
      }
    })
  }
}

function checkOwnPatient({ data, patient_external_id }: BundledCapture, report: Report): void {
  const own = textAt(data, 'patient.external_id')
  if (own && own !== patient_external_id) {
    report(
      'patient-id-differs',
      'patient.external_id',
      `Patient external id ${own} differs from the charge capture's ${patient_external_id}`,
    )
  }
}
