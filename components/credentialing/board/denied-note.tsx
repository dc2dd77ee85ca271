import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { Board } from '#lib/rules/coverage/board.ts'
import { sumReprocess } from '#lib/rules/coverage/board-sums.ts'
import { claimNoun } from './board-words.ts'

/**
 * The claims that payers denied because cover was missing, and those that can go again; nothing
 * where there are none.
 */
export function DeniedNote({ board, onShow }: { board: Board; onShow: () => void }) {
  const { claims, cents, since, failure, unreadable } = board.denied
  if (claims === 0 && failure === undefined && unreadable === 0) return null
  const again = sumReprocess(board.rows)
  const rest = claims - again.claims
  return (
    <section
      aria-label="Denied claims"
      className="flex shrink-0 flex-wrap items-baseline gap-x-3 gap-y-1 rounded-card border border-line bg-panel px-4 py-2 text-sm"
    >
      {claims > 0 && (
        <>
          <p>
            <strong className="font-semibold">
              Denied before the load: {countOf(again.claims, claimNoun)}
              {again.claims > 0 && (
                <>
                  , <Money cents={again.cents} />
                </>
              )}
            </strong>
            {again.claims > 0 && ' can go to the payer again.'}
          </p>
          {again.claims > 0 && (
            <button
              type="button"
              onClick={onShow}
              className="rounded-sm text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              Show the rows
            </button>
          )}
          <p className="text-xs text-ink-2">
            Of {countOf(claims, claimNoun)}, <Money cents={cents} />, that payers denied for
            credentialing or without a contract
            {since !== undefined && (
              <>
                , with a date of service since <LocalDate date={since} />
              </>
            )}
            .
            {rest > 0 &&
              ` ${rest.toLocaleString('en-US')} ${rest === 1 ? 'is' : 'are'} not covered for certain now, or ${rest === 1 ? 'was' : 'were'} denied after the load.`}{' '}
            Claims that were paid in part aren’t searched.
          </p>
        </>
      )}
      {failure !== undefined && (
        <p role="status" className="text-amber">
          Denied claims couldn’t {claims > 0 ? 'all ' : ''}be loaded: {failure}
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-amber">
          {unreadable.toLocaleString('en-US')} encounters were in an unknown format.
        </p>
      )}
    </section>
  )
}
