import { bareCell, cellFault } from '#lib/core/table-text.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { npiIn } from '#lib/rules/codes/mended.ts'
import { isNpiShape } from '#lib/rules/codes/npi.ts'

/** One value of a list of providers. Ids are in lower case for comparison. */
export type ListedValue =
  | { kind: 'id'; id: string }
  | { kind: 'npi'; npi: string }
  | { kind: 'invalid'; why: string }

/**
 * Reads one value: an id (UUID-shaped, as the interface shows it) or an NPI with a correct check
 * digit. Any other value has a reason.
 */
export function readListedValue(text: string): ListedValue {
  const value = bareCell(text)
  if (isUuid(value)) return { kind: 'id', id: value.toLowerCase() }
  const npi = npiIn(value)
  if (npi !== undefined) return { kind: 'npi', npi }
  if (isNpiShape(value))
    return { kind: 'invalid', why: 'This NPI is mistyped: its last digit doesn’t match.' }
  if (/^\d+$/.test(value))
    return {
      kind: 'invalid',
      why: value.length === 10 ? 'An NPI begins with 1 or 2.' : 'An NPI has ten digits.',
    }
  return { kind: 'invalid', why: cellFault(text.trim()) ?? 'This isn’t a provider ID or an NPI.' }
}

/** True for a value shaped like an id or an NPI, whatever the check digit. */
export function looksListed(text: string): boolean {
  const value = bareCell(text)
  return isUuid(value) || isNpiShape(value) || npiIn(value) !== undefined
}

/** True for a value shaped like an id. */
export function looksLikeId(text: string): boolean {
  return isUuid(bareCell(text))
}
