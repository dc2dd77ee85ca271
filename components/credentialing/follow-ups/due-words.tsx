import { LocalDate } from '#components/ui/local-date.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'
import { daysBetween, type LocalDate as Day } from '#lib/core/local-date.ts'
import { dueOn } from '#lib/rules/coverage/follow-ups.ts'

/** When an open follow-up is due: late and today are marked, a later one only has its date. */
export function DueBadge({
  followUp: { next_on },
  today,
}: {
  followUp: Pick<FollowUp, 'next_on'>
  today: Day
}) {
  const due = dueOn(next_on, today)
  if (next_on === undefined) return <span className="text-xs text-ink-2">No next date</span>
  if (due === 'late')
    return <StatusBadge tone="red">{daysBetween(next_on, today)} d late</StatusBadge>
  if (due === 'today') return <StatusBadge tone="amber">Today</StatusBadge>
  return (
    <span className="text-xs text-ink-2 tabular-nums">
      <LocalDate date={next_on} />
    </span>
  )
}

/** Whose a follow-up is. */
export function ownerWords({ owner_id, owner }: FollowUp, ownId: string): string {
  if (owner_id === undefined) return 'Nobody'
  return owner_id === ownId ? 'Yours' : (owner ?? 'Somebody who has left')
}
