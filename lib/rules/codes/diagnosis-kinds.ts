import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { isIcd10Shape, normalizeDiagnosisCode } from './codes.ts'

/** The kinds of codes in a list of diagnoses. Source: the partner's enumeration. */
export const diagnosisKinds = ['ABK', 'ABF', 'ABJ', 'APR', 'BK', 'BF', 'BJ', 'PR', 'DR', 'LOI']

/** The kinds of ICD-9-CM codes on a claim. Source: X12 HI01-1. */
export const icd9Kinds: ReadonlySet<string> = new Set(['BK', 'BF', 'BJ', 'PR'])

/** Kinds of codes of other lists: a diagnosis-related group, and a laboratory's LOINC code. */
const otherKinds: ReadonlySet<string> = new Set(['DR', 'LOI'])

/** True for a row whose code is one of ICD-10-CM, also without a kind. */
export function isIcd10Row(diagnosis: unknown): boolean {
  const kind = textAt(diagnosis, 'code_type') ?? ''
  return !icd9Kinds.has(kind) && !otherKinds.has(kind)
}

/** The kinds that say more about a visit than its diagnoses: at admission, and in the patient's words. */
const reasonKinds: ReadonlySet<string> = new Set(['ABJ', 'APR', 'BJ', 'PR'])

/**
 * True for a row of the principal and other diagnoses. The admitting diagnosis and the patient's
 * reason usually repeat one of them. Source: X12 837 HI01-1, where each has a segment of its own.
 */
export function isClaimDiagnosis(diagnosis: unknown): boolean {
  const kind = textAt(diagnosis, 'code_type') ?? ''
  return !reasonKinds.has(kind) && !otherKinds.has(kind)
}

const principalKinds = new Set(['ABK', 'BK'])

/**
 * True for a code that ICD-10-CM has the shape of and ICD-9-CM cannot have: there, a code is three
 * digits, V and two digits, or E and three digits, and more behind a dot.
 */
export function isIcd10Only(code: string): boolean {
  const isIcd9 = /^(?:\d{3}(?:\.?\d{1,2})?|V\d{2}(?:\.?\d{1,2})?|E\d{3}(?:\.?\d)?)$/i.test(
    code.trim(),
  )
  return isIcd10Shape(code) && !isIcd9
}

/**
 * True for a code of an external cause (V00 to Y99): how an injury happened, never why the patient
 * came. Source: ICD-10-CM guidelines, section I.C.20.
 */
export function isExternalCause(code: string): boolean {
  return isIcd10Shape(code) && /^[V-Y]/.test(normalizeDiagnosisCode(code))
}

/** The indexes of the diagnoses that are marked as principal. */
export function principalsOf(data: unknown): number[] {
  return listAt(data, 'diagnoses').flatMap((diagnosis, i) =>
    principalKinds.has(textAt(diagnosis, 'code_type') ?? '') ? [i] : [],
  )
}

/**
 * True if a button may write a kind for the diagnosis at an index: no ICD-9 kind for an ICD-10
 * code; and principal only for the first diagnosis, while no other is marked and it is no external
 * cause.
 */
export function mayBeKind(data: unknown, index: number, kind: string): boolean {
  const code = textAt(data, `diagnoses.${index}.code`)
  if (code === undefined) return false
  if (icd9Kinds.has(kind) ? isIcd10Only(code) : kind.startsWith('A') && !isIcd10Shape(code))
    return false
  if (!principalKinds.has(kind)) return true
  return (
    index === 0 && !isExternalCause(code) && principalsOf(data).every((place) => place === index)
  )
}
