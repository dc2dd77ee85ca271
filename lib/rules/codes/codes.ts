import { stateCodes } from '#lib/contract/codes/state-codes.ts'

/**
 * Shapes of the codes on a charge. They say whether a code can exist, not whether it is in force:
 * no code list is shipped (CPT and the taxonomy are licensed, ICD-10-CM changes every year: an administrator places it).
 */

/**
 * True for the shape of an ICD-10-CM code, dot optional: letter, digit, digit or A or B, then up to four characters.
 * Every letter is legal, U included (U07.1 is in use).
 */
export function isIcd10Shape(code: string): boolean {
  return /^[A-Z]\d[\dAB](?:\.?[\dA-Z]{1,4})?$/i.test(code)
}

/** One spelling for comparing diagnosis codes: upper case, no dot (`e11.9` and `E119` are the same diagnosis). */
export function normalizeDiagnosisCode(code: string): string {
  return code.trim().toUpperCase().replace('.', '')
}

/** True for the shape of a procedure code: five characters as the AMA's sets have them, or HCPCS level II (letter A-V, four digits). */
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

/** True for the shape of an institutional revenue code: four digits of which the first is 0 to 3. */
export function isRevenueCodeShape(code: string): boolean {
  return /^[0-3]\d{3}$/.test(code)
}

/** True for a tax id as a claim carries it: nine digits without separators. */
export function isTaxId(text: string): boolean {
  return /^\d{9}$/.test(text)
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

/** True for a two-letter code that the partner takes as a state: states, territories, military post, FC (foreign country). */
export function isStateCode(text: string): boolean {
  return states.has(text)
}
