import { asText } from '../edit/read-json.ts'

/**
 * How many diagnoses the claim of these lines carries at most, and what kind of claim that is: 12 on a professional one
 * (X12 837P); the principal one and 24 others on an institutional one (837I), which alone has revenue codes on its lines.
 */
export function mostDiagnoses(revenueCodes: readonly unknown[]): { most: number; claim: string } {
  const isInstitutional = revenueCodes.some((code) => asText(code) !== undefined)
  return isInstitutional ? { most: 25, claim: 'an institutional claim' } : { most: 12, claim: 'a professional claim' }
}
