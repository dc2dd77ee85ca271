import { LocalDate } from '#components/ui/local-date.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { problemsOf } from './sort-rows.ts'

const linkStyle =
  'text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

/**
 * The contracts of a row, with links to their providers and facilities that need work today, with
 * or without charges at risk.
 */
export function ContractLines({ row: { contracts, providers, facilities } }: { row: BoardRow }) {
  return (
    <ul aria-label="Contracts" className="border-b border-line px-4 py-2 text-sm">
      {contracts.map(({ contract_id, type, status, effective_date, expiration_date }) => {
        const href = `/contracts/${encodeURIComponent(contract_id)}/credentialing`
        const name =
          type === 'institutional'
            ? 'Institutional contract'
            : type === 'professional'
              ? 'Professional contract'
              : 'Contract'
        return (
          <li key={contract_id} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
            <SoftLink href={href} className={linkStyle}>
              {name}
            </SoftLink>
            <ContractStatus status={status} />
            <span className="text-ink-2">
              <LocalDate date={effective_date} /> {expiration_date ? 'to ' : 'on'}
              <LocalDate date={expiration_date} />
            </span>
            {status === 'effective' && (
              <span className="flex basis-full flex-wrap gap-x-4">
                {problemsOf(providers) > 0 && (
                  <SoftLink href={`${href}?show=problems`} className={linkStyle}>
                    Providers with problems
                  </SoftLink>
                )}
                {problemsOf(facilities) > 0 && (
                  <SoftLink href={`${href}?of=facilities&show=problems`} className={linkStyle}>
                    Facilities with problems
                  </SoftLink>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
