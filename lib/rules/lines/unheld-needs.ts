import { isDayOfStay } from '#lib/rules/codes/codes.ts'
import { isAmbulance, isCertified, isChiropractic } from '#lib/rules/codes/procedure-kinds.ts'

/**
 * What payers ask of a line that the partner's interface has no field for, in a sentence; undefined
 * for nothing. Source: X12 837P CR1, CRC, CR2, DTP*454 and *455, CR3 and LQ; 837I CLM05, CL1 and HI.
 */
export function unheldNeed(line: { procedure: string; revenue: string }): string | undefined {
  const lacks = (what: string) =>
    `The partner has no fields for ${what}. If the payer asks, send it outside of the claim.`
  if (isAmbulance(line.procedure))
    return lacks('the pick-up, drop-off, distance and reason of an ambulance trip')
  if (isChiropractic(line.procedure))
    return lacks('the first treatment, the last X-ray and the condition of chiropractic')
  if (isCertified(line.procedure)) return lacks('a certificate of medical necessity')
  if (isDayOfStay(line.revenue))
    return lacks(
      'the type of bill, admission type, discharge status and occurrence, value and condition codes of a stay',
    )
  return undefined
}
