'use client'
import { useState } from 'react'
import { DayChart, ShareBar } from '#components/charts/day-chart.tsx'
import { readingWords } from '#components/queue/queue-empty.tsx'
import { movedWords } from '#components/resolve/diff-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Segments } from '#components/ui/segments.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import type { PersonWork } from '#lib/lists/overview.ts'
import type { PartCount, UpdatePart, UpdatesFilter, UpdatesReply } from '#lib/lists/updates.ts'

const parts = { payer: 'Payer', facility: 'Facility', provider: 'Provider', kind: 'Kind' } as const
type ShownPart = keyof typeof parts
const mostShown = 8

type UpdatesAsideProps = {
  /** Open on a narrow window; a wide one always shows it. */
  isOpen: boolean
  reply: UpdatesReply
  /** Undefined for a person who may not see it, and until it is read. */
  work: readonly PersonWork[] | undefined
  filter: UpdatesFilter
  /** Filters the list by a value, or no longer. */
  onFilter: (part: UpdatePart, value: string | undefined) => void
}

/**
 * The changes by payer, facility, provider and kind, how many were open on each day, and who
 * resolved how many.
 */
export function UpdatesAside({ isOpen, reply, work, filter, onFilter }: UpdatesAsideProps) {
  const [part, setPart] = useState<ShownPart>('payer')
  const { days } = reply
  return (
    <aside
      aria-label="Figures"
      className={classNames(
        'flex min-h-0 flex-col gap-3 overflow-y-auto',
        !isOpen && 'max-[1200px]:hidden',
      )}
    >
      <Card title="Breakdown">
        <Segments label="Break down by" value={part} choices={parts} onChoose={setPart} />
        <Parts
          key={part}
          counts={reply.parts[part]}
          chosen={filter[part]}
          isFirstReading={reply.state.read_at === null}
          onChoose={(value) => onFilter(part, value)}
        />
      </Card>
      <Card title="Open" note={days.length > 1 ? `${days.length} days` : undefined}>
        {days.length > 1 ? (
          <DayChart
            label="Open changes by day"
            kind="lines"
            width={320}
            height={150}
            days={days.map(({ day }) => day)}
            series={[{ label: 'Open', look: 'accent', values: days.map(({ claims }) => claims) }]}
          />
        ) : (
          <p className="text-sm text-ink-2">The chart begins tomorrow: it needs two days.</p>
        )}
      </Card>
      {work && <Work work={work} />}
    </aside>
  )
}

type PartsProps = {
  counts: readonly PartCount[]
  chosen: string | undefined
  isFirstReading: boolean
  onChoose: (value: string | undefined) => void
}

function Parts({ counts, chosen, isFirstReading, onChoose }: PartsProps) {
  const [isAll, setIsAll] = useState(false)
  const most = Math.max(1, ...counts.map(({ cents }) => Math.abs(cents)))
  const shown = isAll ? counts : counts.slice(0, mostShown)
  if (counts.length === 0)
    return (
      <p className="mt-3 text-sm text-ink-2">{isFirstReading ? readingWords : 'No changes.'}</p>
    )
  return (
    <>
      <ul className="mt-2 flex flex-col">
        {shown.map(({ value, label, claims, cents }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              title={label}
              onClick={() => onChoose(value === chosen ? undefined : value)}
              className="-mx-2 flex w-[calc(100%+1rem)] flex-col gap-1 rounded-control px-2 py-1.5 text-left text-sm hover:bg-hover aria-pressed:bg-accent-tint"
            >
              <span className="flex w-full items-baseline gap-2">
                <span className="truncate">{label}</span>
                <span className="ml-auto shrink-0 text-ink-2 tabular-nums">
                  {cents === 0 ? '' : movedWords(cents)}
                </span>
                <span className="w-9 shrink-0 text-right font-medium tabular-nums">
                  {claims.toLocaleString('en-US')}
                </span>
              </span>
              <ShareBar share={Math.abs(cents) / most} />
            </button>
          </li>
        ))}
      </ul>
      {counts.length > mostShown && (
        <Button size="small" tone="quiet" className="mt-1.5" onClick={() => setIsAll(!isAll)}>
          {isAll
            ? `Show the first ${mostShown}`
            : `Show all ${counts.length.toLocaleString('en-US')}`}
        </Button>
      )}
    </>
  )
}

/** Who did how much on the last 14 days. */
function Work({ work }: { work: readonly PersonWork[] }) {
  return (
    <Card title="Work done" note="14 days" flush>
      {work.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-ink-2">Nobody has saved or resolved anything yet.</p>
      ) : (
        <table className="mb-2 w-full text-sm">
          <SmallTableHead
            columns={[
              { label: 'Who' },
              { label: 'Changes', isNumber: true },
              { label: 'Errors', isNumber: true },
              { label: 'Captures', isNumber: true },
            ]}
          />
          <tbody>
            {work.map((person) => {
              const sum = (name: 'changes' | 'errors' | 'captures') =>
                person.days.reduce((total, day) => total + day[name], 0).toLocaleString('en-US')
              return (
                <tr key={person.account_id} className="border-b border-line last:border-b-0">
                  <th
                    scope="row"
                    className="max-w-28 truncate px-4 py-1.5 text-left font-normal"
                    title={person.name}
                  >
                    {person.name}
                  </th>
                  <td className="px-2 py-1.5 text-right tabular-nums">{sum('changes')}</td>
                  <td className="px-2 py-1.5 text-right tabular-nums">{sum('errors')}</td>
                  <td className="px-4 py-1.5 text-right tabular-nums">{sum('captures')}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Card>
  )
}
