import { partnerWords } from '#lib/contract/wire-words.ts'

/**
 * A message of the partner in words. Where that changes it, the hover has the partner's own text,
 * to quote it to them.
 */
export function PartnerText({ message }: { message: string }) {
  const words = partnerWords(message)
  return words === message ? (
    message
  ) : (
    <span title={`The partner’s words: ${message}`}>{words}</span>
  )
}
