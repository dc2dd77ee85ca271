'use client'
import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { SortSelect } from '#components/filters/filter-bar.tsx'
import { QueueEmpty, readingWords, Unread } from '#components/queue/queue-empty.tsx'
import { useQueueState } from '#components/queue/use-queue-state.ts'
import { UpdatesTabs } from '#components/resolve/updates-tabs.tsx'
import { movedWords } from '#components/resolve/diff-words.ts'
import type { PreparedList } from '#components/table/list-definition.ts'
import { ListFrame } from '#components/table/list-frame.tsx'
import { shownColumns } from '#components/table/table-preference.ts'
import { useList } from '#components/table/use-list.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { useToday } from '#components/frame/use-today.ts'
import { countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import type { TeamWork } from '#lib/lists/overview.ts'
import {
  updatesFilterOf,
  updatesList,
  updatesListOf,
  type UpdatesPage as Page,
  type UpdatesReply,
} from '#lib/lists/updates.ts'
import { clearFilters, setFilter } from '#lib/lists/view.ts'
import { teamWorkQuery, updateItemsQuery, updatesQuery } from '#lib/queries/overview.ts'
import type { Result } from '#lib/core/result.ts'
import { updateTable } from './update-columns.tsx'
import { UpdateTable } from './update-table.tsx'
import { UpdatesAside } from './updates-aside.tsx'

/** The server's first reading for the page. */
export type FirstUpdates = { updates: UpdatesReply; items: Page }

type UpdatesPageProps = {
  prepared: PreparedList<FirstUpdates>
  /**
   * The server's first reading of who did how much: the JSON text of a Result; undefined for who
   * may not see it.
   */
  work: JsonText<Result<TeamWork>> | undefined
  ownId: string
  canMark: boolean
  canResolve: boolean
}

/**
 * The manager's queue: what changed after billing, with what to do about it, who has it and how
 * much is left.
 */
export function UpdatesPage({
  prepared,
  work: firstWorkText,
  ownId,
  canMark,
  canResolve,
}: UpdatesPageProps) {
  const { today } = prepared
  const list = useList({ spec: updatesList, columns: updateTable }, prepared)
  const { shown, href, change, preference } = list
  const now = useToday(today)
  const filter = useMemo(() => updatesFilterOf(shown, now), [shown, now])
  const [read] = useState(() => {
    const value = prepared.first && valueIn(prepared.first.reply)
    return value && { key: hashKey([filter]), at: prepared.first!.at, ...value }
  })
  const isFirst = read?.key === hashKey([filter])
  const updates = useQuery({
    ...updatesQuery(filter),
    ...(isFirst && { initialData: read.updates, initialDataUpdatedAt: read.at }),
  })
  const items = useInfiniteQuery({
    ...updateItemsQuery(filter),
    ...(isFirst && {
      initialData: { pages: [read.items], pageParams: [0] },
      initialDataUpdatedAt: read.at,
    }),
  })
  const [firstWork] = useState(() =>
    firstWorkText === undefined ? undefined : valueIn(firstWorkText),
  )
  const work = useQuery({
    ...teamWorkQuery(),
    enabled: firstWorkText !== undefined,
    ...(firstWork && { initialData: firstWork, initialDataUpdatedAt: prepared.first?.at ?? 0 }),
  })
  const reply = updates.data
  const { spec, choices } = useMemo(() => updatesListOf(reply), [reply])
  const error = items.error ?? updates.error
  const failure = list.failure ?? (error ? failureOf(error) : undefined)
  const { readAt, isReading, refresh } = useQueueState(reply?.state, failure, 'readUpdatesItems')
  // On a narrow window the figures take the room of three columns, so they open on request.
  const [hasFigures, setFigures] = useState(false)
  const retry = () => void Promise.all([updates.refetch(), items.refetch()])
  const isFiltered = Object.keys(shown.filters).length > 0
  const pages = items.data?.pages
  const isFirstReading = reply !== undefined && reply.state.read_at === null
  const sums =
    reply &&
    (isFirstReading
      ? readingWords
      : `${countOf(reply.claims, updatesList.noun)} · net ${movedWords(reply.cents)}`)
  return (
    <ListFrame
      list={list}
      title="Updates"
      note={
        reply &&
        !isFirstReading &&
        `${sums} · ${reply.unassigned.toLocaleString('en-US')} unassigned`
      }
      savedViews={list.savedViews()}
      menu={{
        isBusy: isReading,
        more: [{ label: 'Refresh', run: () => void (isReading || refresh()) }],
        ...(prepared.canExport && {
          file: {
            request: { operation: 'readUpdatesQueue', filter },
            shown: ['capture', 'capture_id', 'claim_creation_id', ...shownColumns(preference)],
          },
        }),
      }}
      buttons={{
        first: (
          <Button
            className="min-[1201px]:hidden"
            aria-expanded={hasFigures}
            onClick={() => setFigures(!hasFigures)}
          >
            Figures
          </Button>
        ),
      }}
      tabs={<UpdatesTabs current="/updates" />}
      filters={{
        spec,
        choices,
        always: {},
        order: <SortSelect spec={spec} view={shown} onView={change} />,
      }}
      notice={{
        failure: pages === undefined ? undefined : failure,
        readAt,
        refused: prepared.refused,
        isLooping: false,
        onRetry: retry,
      }}
      aside={{
        grid: classNames(
          'grid-cols-[minmax(0,1fr)_18rem]',
          hasFigures ? 'max-[1200px]:grid-cols-[minmax(0,1fr)_17rem]' : 'max-[1200px]:grid-cols-1',
        ),
        content: reply && (
          <UpdatesAside
            isOpen={hasFigures}
            reply={reply}
            work={work.data?.work}
            filter={filter}
            onFilter={(part, value) =>
              change((now) => setFilter(now, { name: part, mode: 'filters' }, value))
            }
          />
        ),
      }}
      above={<Unread state={reply?.state} onRetry={refresh} />}
    >
      <UpdateTable
        today={today}
        people={reply?.team ?? []}
        ownId={ownId}
        canMark={canMark}
        canResolve={canResolve}
        href={href}
        pages={pages}
        sums={sums}
        isLoading={pages === undefined}
        isOld={items.isPlaceholderData}
        hasMore={items.hasNextPage}
        isReadingMore={items.isFetchingNextPage}
        onMore={() => void items.fetchNextPage()}
        preference={preference}
        onPreference={list.setPreference}
        empty={
          <QueueEmpty
            view="updates"
            failure={failure}
            isLoading={pages === undefined}
            isOld={items.isPlaceholderData}
            isFirstReading={isFirstReading}
            isFiltered={isFiltered}
            hasCause={false}
            columns={updateTable.length}
            onClear={() => change(clearFilters)}
            onRetry={retry}
          />
        }
      />
    </ListFrame>
  )
}
