'use client'
import { useMemo, type ReactNode } from 'react'
import { columnsOf, type Looks } from '#components/table/columns.tsx'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import { ActivityTabs } from '#components/frame/activity-tabs.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { actionWords, activityList, type ActivityRow } from '#lib/lists/activity.ts'
import { activityColumns } from '#lib/lists/columns/activity.ts'
import {
  OutcomeBadge,
  personWords,
  RecordLink,
  recordWords,
  roleWords,
  utcWords,
} from './entry-words.tsx'

const looks: Looks<typeof activityColumns, ActivityRow> = {
  at: {
    width: { least: 84, most: 150, beside: 7 },
    card: 'end',
    isNeverCut: true,
    className: 'text-ink-2 tabular-nums',
    // As wide as the words that the browser puts there in its own time zone.
    text: () => '09/30/2026, 10:22 PM',
    render: (row) => <LocalTime at={row.at} />,
    title: (row) => utcWords(row.at),
  },
  person: {
    width: { least: 90, most: 200 },
    card: 'detail',
    text: personWords,
    title: (row) => [row.person, row.email].filter(Boolean).join(' · '),
  },
  role: {
    width: { least: 60, most: 110 },
    className: 'text-ink-2',
    text: (row) => roleWords(row.role),
  },
  action: { width: { least: 150, most: 340 }, card: 'title' },
  record: {
    width: { least: 92, most: 130 },
    className: 'text-ink-2',
    text: recordWords,
    render: (row) => <RecordLink row={row} />,
    title: (row) => row.record_ids.join(', '),
  },
  outcome: {
    width: { least: 92, most: 130, beside: 34 },
    isNeverCut: true,
    render: (row) => <OutcomeBadge outcome={row.outcome} />,
    title: (row) => row.outcome,
  },
  address: {
    width: { least: 80, most: 150 },
    className: 'text-ink-2 tabular-nums',
    title: (row) => [row.address, row.browser].filter(Boolean).join(' · '),
  },
  connection: { width: { least: 76, most: 180 }, className: 'text-ink-2' },
}

const list: ListDefinition<ActivityRow> = {
  spec: activityList,
  title: 'Activity',
  base: '/activity',
  columns: columnsOf(activityColumns, looks),
  exportPath: '/api/activity',
  tabs: <ActivityTabs current="/activity" />,
  nameOf: (row) => `${actionWords(row.operation)}, ${personWords(row)}`,
  idOf: (row) => row.id,
}

type ActivityListProps = {
  prepared: PreparedList
  /** The people whose entries this person sees, for the filter. */
  people: readonly { id: string; name: string; email: string }[]
  /** Whose entries these are, in a few words. */
  note: string
  /** Further actions of the page. */
  actions?: ReactNode
}

/** The audit trail: who did what, when, from where, to which records, and how it ended. */
export function ActivityList({ prepared, people, note, actions }: ActivityListProps) {
  const definition = useMemo((): ListDefinition<ActivityRow> => {
    const valueNames = Object.fromEntries(
      people.map(({ id, name, email }) => [id, `${name} (${email})`]),
    )
    const account_id = { ...activityList.filters.account_id!, valueNames }
    return {
      ...list,
      spec: { ...activityList, filters: { ...activityList.filters, account_id } },
      note,
    }
  }, [people, note])
  const choices = useMemo(
    () => ({ ...prepared.choices, account_id: people.map(({ id }) => id) }),
    [prepared.choices, people],
  )
  return (
    <ResourceList definition={definition} prepared={{ ...prepared, choices }} actions={actions} />
  )
}
