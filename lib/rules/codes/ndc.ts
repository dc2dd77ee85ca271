/**
 * A national drug code as claims carry it: 11 digits, 5-4-2, no hyphens. A hyphenated code is padded where its
 * hyphens show which part is short (4-4-2, 5-3-2, 5-4-1). Ten bare digits stay undecided: three different codes could
 * be meant, so the answer is undefined rather than a guess; zeros for a labeler are nobody's code. Source: FDA's NDC
 * formats, labeler codes from the FDA, and the X12 N4 qualifier.
 */
export function normalizeNdc(text: string): string | undefined {
  if (/^\d{11}$/.test(text)) return text
  const parts = /^(\d{4,5})-(\d{3,4})-(\d{1,2})$/.exec(text)
  if (!parts) return undefined
  const [labeler, product, pack] = [parts[1]!, parts[2]!, parts[3]!]
  const missing = 11 - labeler.length - product.length - pack.length
  if (missing > 1 || /^0+$/.test(labeler)) return undefined
  return labeler.padStart(5, '0') + product.padStart(4, '0') + pack.padStart(2, '0')
}
