import { RefusalCard } from '#components/form/writing/refusal-card.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { countOf, providerNoun } from '#lib/lists/count-of.ts'
import { nameOfContract } from '#components/contracts/list-columns.tsx'

type UnsureCardProps = { candidates: readonly ContractRow[]; onIsThis: (id: string) => void; onIsNone: () => void }

/** The answer to a creation was lost: which of these it may have made, for a person to say. Nothing is sent meanwhile. */
export function UnsureCard({ candidates, onIsThis, onIsNone }: UnsureCardProps) {
  const none = (
    <Button size="small" onClick={onIsNone}>
      {candidates.length === 0 ? 'Go on with the form' : 'It is none of these'}
    </Button>
  )
  return (
    <RefusalCard
      tone="amber"
      title={candidates.length === 0 ? 'The contract was probably not created' : 'Is this the contract that you sent?'}
      message={
        candidates.length === 0
          ? 'The partner’s answer was lost, and no contract between these two says what was sent. Nothing is sent again by itself: look at the list of contracts before you create it once more.'
          : 'The partner’s answer was lost. These contracts between the same two say exactly what was sent, the newest first. Nothing is sent again by itself.'
      }
      actions={none}
    >
      <ul className="mt-2 flex flex-col gap-1.5">
        {candidates.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            {/* In a new tab: what was typed here stays as it is. */}
            <a
              href={`/contracts/${encodeURIComponent(row.id)}`}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-accent underline underline-offset-3"
            >
              {nameOfContract(row)}
            </a>
            {row.status && <ContractStatus status={row.status} />}
            {row.effective_date && (
              <span>
                from <LocalDate date={row.effective_date} />
              </span>
            )}
            <span className="text-ink-2">
              {row.providers === undefined ? '' : countOf(row.providers, providerNoun)}
            </span>
            <span className="font-mono text-xs text-ink-2">{row.id}</span>
            <Button size="small" onClick={() => onIsThis(row.id)} aria-label={`It is this one: ${row.id}`}>
              It is this one
            </Button>
          </li>
        ))}
      </ul>
    </RefusalCard>
  )
}
