import { RefusalCard } from '#components/form/writing/refusal-card.tsx'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { nameOfContract } from '#components/contracts/list-columns.tsx'

type UnsureCardProps = {
  candidates: readonly ContractRow[]
  onIsThis: (id: string) => void
  onIsNone: () => void
}

/**
 * The answer to a creation was lost: which of these it may have made, for a person to say. Nothing
 * is sent meanwhile.
 */
export function UnsureCard({ candidates, onIsThis, onIsNone }: UnsureCardProps) {
  const none = (
    <Button size="small" onClick={onIsNone}>
      {candidates.length === 0 ? 'Back to the form' : 'None of these'}
    </Button>
  )
  return (
    <RefusalCard
      tone="amber"
      title={
        candidates.length === 0 ? 'The contract probably wasn’t created' : 'Is this your contract?'
      }
      message={
        candidates.length === 0
          ? 'The partner’s answer was lost, and no contract between these two matches what you sent. Nothing is sent again automatically. Check the list of contracts before you create it again.'
          : 'The partner’s answer was lost. These contracts match what you sent, newest first. Nothing is sent again automatically.'
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
            <Button
              size="small"
              onClick={() => onIsThis(row.id)}
              aria-label={`This is mine: ${row.id}`}
            >
              This is mine
            </Button>
          </li>
        ))}
      </ul>
    </RefusalCard>
  )
}
