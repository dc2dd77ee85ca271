import { asText } from '#lib/rules/edit/json-path.ts'

/**
 * The maximum number of diagnoses on the claim of these lines, and the kind of claim: 12 on a
 * professional claim (X12 837P), 1 principal and 24 others on an institutional claim (837I). Only
 * institutional lines have revenue codes. Pass undefined if the lines have no revenue code field;
 * then the larger number applies.
 */
export function mostDiagnoses(revenueCodes: readonly unknown[] | undefined): {
  most: number
  claim: string
} {
  if (!revenueCodes) return { most: 25, claim: 'any claim' }
  const isInstitutional = revenueCodes.some((code) => asText(code) !== undefined)
  return isInstitutional
    ? { most: 25, claim: 'an institutional claim' }
    : { most: 12, claim: 'a professional claim' }
}
