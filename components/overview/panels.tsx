import { useState, type ReactNode } from 'react'
import { DayChart, ShareBar } from '#components/charts/day-chart.tsx'
import { TrendBars } from '#components/queue/trend-bars.tsx'
import { Card } from '#components/ui/card.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { addDays, formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  ageHref,
  kindHref,
  movingKinds,
  partHref,
  queueHref,
  type AgeRow,
  type FlowDay,
  type Overview,
  type Worth,
} from '#lib/lists/overview.ts'
import type { QueuePart } from '#lib/lists/queue.ts'

const claimNoun = { one: 'claim', many: 'claims' }
const cell = 'py-1.5 tabular-nums'
/** The look of a number that leads to its list. */
export const link = 'underline decoration-transparent underline-offset-2 hover:decoration-current'

/** A number that leads to its list; a zero leads nowhere. */
export function CountLink({ count, href, of }: { count: number; href: string; of: string }) {
  if (count === 0) return <span className="text-ink-3">–</span>
  return (
    <SoftLink href={href} aria-label={`${count.toLocaleString('en-US')} ${of}`} className={link}>
      {count.toLocaleString('en-US')}
    </SoftLink>
  )
}

/** An amount that leads to its list; nothing leads nowhere. */
export function CentsLink({
  cents,
  count,
  href,
  of,
}: {
  cents: number
  count: number
  href: string
  of: string
}) {
  if (count === 0) return <span className="text-ink-3">–</span>
  return (
    <SoftLink href={href} aria-label={`${formatCents(cents)}, ${of}`} className={link}>
      {formatCents(cents)}
    </SoftLink>
  )
}

const ageTones: { [key: string]: 'amber' | 'red' } = { '61-90': 'amber', 'over-90': 'red' }

