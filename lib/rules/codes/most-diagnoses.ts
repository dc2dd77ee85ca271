import { asText } from '#lib/rules/edit/read-json.ts'

/**
 * How many diagnoses the claim of these lines carries at most, and what kind of claim that is: 12 on a professional one
 * (X12 837P); the principal one and 24 others on an institutional one (837I), which alone has revenue codes on its lines.
 * Undefined where the lines have no place for a revenue code, so that they do not tell: then it is the larger number.
 */
export function mostDiagnoses(revenueCodes: readonly unknown[] | undefined): { most: number; claim: string } {
  if (!revenueCodes) return { most: 25, claim: 'any claim' }
  const isInstitutional = revenueCodes.some((code) => asText(code) !== undefined)
  return isInstitutional ? { most: 25, claim: 'an institutional claim' } : { most: 12, claim: 'a professional claim' }
}
