import { SoftLink } from '#components/ui/soft-link.tsx'
import type { Unread } from '#lib/rules/coverage/board.ts'

/** The parts that could not be read, so that nobody takes a check for complete. */
export function UnreadNote({ unread }: { unread: readonly Unread[] }) {
  if (unread.length === 0) return null
  return (
    <details className="rounded-card border border-amber bg-amber-tint px-3.5 py-2 text-sm text-amber">
      <summary className="cursor-default">
        <strong className="font-semibold">Some data couldn’t be loaded</strong>:{' '}
        {unread.length === 1 ? unread[0]!.what : `${unread.length.toLocaleString('en-US')} parts`}.
        What depends on it isn’t checked.
      </summary>
      <ul className="mt-1.5 max-h-40 list-disc overflow-y-auto pl-5">
        {unread.map(({ what, message, contract_id }, place) => (
          // Unread parts have no id.
          <li key={place}>
            {contract_id === undefined ? (
              what
            ) : (
              <SoftLink
                href={`/contracts/${encodeURIComponent(contract_id)}`}
                className="underline underline-offset-2"
              >
                {what}
              </SoftLink>
            )}
            : {message}
          </li>
        ))}
      </ul>
    </details>
  )
}