/** Claims in error by the age of their service. */
export function Ages({ ages }: { ages: readonly AgeRow[] }) {
  const most = Math.max(1, ...ages.map(({ cents }) => cents))
  return (
    <Card title="Errors by age" note="days since the service" flush>
      <table className="mb-2 w-full text-sm">
        <SmallTableHead
          columns={[
            { label: 'Age' },
            { label: 'Share of charges', className: 'w-2/5 max-sm:hidden' },
            { label: 'Claims', isNumber: true },
            { label: 'Charges', isNumber: true },
          ]}
        />
        <tbody>
          {ages.map((age) => (
            <tr key={age.key} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-4 text-left font-normal whitespace-nowrap">
                {age.label}
              </th>
              <td className="px-2 max-sm:hidden">
                <ShareBar share={age.cents / most} tone={ageTones[age.key] ?? 'accent'} />
              </td>
              <td className={`${cell} px-2 text-right`}>
                <CountLink
                  count={age.claims}
                  href={ageHref(age)}
                  of={`claims in error, ${age.label}`}
                />
              </td>
              <td className={`${cell} px-4 text-right`}>
                <CentsLink
                  cents={age.cents}
                  count={age.claims}
                  href={ageHref(age)}
                  of={`claims in error, ${age.label}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** The causes with the most money. */
export function Causes({ causes }: { causes: Overview['causes'] }) {
  if (causes.length === 0)
    return <Line>No errors. Every claim creation is billed or waits for the partner.</Line>
  return (
    <Card title="Top causes" note="by charges" flush>
      <table className="mb-2 w-full table-fixed text-sm">
        <SmallTableHead
          columns={[
            { label: 'Cause' },
            { label: 'Claims', isNumber: true, className: 'w-16' },
            { label: 'Charges', isNumber: true, className: 'w-28' },
            { label: '14 days', className: 'w-28 max-sm:hidden' },
          ]}
        />
        <tbody>
          {causes.map(({ key, words, claims, cents, trend }) => (
            <tr key={key} className="border-b border-line last:border-b-0">
              <th
                scope="row"
                className="px-4 py-1.5 text-left font-normal sm:truncate"
                title={words}
              >
                <SoftLink href={`/queue/causes/${key}`} className={link}>
                  {words}
                </SoftLink>
              </th>
              <td className={`${cell} px-2 text-right`}>
                <CountLink count={claims} href={`/queue/causes/${key}`} of={`claims: ${words}`} />
              </td>
              <td className={`${cell} px-2 text-right`}>
                <CentsLink
                  cents={cents}
                  count={claims}
                  href={`/queue/causes/${key}`}
                  of={`claims: ${words}`}
                />
              </td>
              <td className="px-4 max-sm:hidden">
                <TrendBars trend={trend} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const partWords: Record<QueuePart, { one: string; many: string; unnamed: string }> = {
  payers: { one: 'Payer', many: 'payers', unnamed: 'No known payer' },
  facilities: { one: 'Facility', many: 'facilities', unnamed: 'No facility' },
  providers: { one: 'Provider', many: 'providers', unnamed: 'No rendering NPI' },
}

/** Where the claims in error are: by payer, by service facility or by rendering provider. */
export function Parts({ parts }: Pick<Overview, 'parts'>) {
  const [part, setPart] = useState<QueuePart>('payers')
  const { rows, others, unnamed } = parts[part]
  const { one, many, unnamed: none } = partWords[part]
  // The card of causes says that there are none.
  if (rows.length === 0 && unnamed.claims === 0) return null
  return (
    <Card
      title={`Errors by ${one.toLowerCase()}`}
      note="by charges"
      actions={
        <Segments
          label="Errors by"
          value={part}
          choices={{ payers: 'Payer', facilities: 'Facility', providers: 'Provider' }}
          onChoose={setPart}
        />
      }
      flush
    >
      <table className="mb-2 w-full table-fixed text-sm">
        <SmallTableHead
          columns={[
            { label: one },
            { label: 'Claims', isNumber: true, className: 'w-16 sm:w-20' },
            { label: 'Charges', isNumber: true, className: 'w-28 sm:w-36' },
          ]}
        />
        <tbody>
          {rows.map(({ value, label, claims, cents }) => (
            <tr key={value} className="border-b border-line last:border-b-0">
              <th
                scope="row"
                className="px-4 py-1.5 text-left font-normal sm:truncate"
                title={label === value ? label : `${label} (${value})`}
              >
                <SoftLink href={partHref(part, value)} className={link}>
                  {label}
                </SoftLink>
              </th>
              <td className={`${cell} px-2 text-right`}>
                <CountLink
                  count={claims}
                  href={partHref(part, value)}
                  of={`claims in error, ${label}`}
                />
              </td>
              <td className={`${cell} px-4 text-right`}>
                <CentsLink
                  cents={cents}
                  count={claims}
                  href={partHref(part, value)}
                  of={`claims in error, ${label}`}
                />
              </td>
            </tr>
          ))}
          {others.parts > 0 && <RestRow words={`${others.parts} more ${many}`} worth={others} />}
          {unnamed.claims > 0 && <RestRow words={none} worth={unnamed} />}
        </tbody>
      </table>
    </Card>
  )
}

// Claims that no filter of the queue lists.
function RestRow({ words, worth }: { words: string; worth: Worth }) {
  return (
    <tr className="border-b border-line text-ink-2 last:border-b-0">
      <th scope="row" className="px-4 py-1.5 text-left font-normal">
        {words}
      </th>
      <td className={`${cell} px-2 text-right`}>{worth.claims.toLocaleString('en-US')}</td>
      <td className={`${cell} px-4 text-right`}>{formatCents(worth.cents)}</td>
    </tr>
  )
}

const recordWords = 'From the partner’s records'
const sourceWords: Record<FlowDay['source'], string> = {
  watched: 'Watched',
  records: recordWords,
  'not-watched': 'Not watched',
}

/** What was open at the end of each day. */
export function OpenDays({ days }: { days: Overview['days'] }) {
  const watched = days.find(({ is_recorded: isRecorded }) => !isRecorded)?.day
  const hasRecords = days[0]?.is_recorded === true
  return (
    <Card
      title="Open claims"
      note={
        hasRecords && watched !== undefined
          ? `in error before ${formatLocalDate(watched, { year: false })} from the partner’s records`
          : `${days.length} days`
      }
    >
      <DayChart
        label="Open claims by day"
        kind="lines"
        days={days.map(({ day }) => day)}
        {...(hasRecords && {
          sources: days.map(({ is_recorded: isRecorded }) => ({
            words: sourceWords[isRecorded ? 'records' : 'watched'],
            isHollow: false,
          })),
        })}
        series={[
          { label: 'In error', look: 'red', values: days.map(({ error }) => error) },
          { label: 'On hold', look: 'violet', values: days.map(({ held }) => held) },
          {
            label: 'Changed after billing',
            look: 'blue',
            values: days.map(({ updated }) => updated),
          },
        ]}
      />
    </Card>
  )
}

/**
 * The claims that came into error and those in error that the partner accepted, by day. A day on
 * which nobody looked has no number.
 */
export function Flow({ flow }: Pick<Overview, 'flow'>) {
  const label = 'New against cleared'
  const first = flow.find(({ source }) => source === 'watched')?.day
  return (
    <Card
      title={label}
      note={
        first !== undefined && first !== flow[0]?.day
          ? `claims in error by day, watched since ${formatLocalDate(first, { year: false })}`
          : 'claims in error by day'
      }
    >
      <DayChart
        label={label}
        kind="bars"
        days={flow.map(({ day }) => day)}
        series={[
          { label: 'New', look: 'grey', values: flow.map(({ added }) => added) },
          { label: 'Cleared', look: 'accent', values: flow.map(({ cleared }) => cleared) },
        ]}
        sources={flow.map(({ source }) => ({
          words: sourceWords[source],
          isHollow: source === 'records',
        }))}
        hollowWords={recordWords}
      />
      <p className="text-xs text-ink-2">Cleared: the partner accepted the claim.</p>
    </Card>
  )
}

/** Why claims are on hold. */
export function Holds({ holds }: { holds: Overview['holds'] }) {
  if (holds.length === 0) return <Line>Nothing is on hold.</Line>
  return (
    <Card title="On hold" note="and why" flush>
      <table className="mb-2 w-full text-sm">
        <SmallTableHead
          columns={[
            { label: 'Reason' },
            { label: 'Claims', isNumber: true },
            { label: 'Charges', isNumber: true },
          ]}
        />
        <tbody>
          {holds.map(({ key, words, claims, cents }) => (
            <tr key={key} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-4 text-left font-normal">
                {words}
              </th>
              <td className={`${cell} px-2 text-right`}>
                <CountLink
                  count={claims}
                  href={queueHref('held', { cause: key })}
                  of={`claims: ${words}`}
                />
              </td>
              <td className={`${cell} px-4 text-right`}>
                <CentsLink
                  cents={cents}
                  count={claims}
                  href={queueHref('held', { cause: key })}
                  of={`claims: ${words}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const kinds: Record<(typeof movingKinds)[number], string> = {
  error: 'In error',
  held: 'On hold',
  updated: 'Changed after billing',
}

/** The id of the “Since yesterday” section. */
export const sinceId = 'since-yesterday'

/** In place of new against cleared before the first count. */
export function NotCountedYet() {
  return <Line>New and cleared claims are counted from now on.</Line>
}

/** What the overview shows from the second day on: `what` it is, in words. */
export function FromTomorrow({ what, today }: { what: string; today: LocalDate }) {
  return (
    <Line>
      Shown from {formatLocalDate(addDays(today, 1), { year: false })} on: {what}.
    </Line>
  )
}

// A panel without anything to show is one line.
function Line({ children }: { children: ReactNode }) {
  return (
    <p className="self-start rounded-card border border-line px-4 py-2.5 text-sm text-ink-2">
      {children}
    </p>
  )
}

/** What came and what went since the day before. */
export function Since({ since }: { since: NonNullable<Overview['since']> }) {
  return (
    <Card
      id={sinceId}
      title="Since yesterday"
      note={`end of ${formatLocalDate(since.day, { year: false })}`}
      flush
    >
      <table className="mb-2 w-full text-sm">
        <SmallTableHead
          columns={[
            { label: 'Claims' },
            { label: 'Before', isNumber: true },
            { label: 'New', isNumber: true },
            { label: 'Gone', isNumber: true },
            { label: 'Now', isNumber: true },
          ]}
        />
        <tbody>
          {movingKinds.map((kind) => {
            const { before, added, gone, now } = since.kinds[kind]
            const label = kinds[kind]
            return (
              <tr key={kind} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 text-left font-normal">
                  {label}
                </th>
                <td className={`${cell} px-2 text-right`}>{before.toLocaleString('en-US')}</td>
                <td className={`${cell} px-2 text-right`}>
                  <CountLink
                    count={added}
                    href={kindHref(kind, since.day)}
                    of={`new claims, ${label.toLowerCase()}`}
                  />
                </td>
                <td className={`${cell} px-2 text-right`}>
                  {gone === 0 ? '–' : `−${gone.toLocaleString('en-US')}`}
                </td>
                <td className={`${cell} px-4 text-right font-medium`}>
                  <CountLink
                    count={now}
                    href={kindHref(kind)}
                    of={`claims, ${label.toLowerCase()}`}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {since.kinds.error.gone > 0 && (
        <p className="px-4 pb-3 text-xs text-ink-2">
          {since.accepted === null
            ? 'How many of the errors gone were accepted is counted from tomorrow on'
            : `Accepted by the partner: ${countOf(since.accepted, claimNoun)} in error`}
          {since.by_hand > 0 &&
            ` · every error resolved by hand, still in error: ${countOf(since.by_hand, claimNoun)}`}
          .
        </p>
      )}
    </Card>
  )
}
