'use client'
import { hashKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import { SortSelect } from '#components/filters/filter-bar.tsx'
import { enterClaimCreation } from '#components/form/record-trail.ts'
import { holdKeys, holdKeysUntilPage } from '#components/frame/keys/keys.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { ListFrame } from '#components/table/list-frame.tsx'
import { shownColumns } from '#components/table/table-preference.ts'
import { useList } from '#components/table/use-list.ts'
import { LinkTabs } from '#components/ui/link-tabs.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useToday } from '#components/frame/use-today.ts'
import { countOf, type Noun } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { formatCents } from '#lib/core/money.ts'
import { valueIn } from '#lib/core/json-text.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { queueFilterOf, queueListFor, queueListOf } from '#lib/lists/queue-list.ts'
import {
  payerRulesHref,
  type QueueCounts,
  type QueueItems,
  type QueueReply,
  type QueueView,
} from '#lib/lists/queue.ts'
import { defaultView, viewToUrl, withoutPosition, type ListView } from '#lib/lists/view.ts'
import { queueItemsQuery, queueQuery } from '#lib/queries/queue.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { CauseTable } from './cause-table.tsx'
import { ItemTable } from './item-table.tsx'
import type { Colleague } from './mark-menus.tsx'
import { endTurns, nothingLeft, queueLabel, startTurns } from './one-by-one.ts'
import { causeTable, foldWords, itemTableOf } from './queue-columns.tsx'
import { LimitsMissing, Unread } from './queue-empty.tsx'
import { useQueueState } from './use-queue-state.ts'

/** The server's first reading for the page. `items` is null for a list of causes. */
export type FirstQueue = { queue: QueueReply; items: QueueItems | null }

type QueuePageProps = {
  prepared: PreparedList<FirstQueue>
  view: QueueView
  /** The key of the cause that is open. */
  cause?: string | undefined
  /** The signed-in person's account. */
  ownId: string
  /** The shape of the body that updates a capture. */
  body: ObjectShape
  /** The person may save captures, and mark what is in the queue. */
  canEdit: boolean
  canMark: boolean
  canSetLimits: boolean
}

const nobody: readonly Colleague[] = []
const claimNoun = { one: 'claim', many: 'claims' }
const causeNoun = { one: 'cause', many: 'causes' }

/** The work queue: errors by cause, or the items of a view or of one cause. */
export function QueuePage({
  prepared,
  view,
  cause,
  ownId,
  body,
  canEdit,
  canMark,
  canSetLimits,
}: QueuePageProps) {
  const { today } = prepared
  const client = useQueryClient()
  const router = useRouter()
  const spec = useMemo(() => queueListFor(view, cause), [view, cause])
  const isOfItems = cause !== undefined || view !== 'causes'
  const columns = useMemo(() => itemTableOf(view, cause !== undefined), [view, cause])
  const list = useList({ spec, columns: isOfItems ? columns : causeTable }, prepared)
  const { href, change, shown } = list
  const now = useToday(today)
  const filter = useMemo(() => queueFilterOf(shown, view, cause, now), [shown, view, cause, now])
  const first = useFirst(prepared, filter)
  const queue = useQuery({
    ...queueQuery(filter),
    ...(first && { initialData: first.value.queue, initialDataUpdatedAt: first.at }),
  })
  const items = useInfiniteQuery({
    ...queueItemsQuery(filter),
    enabled: isOfItems,
    ...(first?.value.items && {
      initialData: { pages: [first.value.items], pageParams: [0] },
      initialDataUpdatedAt: first.at,
    }),
  })
  useEffect(() => {
    enterClaimCreation(undefined)
    endTurns()
  }, [])
  const filters = useMemo(
    () => queueListOf(cause === undefined ? spec : withoutCause(spec), queue.data),
    [spec, cause, queue.data],
  )
  const people = queue.data?.team ?? nobody
  const state = queue.data?.state
  const read = isOfItems && items.error ? items : queue
  const failure: Failure | undefined =
    list.failure ?? (read.error ? failureOf(read.error) : undefined)
  const { readAt, isReading, refresh } = useQueueState(state, failure, 'readQueueItems')

  const retry = () => void (isOfItems && items.error ? items.refetch() : queue.refetch())
  const isFiltered = Object.keys(shown.filters).some(
    (name) => !Object.hasOwn(prepared.always, name),
  )
  // A view of one cause keeps which it is of.
  const kept = withoutPosition({ ...shown, filters: { ...shown.filters, ...prepared.always } })
  const search = searchOf(spec, shown)
  const workOneByOne = async (causeKey: string | undefined = cause) => {
    const release = holdKeys()
    const page = await startTurns(client, { ...filter, cause: causeKey }, href)
    if (page === undefined) showToast({ message: nothingLeft })
    if (page) {
      holdKeysUntilPage(page)
      router.push(page)
    }
    release()
  }
  const open = cause === undefined ? undefined : queue.data?.causes.find(({ key }) => key === cause)
  const table = {
    today,
    people,
    ownId,
    canMark,
    canEdit,
    isFiltered,
    narrowedBy: isFiltered ? filter : undefined,
    failure,
    isLoading: isOfItems ? items.data === undefined : queue.data === undefined,
    isOld: isOfItems ? items.isPlaceholderData : queue.isPlaceholderData,
    isFirstReading: state !== undefined && state.read_at === null,
    href,
    onClear: () => change((now) => withoutPosition({ ...now, filters: {} })),
    onRetry: retry,
    onWork: (key?: string) => void workOneByOne(key),
    preference: list.preference,
    onPreference: list.setPreference,
  }
  return (
    <>
      <ListFrame
        list={list}
        trail={
          cause === undefined ? undefined : (
            <ListTrail list={{ href: `/queue${search}`, label: queueLabel }} />
          )
        }
        title={cause === undefined ? queueLabel : (open?.words ?? 'Cause')}
        label={queueLabel}
        note={cause === undefined ? headWords(view, queue.data, isFiltered) : undefined}
        savedViews={list.savedViews(kept)}
        menu={{
          isBusy: isReading,
          more: [
            ...(canMark ? [{ label: 'Refresh', run: () => void (isReading || refresh()) }] : []),
            ...(view === 'filing-soon'
              ? [{ label: 'Filing limits', run: () => router.push(payerRulesHref) }]
              : []),
          ],
          ...(prepared.canExport && {
            file: {
              request: { operation: 'readQueue', filter },
              shown: shownColumns(list.preference),
            },
          }),
        }}
        tabs={
          <>
            {open && (
              <div className="-mt-2 text-sm text-ink-2 tabular-nums">
                <p>{causeWords(open)}</p>
                <CauseValues cause={open} />
              </div>
            )}
            {cause === undefined && (
              <div className="shrink-0">
                <LinkTabs label="Views of the queue" tabs={tabsOf(view, queue.data, search)} />
              </div>
            )}
          </>
        }
        filters={{
          ...filters,
          always: {},
          order: <SortSelect spec={filters.spec} view={shown} onView={change} />,
        }}
        notice={{
          failure: table.isLoading ? undefined : failure,
          readAt,
          refused: prepared.refused,
          isLooping: false,
          onRetry: retry,
        }}
        above={
          <>
            <Unread state={state} onRetry={refresh} />
            {view === 'filing-soon' && (
              <LimitsMissing
                filing={queue.data?.filing}
                canSet={canSetLimits}
                isShown={shown.filters.filing_limit === 'unset'}
              />
            )}
          </>
        }
      >
        {isOfItems ? (
          <ItemTable
            {...table}
            view={view}
            cause={cause}
            pages={items.data?.pages}
            columns={columns}
            body={body}
            claims={open?.claims}
            hasMore={items.hasNextPage}
            isReadingMore={items.isFetchingNextPage}
            onMore={() => void items.fetchNextPage()}
          />
        ) : (
          <CauseTable {...table} causes={queue.data?.causes} search={search} />
        )}
      </ListFrame>
    </>
  )
}

// What the server read, while the filter is the one that it was read for.
function useFirst(
  { first }: PreparedList<FirstQueue>,
  filter: object,
): { value: FirstQueue; at: number } | undefined {
  const [read] = useState(() => {
    const value = first && valueIn(first.reply)
    return value && { value, at: Date.now(), key: hashKey([filter]) }
  })
  return read?.key === hashKey([filter]) ? read : undefined
}

const tabs: readonly { view: QueueView; label: string; count: keyof QueueCounts }[] = [
  { view: 'causes', label: 'In error', count: 'errors' },
  { view: 'mine', label: 'Mine', count: 'mine' },
  { view: 'assigned', label: 'Assigned', count: 'assigned' },
  { view: 'unassigned', label: 'Unassigned', count: 'unassigned' },
  { view: 'resolved', label: 'All resolved', count: 'resolved' },
  { view: 'held', label: 'Held', count: 'held' },
  { view: 'filing-soon', label: 'Filing soon', count: 'filing_soon' },
  { view: 'snoozed', label: 'Snoozed', count: 'snoozed' },
]

// A view keeps the filters of the one before.
function tabsOf(current: QueueView, reply: QueueReply | undefined, search: string) {
  return tabs.map(({ view, label, count }) => {
    // Before the first reading has ended, a count is no count yet.
    const known = reply?.state.read_at ? reply.state.counts[count] : undefined
    // No claim with a known limit is near. Other payers have no limit, so a 0 would be false
    // comfort.
    const isUnknown =
      view === 'filing-soon' && known === 0 && (reply?.filing.claimsWithoutLimit ?? 0) > 0
    return {
      href: `${view === 'causes' ? '/queue' : `/queue/${view}`}${search}`,
      label,
      current: view === current,
      ...(known !== undefined && !isUnknown && { count: known }),
    }
  })
}

// The page of a cause is about that cause only.
function withoutCause({ filters: { cause: _, ...filters }, ...list }: ListSpec): ListSpec {
  return { ...list, filters }
}

// Another list has the same filters and order, but neither this one's saved view nor its cause.
function searchOf(list: ListSpec, { filters: { cause: _, ...filters }, sort }: ListView): string {
  return viewToUrl(list, { ...defaultView(list), filters, sort }) ?? ''
}

const headNouns: { [View in QueueView]?: Noun } = {
  causes: { one: 'claim in error', many: 'claims in error' },
  resolved: {
    one: 'claim in error, every error resolved',
    many: 'claims in error, every error resolved',
  },
  held: { one: 'claim on hold', many: 'claims on hold' },
}

// A list with work of several kinds says how much of each: its claims are more than those in error.
const mixedViews: ReadonlySet<QueueView> = new Set(['mine', 'assigned', 'unassigned', 'snoozed'])
const kindWords = [
  ['error', 'in error'],
  ['resolved', 'in error, every error resolved'],
  ['held', 'on hold'],
  ['updated', 'changed after billing'],
] as const

function headWords(
  view: QueueView,
  reply: QueueReply | undefined,
  isFiltered: boolean,
): string | undefined {
  if (!reply?.state.read_at) return undefined
  const { claims, cents, causes, kinds, filing } = reply
  // The notice above the rows says what is not known.
  if (view === 'filing-soon' && claims === 0 && filing.claimsWithoutLimit > 0) return undefined
  if (view === 'filing-soon' && !isFiltered && claims > 0) {
    const amounts = [
      { ...filing.past, words: 'limit passed' },
      { ...filing.near, words: 'within 30 days' },
    ].map(
      (each) => `${each.claims.toLocaleString('en-US')} ${each.words} (${formatCents(each.cents)})`,
    )
    return [countOf(claims, claimNoun), ...amounts].join(' · ')
  }
  const of = kindWords.flatMap(([kind, words]) =>
    kinds[kind] > 0 ? [`${kinds[kind].toLocaleString('en-US')} ${words}`] : [],
  )
  return [
    countOf(claims, headNouns[view] ?? claimNoun),
    formatCents(cents),
    ...(view === 'causes' ? [countOf(causes.length, causeNoun)] : []),
    ...(mixedViews.has(view) && of.length > 1 ? [of.join(', ')] : []),
  ].join(' · ')
}

function causeWords(cause: QueueReply['causes'][number]): string {
  return [
    cause.field_label,
    countOf(cause.claims, claimNoun),
    formatCents(cause.cents),
    foldWords(cause.folds),
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * What the messages of a cause quote, each with its claims: the procedures, providers or payers
 * that it is about.
 */
function CauseValues({ cause: { values, value_count } }: { cause: QueueReply['causes'][number] }) {
  if (values.length === 0) return null
  const groups = [...Map.groupBy(values, ({ kind }) => kind)]
  const others = value_count - values.length
  return (
    <p>
      {groups
        .map(([kind, some]) => {
          const words = some.map(
            ({ value, name, claims }) =>
              `${value}${name === undefined ? '' : ` (${name})`} ${claims.toLocaleString('en-US')}`,
          )
          return `${kind}: ${words.join(', ')}`
        })
        .join(' · ')}
      {others > 0 && ` and ${others.toLocaleString('en-US')} more`}
    </p>
  )
}
