'use client'
import { Download } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { saveFile } from '#components/ui/save-file.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import { countOf } from '#lib/core/count-of.ts'
import { tellFailure } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { daysBetween, type LocalDate as LocalDay } from '#lib/core/local-date.ts'
import { boardReprocessQuery } from '#lib/queries/coverage-board.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import type { ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import { claimNoun } from './board-words.ts'
import { denialWords, resendWords } from './reprocess-words.ts'

type ReprocessSectionProps = {
  done: NonNullable<BoardProgress['done']>
  row: BoardRow
  asOf: LocalDay
  mayListClaims: boolean
}

/** Claims that were denied before the payer loaded their span: they can go to the payer again. */
export function ReprocessSection({ done, row, asOf, mayListClaims }: ReprocessSectionProps) {
  const [isListed, setIsListed] = useState(false)
  const found = useQuery({
    ...boardReprocessQuery(done.id, row.place, done.counted_at),
    enabled: isListed,
  })
  const { claims, cents, without_amount } = row.reprocess ?? {
    claims: 0,
    cents: 0,
    without_amount: 0,
  }
  const exportCsv = async () => {
    if (!found.data) return
    const { reprocessCsv } = await import('./reprocess-csv.ts')
    saveFile(
      `denied-before-the-load-${row.payer.id}-${row.provider.npi}-${asOf}.csv`,
      new Blob([reprocessCsv(row, found.data.claims)], { type: 'text/csv;charset=utf-8' }),
    )
  }
  return (
    <section aria-label="Denied before the load" className="border-b border-line px-4 py-3 text-sm">
      <h3 className="font-semibold">
        Denied before the load: {countOf(claims, claimNoun)}, <Money cents={cents} />
      </h3>
      <p className="text-ink-2">
        The payer denied them because cover was missing, and loaded the span afterwards. Ask the
        payer to process them again, or send them again.
        {without_amount > 0 &&
          ` ${countOf(without_amount, claimNoun)} without a charge, so the real amount is higher.`}
      </p>
      {mayListClaims && !isListed && (
        <Button size="small" className="mt-2" onClick={() => setIsListed(true)}>
          List the claims
        </Button>
      )}
      {found.isLoading && (
        <p role="status" className="mt-2 text-ink-2">
          Loading claims…
        </p>
      )}
      {found.isError && (
        <p role="alert" className="mt-2 text-red">
          {failureOf(found.error).message}
        </p>
      )}
      {found.data && (
        <>
          <ClaimTable claims={found.data.claims} asOf={asOf} />
          {found.data.total > found.data.claims.length && (
            <p className="mt-1 text-xs text-ink-2">
              {(found.data.total - found.data.claims.length).toLocaleString('en-US')} more not
              listed. These have the nearest last days.
            </p>
          )}
          <Button size="small" className="mt-2" onClick={() => void exportCsv().catch(tellFailure)}>
            <Download aria-hidden="true" className="size-3.5" />
            Export these claims
          </Button>
        </>
      )}
    </section>
  )
}

function ClaimTable({ claims, asOf }: { claims: readonly ReprocessClaim[]; asOf: LocalDay }) {
  return (
    <div className="relative mt-2 max-h-72 overflow-y-auto rounded-control border border-line">
      <table aria-label="Claims denied before the load" className="w-full text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Claim</th>
            <th scope="col">Date of service</th>
            <th scope="col">Charges</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <ClaimLine key={claim.claim_id} claim={claim} asOf={asOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ClaimLine({ claim, asOf }: { claim: ReprocessClaim; asOf: LocalDay }) {
  const { id, external_id, date, cents, denied_on, loaded_on, by } = claim
  const days = by.lastDay === undefined ? undefined : daysBetween(asOf, by.lastDay)
  return (
    <>
      <tr className="border-t border-line first:border-t-0">
        <th scope="row" className="px-2 pt-1 text-left font-mono font-normal">
          <SoftLink
            href={`/encounters/${encodeURIComponent(id)}`}
            className="text-accent hover:underline"
          >
            {middleTruncate(external_id ?? id, 17)}
          </SoftLink>
        </th>
        <td className="px-2 pt-1 align-top">
          <LocalDate date={date} />
        </td>
        <td className="px-2 pt-1 text-right align-top tabular-nums">
          {cents === undefined ? (
            <span className="text-ink-3">no amount</span>
          ) : (
            <Money cents={cents} />
          )}
        </td>
      </tr>
      <tr>
        <td colSpan={3} className="px-2 pb-1.5 text-ink-2">
          {denialWords(claim)}
          {denied_on === undefined ? ' (date unknown)' : ' '}
          {denied_on !== undefined && <LocalDate date={denied_on} />}
          {loaded_on !== undefined && (
            <>
              , span loaded <LocalDate date={loaded_on} />
            </>
          )}
          .{' '}
          <span className={days !== undefined && days <= 14 ? 'font-medium text-red' : undefined}>
            {resendWords(by, days)}
          </span>
        </td>
      </tr>
    </>
  )
}
