'use client'
import { ActivityTabs } from '#components/frame/activity-tabs.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Result } from '#lib/core/result.ts'
import {
  actsHref,
  claimsHref,
  handActs,
  lastPeriod,
  periods,
  savingActs,
  summaryHref,
  type PeopleSummary,
  type PersonResult,
} from '#lib/lists/people-summary.ts'

const number = 'px-2 py-1.5 text-right tabular-nums whitespace-nowrap'

/** What each person did in a period, and what came of it. */
export function PeopleSummaryPage({ summary }: { summary: JsonText<Result<PeopleSummary>> }) {
  const read = fromJsonText(summary)
  return (
    <div className="flex flex-col gap-4 px-6 py-5 max-lg:px-4">
      <PageHeader
        title="Activity"
        note={read.ok && periodWords(read.value)}
        actions={read.ok && <Periods {...read.value} />}
      />
      <ActivityTabs current="/activity/people" />
      {read.ok ? <Summary summary={read.value} /> : <FailureState failure={read.error} />}
    </div>
  )
}

function Periods({ from, to, today }: PeopleSummary) {
  return (
    <nav aria-label="Period" className="flex items-center gap-1 text-sm">
      {Object.entries(periods).map(([days, words]) => {
        const period = lastPeriod(Number(days), today)
        const isCurrent = from === period.from && to === period.to
        return (
          <SoftLink
            key={days}
            href={summaryHref(period)}
            aria-current={isCurrent ? 'page' : undefined}
            className="rounded-control px-2 py-1 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {words}
          </SoftLink>
        )
      })}
    </nav>
  )
}

function Summary({ summary }: { summary: PeopleSummary }) {
  const { from, to, since, people, elsewhere } = summary
  return (
    <>
      <Card flush>
        <SideScroll>
          <table aria-label="By person" className="w-full text-sm">
            <SmallTableHead
              columns={[
                { label: 'Who' },
                { label: 'Captures saved', isNumber: true },
                { label: 'Resolved by hand', isNumber: true },
                { label: 'Claims cleared', isNumber: true },
                { label: 'Charges', isNumber: true },
                { label: 'Median time to clear', isNumber: true },
                { label: 'Came back', isNumber: true },
              ]}
            />
            <tbody>
              {people.map(({ account_id, name, captures, by_hand, result }) => (
                <tr key={account_id} className="border-b border-line last:border-b-0">
                  <th scope="row" className="max-w-60 truncate px-4 text-left font-normal">
                    {name}
                  </th>
                  <td className={number}>
                    <Count
                      count={captures}
                      href={actsHref(account_id, savingActs, { from, to })}
                      of={`charge captures that ${name} saved`}
                    />
                  </td>
                  <td className={number}>
                    <Count
                      count={by_hand}
                      href={actsHref(account_id, handActs, { from, to })}
                      of={`errors and changes that ${name} resolved by hand`}
                    />
                  </td>
                  <Results result={result} of={name} />
                </tr>
              ))}
              {elsewhere && elsewhere.claims > 0 && (
                <tr className="border-t border-line text-ink-2">
                  <th scope="row" className="px-4 text-left font-normal">
                    Nobody of this console
                  </th>
                  <td className={number}>–</td>
                  <td className={number}>–</td>
                  <Results result={elsewhere} of="nobody of this console" />
                </tr>
              )}
            </tbody>
          </table>
        </SideScroll>
      </Card>
      <p className="max-w-3xl text-sm text-ink-2">
        Cleared: a claim in error that the partner accepted, for the person who was the last to save
        one of its captures in the 14 days before. The time runs from the first look that found the
        error; claims that were in error before the console looked have no time.{' '}
        {since === null
          ? 'Nothing has been counted yet: the console looks every five minutes while somebody is signed in.'
          : from < since
            ? `Counted since ${formatLocalDate(since)}; what was cleared earlier isn’t known.`
            : 'Came back: in error again within 31 days.'}
      </p>
    </>
  )
}

function Results({ result, of }: { result: PersonResult | null; of: string }) {
  if (result === null)
    return (
      <td colSpan={4} className="px-4 py-1.5 text-right text-ink-2">
        Not known
      </td>
    )
  const { claims, cents, timed, minutes, ids, back, back_ids } = result
  return (
    <>
      <td className={number}>
        <Count count={claims} href={ids && claimsHref(ids)} of={`claims that ${of} cleared`} />
      </td>
      <td className={number}>{claims === 0 ? '–' : formatCents(cents)}</td>
      <td className={number}>
        {minutes !== undefined ? (
          <span title={`${timed} of ${claims} cleared claims have a known time`}>
            {timeWords(minutes)}
            {timed < claims && <span className="text-ink-2">{` (${timed} of ${claims})`}</span>}
          </span>
        ) : claims === 0 ? (
          '–'
        ) : (
          'Not known'
        )}
      </td>
      <td className={`${number} px-4`}>
        {back === null ? (
          'Not known'
        ) : (
          <Count
            count={back}
            href={back_ids && claimsHref(back_ids)}
            of={`claims of ${of} that came back`}
          />
        )}
      </td>
    </>
  )
}

// Zero is counted, and leads nowhere.
function Count({ count, href, of }: { count: number; href: string | undefined; of: string }) {
  const words = count.toLocaleString('en-US')
  if (count === 0 || href === undefined) return words
  return (
    <SoftLink
      href={href}
      aria-label={`${words} ${of}`}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {words}
    </SoftLink>
  )
}

/** "under 1 h", "5 h", "2.1 d". */
function timeWords(minutes: number): string {
  if (minutes < 60) return 'under 1 h'
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`
  return `${(minutes / 1_440).toFixed(1)} d`
}

function periodWords({ from, to }: PeopleSummary): string {
  return from === to
    ? `by person, ${formatLocalDate(from)}`
    : `by person, ${formatLocalDate(from)} to ${formatLocalDate(to)}`
}
