import { partnerWords } from '#lib/contract/wire-words.ts'

/**
 * What the partner says changed, in words; its own text opens below, to quote it to the partner.
 */
export function PartnerMessage({ message }: { message: string }) {
  const words = partnerWords(message)
  return (
    <div className="break-words text-ink-2">
      <p>{words}</p>
      {words !== message && (
        <details className="text-xs">
          <summary className="cursor-pointer text-ink-3">Partner’s words</summary>
          {message}
        </details>
      )}
    </div>
  )
}
