import { stateCodes } from '#lib/contract/codes/state-codes.ts'
import { bareCell } from '#lib/core/table-text.ts'
import { isFilledIn } from './placeholders.ts'

/**
 * Shapes of the codes on a charge. A shape says whether a code can exist, not whether it is in
 * force. No code list is shipped: CPT and the taxonomy are licensed, and an administrator places
 * the yearly ICD-10-CM list.
 */

/**
 * True for the shape of an ICD-10-CM code, dot optional: a letter, a digit, a digit or A or B, then
 * up to four characters. Every letter is valid, U included (U07.1 is in use).
 */
export function isIcd10Shape(code: string): boolean {
  return /^[A-Z]\d[\dAB](?:\.?[\dA-Z]{1,4})?$/i.test(code)
}

/**
 * Normalizes a diagnosis code for comparison: upper case, no dot (`e11.9` and `E119` are the same
 * diagnosis).
 */
export function normalizeDiagnosisCode(code: string): string {
  return code.trim().toUpperCase().replace('.', '')
}

/**
 * True for the shape of a procedure code: five characters as in the AMA's code sets, or HCPCS level
 * II (letter A-V, four digits).
 */
export function isProcedureCodeShape(code: string): boolean {
  return /^\d{4}[\dAFMTU]$/.test(code) || /^[A-V]\d{4}$/.test(code)
}

/** True for the shape of a procedure modifier: two letters or digits. */
export function isModifierShape(code: string): boolean {
  return /^[A-Z\d]{2}$/.test(code)
}

/** True for the shape of a provider taxonomy code: ten characters ending in X. */
export function isTaxonomyShape(code: string): boolean {
  return /^[A-Z\d]{9}X$/.test(code)
}

/** True for the shape of an institutional revenue code: four digits, the first from 0 to 3. */
export function isRevenueCodeShape(code: string): boolean {
  return /^[0-3]\d{3}$/.test(code)
}

/**
 * True for the revenue code of a day in a bed or of hospice: all-inclusive rates, room and board,
 * nursery, leave of absence, subacute, intensive and coronary care.
 */
export function isDayOfStay(revenueCode: string): boolean {
  return /^0(?:1\d|2[01]|65)\d$/.test(revenueCode)
}

/**
 * True for a tax id as claims carry it: nine digits without separators, not all alike or in a row.
 */
export function isTaxId(text: string): boolean {
  return /^\d{9}$/.test(text) && !isFilledIn(text)
}

/** True for a five-digit ZIP code. */
export function isZipCode(text: string): boolean {
  return /^\d{5}$/.test(text)
}

/** True for the four digits after a ZIP code. */
export function isZipPlusFour(text: string): boolean {
  return /^\d{4}$/.test(text)
}

const states: ReadonlySet<string> = new Set(stateCodes)

/**
 * True for a two-letter code that the partner accepts as a state: states, territories, military
 * post, FC (foreign country).
 */
export function isStateCode(text: string): boolean {
  return states.has(text)
}

/**
 * Prefixes that the IRS assigns to no employer. Source: IRS, "How EINs are assigned and valid EIN
 * prefixes".
 */
const unusedPrefixes = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/**
 * The nine digits of a tax id that is written with separators. Returns undefined if the number
 * cannot exist: one repeated digit, 123456789, an employer number with an unassigned prefix, or a
 * social security number of area 000, 666 or 900 to 999. The separators decide between the two
 * kinds; unclear separators allow both.
 */
export function taxIdIn(text: string): string | undefined {
  const bare = bareCell(text)
  if (bare !== text && isTaxId(bare)) return bare
  const digits = bare.replaceAll(/[\s.-]/g, '')
  if (digits === text || !/^\d{9}$/.test(digits) || isFilledIn(digits)) return undefined
  const shape = bare.replaceAll(/\d+/g, (run) => String(run.length))
  const isEmployers = !unusedPrefixes.has(digits.slice(0, 2))
  const isPersons = !/^(?:000|666|9)/.test(digits)
  if (/^2\D7$/.test(shape)) return isEmployers ? digits : undefined
  if (/^3\D2\D4$/.test(shape)) return isPersons ? digits : undefined
  return isEmployers || isPersons ? digits : undefined
}

/** True for a national drug code as claims carry it: 11 digits, and a labeler other than zeros. */
export function isNdc(text: string): boolean {
  return /^(?!00000)\d{11}$/.test(text)
}

/**
 * A national drug code as claims carry it: 11 digits, 5-4-2, no hyphens. A code in three parts is
 * padded if its parts show the short one (4-4-2, 5-3-2, 5-4-1). Ten digits without separators could
 * mean three codes, so the result is undefined. The qualifier N4 or the letters NDC before the code
 * are left out. A labeler of zeros does not exist. Source: FDA's NDC formats, labeler codes from the
 * FDA, and the X12 N4 qualifier.
 */
export function normalizeNdc(text: string): string | undefined {
  const bare = text.trim().replace(/^(?:N4|NDC\b:?)\s*/i, '')
  if (isNdc(bare)) return bare
  const parts = /^(\d{4,5})([-\u2010-\u2015. ])(\d{3,4})\2(\d{1,2})$/.exec(bare)
  if (!parts) return undefined
  const [labeler, product, pack] = [parts[1]!, parts[3]!, parts[4]!]
  const missing = 11 - labeler.length - product.length - pack.length
  if (missing > 1 || /^0+$/.test(labeler)) return undefined
  return labeler.padStart(5, '0') + product.padStart(4, '0') + pack.padStart(2, '0')
}
