import { pathLabel } from '#lib/contract/field-labels.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { CheckRow } from '#lib/actions/catalogue/read-checks.ts'

/** The parts of a capture that a check looks at. */
export const areas = {
  patient: 'Patient',
  insurance: 'Insurance',
  providers: 'Providers',
  facility: 'Facility and place',
  diagnoses: 'Diagnoses',
  lines: 'Service lines',
  visit: 'Visit',
  any: 'Any field',
}
export type Area = keyof typeof areas

/** What a check needs besides the capture, in words. */
export const needWords: Record<NonNullable<CheckRow['needs']>, string> = {
  icd10: 'The ICD-10-CM list of the claim’s fiscal year',
  'icd10-headers': 'An ICD-10-CM order file of the claim’s fiscal year, which marks headers',
  ncci: 'Medicare’s NCCI edits for practitioners of the year of service',
  ordering: 'Medicare’s list of ordering and referring providers, of the year of service',
  hcpcs: 'The HCPCS list for the day of service',
  ndc: 'The FDA’s directory of drugs, placed in the year of service',
  'filing-limits': 'The payer’s filing limit. Without one it finds nothing.',
  'same-day-captures': 'The patient’s other captures of that day',
  'provider-list':
    'The provider list of your organization. Where the key may not read it, it finds nothing.',
  'payer-list': 'The partner’s list of payers. Where the key may not read it, it finds nothing.',
  records: 'That the capture is made from pre-encounter records',
}

/** The parts of a capture that a check looks at, from the wire paths of its fields. */
export function areasOf({ fields }: Pick<CheckRow, 'fields'>): Set<Area> {
  return new Set(fields.map((field) => areaOf(field.split('.')[0]!)))
}

function areaOf(member: string): Area {
  if (member === '*') return 'any'
  if (member === 'patient' || member === 'guarantor') return 'patient'
  if (member.startsWith('subscriber_')) return 'insurance'
  if (member.startsWith('service_facility') || member === 'place_of_service_code') return 'facility'
  if (member === 'diagnoses') return 'diagnoses'
  if (member === 'service_lines') return 'lines'
  return member.includes('_provider') || member === 'clinical_notes' ? 'providers' : 'visit'
}

/** The fields of a check in words: "Patient · Address · Street". */
export function fieldWords({ fields }: Pick<CheckRow, 'fields'>): string[] {
  return fields.map((field) => {
    if (field === '*') return 'Any field'
    return field.startsWith('*.') ? `${pathLabel(field.slice(2))}, anywhere` : pathLabel(field)
  })
}

/** The fields in the length of a line: "Patient · Address · Street and 3 more". */
export function shortFields(row: Pick<CheckRow, 'fields'>): string {
  const [first = '', ...others] = fieldWords(row)
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/** When the severity is another one, and that the partner refuses such a write. */
export function severityWords({ severity, otherwise, laterIsFine, isCertain }: CheckRow): string {
  const names = { error: 'Error', warning: 'Warning' }
  return [
    `${names[severity]}${otherwise ? `; ${otherwise.severity} if ${otherwise.when}` : ''}.`,
    laterIsFine && 'A warning until the capture is billable.',
    isCertain && 'The partner refuses such a capture, so it is not sent.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** In how many captures a check finds something now: "41 of 812 captures". */
export function foundWords({ found, isAsleep }: CheckRow): string {
  if (isAsleep) return 'Asleep'
  if (!found) return 'Not counted'
  return `${found.captures.toLocaleString('en-US')} of ${countOf(found.of, captureNoun)}`
}

/** What became of the claims after saves that ended what a check had found. */
export function outcomeWords({ outcome }: CheckRow): string {
  if (!outcome) return 'Not known'
  const { saves, billed, denied } = outcome
  return [
    `${billed.toLocaleString('en-US')} of ${countOf(saves, { one: 'save', many: 'saves' })}`,
    denied > 0 && `${countOf(denied, { one: 'claim', many: 'claims' })} denied since`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const captureNoun = { one: 'capture', many: 'captures' }
