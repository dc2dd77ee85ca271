import { Age } from '#components/ui/age.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { addDays, type LocalDate as Day } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import { clearedOf, ownerHref, type PersonRow, type TeamWork } from '#lib/lists/overview.ts'
import { nobody, type QueueView } from '#lib/lists/queue.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { CentsLink, CountLink, link } from './panels.tsx'

type PeopleProps = {
  people: readonly PersonRow[]
  /** Null for a person who may not see it. */
  work: TeamWork | null | undefined
  today: Day
}

/** Who owns how much, how old it is, and what came of their work this week. */
export function People({ people, work, today }: PeopleProps) {
  const hasCleared = work !== null
  const week = addDays(today, -6)
  const number = 'px-2 py-1.5 text-right tabular-nums'
  return (
    <Card
      title="People"
      note={
        hasCleared
          ? 'what they own; cleared in 7 days: claims in error that the partner accepted after their save'
          : 'what they own'
      }
      flush
    >
      <SideScroll>
        <table className="mb-2 w-full text-sm">
          <SmallTableHead
            columns={[
              { label: 'Who' },
              { label: 'Errors', isNumber: true },
              { label: 'All resolved', isNumber: true },
              { label: 'On hold', isNumber: true },
              { label: 'Updates', isNumber: true },
              { label: 'Charges', isNumber: true },
              { label: 'Oldest service', isNumber: true },
              ...(hasCleared
                ? [
                    { label: 'Cleared', isNumber: true },
                    { label: 'By hand', isNumber: true },
                  ]
                : []),
            ]}
          />
          <tbody>
            {withWorkers(people, work).map(
              ({ account_id, name, errors, resolved, held, updates, cents, oldest }) => {
                const person = work?.work.find((each) => each.account_id === account_id)
                const hrefOf = (view: QueueView) => ownerHref(view, { account_id })
                const all = hrefOf('assigned')
                const done = person && clearedOf(person, week)
                return (
                  <tr key={account_id ?? nobody} className="border-b border-line last:border-b-0">
                    <th scope="row" className="max-w-60 truncate px-4 text-left font-normal">
                      {name}
                    </th>
                    <td className={number}>
                      <CountLink count={errors} href={hrefOf('causes')} of={`errors of ${name}`} />
                    </td>
                    <td className={number}>
                      <CountLink
                        count={resolved}
                        href={hrefOf('resolved')}
                        of={`claims of ${name} with every error resolved`}
                      />
                    </td>
                    <td className={number}>
                      <CountLink
                        count={held}
                        href={hrefOf('held')}
                        of={`claims on hold of ${name}`}
                      />
                    </td>
                    <td className={number}>
                      <CountLink
                        count={updates}
                        href={hrefOf('updates')}
                        of={`updates of ${name}`}
                      />
                    </td>
                    <td className={number}>
                      <CentsLink
                        cents={cents}
                        count={errors + resolved + held + updates}
                        href={all}
                        of={`everything of ${name}`}
                      />
                    </td>
                    <td className={`${number} last:px-4`}>
                      {oldest === undefined ? (
                        '–'
                      ) : (
                        <SoftLink
                          href={`${all}${all.includes('?') ? '&' : '?'}sort=oldest`}
                          className={link}
                        >
                          <LocalDate date={oldest} />{' '}
                          <span className="text-ink-3">
                            <Age since={oldest} today={today} />
                          </span>
                        </SoftLink>
                      )}
                    </td>
                    {hasCleared && (
                      <>
                        <td className={`${number} whitespace-nowrap`}>
                          {done && done.claims > 0
                            ? `${done.claims.toLocaleString('en-US')} · ${formatCents(done.cents)}`
                            : '–'}
                        </td>
                        <td className={`${number} px-4`}>
                          <CountLink
                            count={done?.by_hand ?? 0}
                            href={workHref(account_id, week)}
                            of={`errors and changes that ${name} resolved by hand`}
                          />
                        </td>
                      </>
                    )}
                  </tr>
                )
              },
            )}
          </tbody>
        </table>
      </SideScroll>
    </Card>
  )
}

function workHref(accountId: string | null, from: Day): string {
  const search = new URLSearchParams({ from })
  if (accountId !== null) search.set('account_id', accountId)
  for (const action of ['resolveClaimCreationError', 'resolveChargeCaptureChanges'])
    search.append('action', action)
  return `/activity?${search}`
}

// Those who own nothing now, but did something: before what nobody owns.
function withWorkers(people: readonly PersonRow[], work: TeamWork | null | undefined): PersonRow[] {
  const known = new Set(people.map(({ account_id }) => account_id))
  const others = (work?.work ?? []).filter(({ account_id }) => !known.has(account_id))
  const nothing = { errors: 0, resolved: 0, held: 0, updates: 0, cents: 0 }
  return [
    ...people.slice(0, -1),
    ...others.map(({ account_id, name }) => ({ account_id, name, ...nothing })),
    ...people.slice(-1),
  ]
}
