import type { ReactNode } from 'react'
import { DayChart, ShareBar } from '#components/charts/day-chart.tsx'
import { TrendBars } from '#components/queue/trend-bars.tsx'
import { Card } from '#components/ui/card.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  ageHref,
  clearedOf,
  kindHref,
  queueHref,
  type AgeRow,
  type Overview,
  type TeamWork,
} from '#lib/lists/overview.ts'
import { queueKinds, type QueueKind } from '#lib/lists/queue.ts'

const notRead = 'Nothing has been read yet.'
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
export function CentsLink({ cents, count, href, of }: { cents: number; count: number; href: string; of: string }) {
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
                <CountLink count={age.claims} href={ageHref(age)} of={`claims in error, ${age.label}`} />
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
export function Causes({ causes, isRead }: { causes: Overview['causes']; isRead: boolean }) {
  return (
    <Card title="Top causes" note="by charges" flush>
      {causes.length === 0 ? (
        <Nothing>{isRead ? 'No errors. Every claim creation is billed or waits for the partner.' : notRead}</Nothing>
      ) : (
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
                <th scope="row" className="px-4 py-1.5 text-left font-normal sm:truncate" title={words}>
                  <SoftLink href={`/queue/causes/${key}`} className={link}>
                    {words}
                  </SoftLink>
                </th>
                <td className={`${cell} px-2 text-right`}>
                  <CountLink count={claims} href={`/queue/causes/${key}`} of={`claims: ${words}`} />
                </td>
                <td className={`${cell} px-2 text-right`}>
                  <CentsLink cents={cents} count={claims} href={`/queue/causes/${key}`} of={`claims: ${words}`} />
                </td>
                <td className="px-4 max-sm:hidden">
                  <TrendBars trend={trend} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** What was open at the end of each day. */
export function OpenDays({ days }: { days: Overview['days'] }) {
  return (
    <Card title="Open claims" note={days.length > 1 ? `${days.length} days` : undefined}>
      {days.length > 1 ? (
        <DayChart
          label="Open claims by day"
          kind="lines"
          days={days.map(({ day }) => day)}
          series={[
            { label: 'In error', look: 'red', values: days.map(({ error }) => error) },
            { label: 'On hold', look: 'violet', values: days.map(({ held }) => held) },
            { label: 'Changed after billing', look: 'blue', values: days.map(({ updated }) => updated) },
          ]}
        />
      ) : (
        <p className="text-sm text-ink-2">The chart begins tomorrow: it needs two days.</p>
      )}
    </Card>
  )
}

/** What the team cleared on each day. `work` is null for a person who may not see it, undefined until it is read. */
export function ClearedDays({ work }: { work: TeamWork | null | undefined }) {
  const countOn = (day: string) =>
    (work?.work ?? []).reduce((sum, { days }) => sum + clearedOf({ days: days.filter((each) => each.day === day) }), 0)
  return (
    <Card
      title="Cleared per day"
      note={work?.work.length === 0 ? 'nothing yet' : 'captures saved, errors and changes resolved'}
    >
      {work === null ? (
        <p className="text-sm text-ink-2">Your role doesn’t include the activity.</p>
      ) : (
        <DayChart
          label="Cleared per day"
          kind="bars"
          days={work?.days ?? []}
          series={[{ label: 'Cleared', look: 'accent', values: (work?.days ?? []).map(countOn) }]}
        />
      )}
    </Card>
  )
}

/** Why claims are on hold. */
export function Holds({ holds, isRead }: { holds: Overview['holds']; isRead: boolean }) {
  return (
    <Card title="On hold" note="and why" flush>
      {holds.length === 0 ? (
        <Nothing>{isRead ? 'Nothing is on hold.' : notRead}</Nothing>
      ) : (
        <table className="mb-2 w-full text-sm">
          <SmallTableHead
            columns={[{ label: 'Reason' }, { label: 'Claims', isNumber: true }, { label: 'Charges', isNumber: true }]}
          />
          <tbody>
            {holds.map(({ key, words, claims, cents }) => (
              <tr key={key} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 text-left font-normal">
                  {words}
                </th>
                <td className={`${cell} px-2 text-right`}>
                  <CountLink count={claims} href={queueHref('held', { cause: key })} of={`claims: ${words}`} />
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
      )}
    </Card>
  )
}

const kinds: Record<QueueKind, string> = {
  error: 'In error',
  held: 'On hold',
  updated: 'Changed after billing',
}

/** Where what came and went stands on the page. */
export const sinceId = 'since-yesterday'

/** What came and what went since the day before. */
export function Since({ since }: Pick<Overview, 'since'>) {
  return (
    <Card
      id={sinceId}
      title="Since yesterday"
      note={since ? `end of ${formatLocalDate(since.day, { year: false })}` : undefined}
      flush
    >
      {since === null ? (
        <Nothing>The comparison begins tomorrow: there is no earlier day yet.</Nothing>
      ) : (
        <table className="mb-2 w-full text-sm">
          <SmallTableHead
            columns={[
              { label: 'Claims' },
              { label: 'Before', isNumber: true },
              { label: 'New', isNumber: true },
              { label: 'Cleared', isNumber: true },
              { label: 'Now', isNumber: true },
            ]}
          />
          <tbody>
            {queueKinds.map((kind) => {
              const { before, added, cleared, now } = since.kinds[kind]
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
                    {cleared === 0 ? '–' : `−${cleared.toLocaleString('en-US')}`}
                  </td>
                  <td className={`${cell} px-4 text-right font-medium`}>
                    <CountLink count={now} href={kindHref(kind)} of={`claims, ${label.toLowerCase()}`} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-4 text-sm text-ink-2">{children}</p>
}
