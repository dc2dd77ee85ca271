import { inpatientPlaces } from '#lib/rules/codes/place-of-service.ts'
import { valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'

/** The providers of a claim's header: path and label. */
export const headerProviders = [
  ['billing_provider', 'Billing provider'],
  ['rendering_provider', 'Rendering provider'],
  ['supervising_provider', 'Supervising provider'],
  ['referring_provider', 'Referring provider'],
  ['initial_referring_provider', 'Initial referring provider'],
  ['treating_provider', 'Treating provider'],
] as const

const headerAddresses = [
  ['patient.address', 'Patient address'],
  ['billing_provider.address', 'Billing provider address'],
  ['service_facility.address', 'Service facility address'],
  ['pay_to_address', 'Pay-to address'],
  ['rendering_provider.address', 'Rendering provider address'],
  ['supervising_provider.address', 'Supervising provider address'],
  ['referring_provider.address', 'Referring provider address'],
  ['initial_referring_provider.address', 'Initial referring provider address'],
  ['treating_provider.address', 'Treating provider address'],
  ['guarantor.address', 'Guarantor address'],
  ['subscriber_primary.address', 'Primary subscriber address'],
  ['subscriber_secondary.address', 'Secondary subscriber address'],
  ['subscriber_tertiary.address', 'Tertiary subscriber address'],
] as const

/** The parts of a whole address: member and name. Source: X12 N3 and N4. */
export const addressParts = [
  ['address1', 'street'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip_code', 'ZIP code'],
] as const

/** Visits each service line: the line, its index and its label ("Line 2"). */
export function eachLine(
  data: unknown,
  visit: (line: unknown, index: number, label: string) => void,
): void {
  const lines = listAt(data, 'service_lines')
  for (let index = 0; index < lines.length; index += 1)
    visit(lines[index], index, `Line ${index + 1}`)
}

/** Visits each provider on a capture, including the ordering providers of lines. */
export function eachProvider(
  data: unknown,
  visit: (provider: unknown, path: string, label: string) => void,
): void {
  for (const [path, label] of headerProviders) {
    const provider = valueAt(data, path)
    if (provider !== undefined && provider !== null) visit(provider, path, label)
  }
  eachLine(data, (line, index, label) => {
    const provider = valueAt(line, 'ordering_provider')
    if (provider !== undefined && provider !== null)
      visit(provider, `service_lines.${index}.ordering_provider`, `${label} ordering provider`)
  })
}

/** Visits each address on a capture, including the ordering providers' addresses. */
export function eachAddress(
  data: unknown,
  visit: (address: unknown, path: string, label: string) => void,
): void {
  for (const [path, label] of headerAddresses) {
    const address = valueAt(data, path)
    if (address !== undefined && address !== null) visit(address, path, label)
  }
  eachLine(data, (line, index, label) => {
    const address = valueAt(line, 'ordering_provider.address')
    if (address !== undefined && address !== null) {
      visit(
        address,
        `service_lines.${index}.ordering_provider.address`,
        `${label} ordering provider address`,
      )
    }
  })
}

/** The place of an inpatient stay that the visit or one of its lines names; undefined for none. */
export function inpatientPlaceOf(data: unknown): string | undefined {
  return [data, ...listAt(data, 'service_lines')]
    .map((of) => textAt(of, 'place_of_service_code') ?? '')
    .find((place) => inpatientPlaces.has(place))
}

/** True for an address outside of the country: FC stands for its state, and its postal code is free. */
export function isForeign(address: unknown): boolean {
  return textAt(address, 'state') === 'FC'
}

const box = /\b(?:p\.?\s*o\.?\s*(?:box|bx|b)|post\s+office\s+box|lock\s*box)\b/i

/** True for a line of an address that is a post office box or lockbox: POB 12, P.O. Box 12, PO BX 12. */
export function isBox(text: string | undefined): boolean {
  return text !== undefined && box.test(text)
}
