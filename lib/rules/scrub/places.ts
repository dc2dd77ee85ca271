import { inpatientPlaces } from '#lib/rules/codes/place-of-service.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'

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

// A street may be called Box or Drawer Lane: without "PO" the word opens the line and its number ends
// it. Source: USPS, Publication 28, section 28.
const box =
  /\b(?:p\.?\s*o\.?\s*(?:box|bx|b|drawer|drwr|bin|caller|lock\s*box)|post\s*office\s+(?:box|drawer|bin)|lock\s*box)\b|^\s*(?:firm\s+)?(?:box|bx|drawer|bin|caller(?:\s+(?:service|box))?)\s*(?:no\.?|number|#)?\s*(?:[a-z]|[a-z]?\d+[a-z]?)\s*$/i

/**
 * True for a line of an address that is a post office box or what the post treats as one: POB 12,
 * PO Drawer 8, Caller 12, lockbox.
 */
export function isBox(text: string | undefined): boolean {
  return text !== undefined && box.test(text)
}
