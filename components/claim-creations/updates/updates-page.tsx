'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FilterBar, SmallSelect } from '#components/filters/filter-bar.tsx'
import { clearFilters, defaultView, type ViewChange, toRequest } from '#lib/lists/view.ts'
import { useFreshness } from '#components/frame/freshness.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { UpdatesTabs } from '#components/resolve/updates-tabs.tsx'
import { ReasonQuestion } from '#components/resolve/reason-question.tsx'
import {
  useResolveChanges,
  type Resolvable,
  type ResolvableClaim,
} from '#components/resolve/use-resolve-changes.ts'
import { ListNotice } from '#components/table/list-notice.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { useListView } from '#components/table/use-list-view.ts'
import {
  keepListed,
  noSelection,
  selectRange,
  toggleAll,
  toggleOne,
} from '#components/table/selection.ts'
import { countOf } from '#lib/core/count-of.ts'
import { claimCreationList, updatesWalk } from '#lib/lists/claim-creations.ts'
import { updateSorts } from '#lib/lists/updates.ts'
import { updateQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { UpdateItem, UpdatesReply } from '#lib/actions/replies.ts'
import { inOrder, isDone, nameOfItem, nextAfter, openUpdates, type QueueOrder } from './queue.ts'
import { QueueFooter, QueueState } from './queue-panel.tsx'
import { UpdateDetail } from './update-detail.tsx'
import { UpdateRow } from './update-row.tsx'
import { useUpdates } from './use-updates.ts'

// A thousand claims, with two reads each page.
const pagesByItself = 20

/**
 * The queue of claim creations that were changed after billing: the items on the left, the one in
 * hand on the right.
 */
export function UpdatesPage({ prepared }: { prepared: PreparedList<UpdatesReply> }) {
  const { always, today } = prepared
  const client = useQueryClient()
  const { view, failure: viewFailure, changeView } = useListView(claimCreationList, prepared)
  const request = useMemo(
    () => view && updatesWalk(toRequest(claimCreationList, view, { always })),
    [view, always],
  )
  const updates = useUpdates(request, prepared.first)
  const [order, setOrder] = useState<QueueOrder>('money')
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState(noSelection)
  const items = useMemo(
    () =>
      inOrder(
        updates.items.filter((item) => !isDone(item, done)),
        order,
      ),
    [updates.items, done, order],
  )
  const ids = useMemo(() => items.map((item) => item.id), [items])
  const selection = useMemo(() => keepListed(chosen, ids), [chosen, ids])
  const [currentId, open] = useCurrentItem(items)
  // The current item when an answer arrives: a person who has moved on stays where they are.
  const inHandNow = useRef(currentId)
  useEffect(() => {
    inHandNow.current = currentId
  })
  const listRef = useRef<HTMLUListElement>(null)
  useFreshness(updates.readAt, updates.failure !== undefined)

  const place = ids.indexOf(currentId ?? '')
  const listed = items[place]
  const detail = useQuery({
    ...updateQuery({ id: currentId ?? '' }),
    enabled: currentId !== undefined,
    ...(listed && updates.readAt !== undefined
      ? { initialData: listed, initialDataUpdatedAt: updates.readAt }
      : {}),
  })
  const { hasMore, readMore, pageCount } = updates
  const hasFailed = updates.failure !== undefined
  useEffect(() => {
    // The order by money needs them all. After a failure, and beyond so many pages, a page loads
    // when it is needed.
    const isNear = place >= 0 && place >= ids.length - 5
    if (hasMore && !hasFailed && (isNear || (pageCount > 0 && pageCount < pagesByItself)))
      readMore()
  }, [hasMore, hasFailed, readMore, place, ids.length, pageCount])

  const focusRow = (id: string | undefined) =>
    requestAnimationFrame(() => rowLink(listRef.current, id)?.focus({ preventScroll: false }))
  const [last, setLast] = useState<Resolvable & { item: string }>()
  const work = useResolveChanges((changed, resolved) => {
    setDone((known) =>
      resolved
        ? new Set([...known, ...changed])
        : new Set([...known].filter((id) => !changed.includes(id))),
    )
    void client.invalidateQueries({ queryKey: ['readUpdate'] })
  })
  const moveTo = (index: number) => {
    const target = items[Math.max(0, Math.min(items.length - 1, index))]
    if (!target) return
    open(target.id)
    focusRow(target.id)
  }
  const resolve = async (targets: readonly UpdateItem[]) => {
    const changes = targets.flatMap(openUpdates)
    if (changes.length === 0)
      return showToast({
        tone: 'amber',
        message: 'Nothing to resolve: its unresolved changes couldn’t be loaded.',
      })
    const name =
      targets.length === 1
        ? `${nameOfItem(targets[0]!)} is`
        : `${countOf(targets.length, claimCreationList.noun)} are`
    const hadRow =
      document.activeElement?.hasAttribute('data-item') === true ||
      document.activeElement === document.body
    const what = { claims: targets.map((target) => claimOf(target, openUpdates(target))), name }
    if (!(await work.resolve(what))) return
    setLast({ ...what, item: targets[0]!.id })
    const gone = new Set(targets.map((target) => target.id))
    setChosen((now) =>
      keepListed(
        now,
        [...now.ids].filter((id) => !gone.has(id)),
      ),
    )
    const current = inHandNow.current
    if (current !== undefined && gone.has(current)) {
      const following = nextAfter(items, gone, current)
      open(following)
      if (hadRow) focusRow(following)
    }
  }
  // The item stays current while it has other unresolved changes.
  const ignore = async (item: UpdateItem, changes: readonly string[]) => {
    if (openUpdates(item).every((id) => changes.includes(id))) return resolve([item])
    const name = `${changes.length === 1 ? 'The ADT message' : `${changes.length} ADT messages`} of ${nameOfItem(item)}`
    const what = {
      claims: [claimOf(item, changes)],
      name: `${name} ${changes.length === 1 ? 'is' : 'are'}`,
    }
    if (await work.resolve(what)) setLast({ ...what, item: item.id })
  }
  const inHand = items.filter((item) => selection.ids.has(item.id))
  const resolveInHand = () =>
    void resolve(inHand.length > 0 ? inHand : detail.data ? [detail.data] : [])
  const reopenLast = async () => {
    const before = currentId
    if (!last || !(await work.reopen(last))) return
    setLast(undefined)
    if (inHandNow.current !== before) return
    open(last.item)
    focusRow(last.item)
  }
  const toggle = useCallback(
    (id: string, withRange: boolean) =>
      setChosen((now) => (withRange ? selectRange(now, id, ids) : toggleOne(now, id))),
    [ids],
  )
  useQueueKeys({
    next: () => moveTo(place + 1),
    previous: () => moveTo(place - 1),
    resolve: resolveInHand,
    reopen: () => void reopenLast(),
    select: (withRange) => currentId !== undefined && place >= 0 && toggle(currentId, withRange),
    clear: () => setChosen(noSelection),
    currentId,
  })

  const shown = view ?? defaultView()
  // Another view has another first item.
  const change = (viewChange: ViewChange) => void changeView(viewChange).then(() => open(undefined))
  const isFiltered = Object.keys(shown.filters).length + Object.keys(shown.first).length > 0
  const failure = viewFailure ?? updates.failure
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <ReasonQuestion question={work.question} />
      <PageHeader
        title="Updates"
        note="Claim creations with unresolved changes since they were billed"
      />
      <UpdatesTabs current="/updates/compare" />
      <FilterBar
        spec={claimCreationList}
        view={shown}
        choices={prepared.choices}
        always={always}
        onView={change}
        after={
          <SmallSelect
            label="Order"
            name="order"
            value={order}
            onChange={(value) => setOrder(value === 'oldest' ? 'oldest' : 'money')}
          >
            <option value="money">{updateSorts.money}</option>
            <option value="oldest">{updateSorts.oldest}</option>
          </SmallSelect>
        }
      />
      <div className="grid min-h-0 grow grid-cols-[minmax(15rem,19rem)_minmax(0,1fr)] gap-3 min-[1200px]:grid-cols-[minmax(19rem,24rem)_minmax(0,1fr)]">
        <section
          aria-label="Queue"
          className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-panel"
        >
          <div className="flex h-row shrink-0 items-center gap-2.5 border-b border-line px-3 text-xs text-ink-2">
            <input
              type="checkbox"
              aria-label="Select all loaded"
              checked={ids.length > 0 && selection.ids.size === ids.length}
              disabled={ids.length === 0}
              onChange={() => setChosen(toggleAll(selection, ids))}
              className="row-check"
            />
            {hasMore
              ? `${updateSorts[order]} first, of ${ids.length} loaded`
              : `${updateSorts[order]} first`}
          </div>
          <ListNotice
            failure={undefined}
            readAt={undefined}
            refused={prepared.refused}
            isLooping={false}
            onRetry={updates.readMore}
          />
          {items.length === 0 ? (
            <QueueState
              updates={updates}
              failure={failure}
              done={done.size}
              onClear={isFiltered ? () => change(clearFilters) : undefined}
            />
          ) : (
            <ul
              ref={listRef}
              aria-label="Changed claim creations"
              className="min-h-0 grow overflow-y-auto"
              onScroll={(event) => isNearEnd(event.currentTarget) && readMore()}
            >
              {items.map((item) => (
                <UpdateRow
                  key={item.id}
                  item={item}
                  href={`?item=${encodeURIComponent(item.id)}`}
                  today={today}
                  isCurrent={item.id === currentId}
                  isSelected={selection.ids.has(item.id)}
                  onOpen={open}
                  onToggle={toggle}
                />
              ))}
            </ul>
          )}
          <QueueFooter
            updates={updates}
            failure={items.length > 0 ? failure : undefined}
            place={place}
            count={items.length}
            done={done.size}
            selected={selection.ids.size}
            busy={work.busy}
            canReopen={last !== undefined}
            onResolve={resolveInHand}
            onReopen={() => void reopenLast()}
            onClear={() => setChosen(noSelection)}
          />
        </section>
        <section
          aria-label="Selected change"
          className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-panel"
        >
          {detail.data ? (
            <UpdateDetail
              item={detail.data}
              today={today}
              staleBecause={detail.isError ? failureOf(detail.error).message : undefined}
              failure={work.failure}
              busy={work.busy}
              onResolve={() => void resolve([detail.data])}
              onIgnore={(changes) => void ignore(detail.data, changes)}
              onReopen={() =>
                void work.reopen({
                  claims: [
                    claimOf(
                      detail.data,
                      detail.data.captures.flatMap((capture) =>
                        capture.updates.slice(-1).map((update) => update.id),
                      ),
                    ),
                  ],
                  name: `${nameOfItem(detail.data)} is`,
                })
              }
            />
          ) : (
            <div className="m-auto flex flex-col items-center gap-3 px-6 text-center text-sm text-ink-2">
              <p role="status">
                {detail.isError
                  ? failureOf(detail.error).message
                  : currentId === undefined
                    ? 'No change selected.'
                    : 'Loading…'}
              </p>
              {detail.isError && (
                <span className="flex gap-2">
                  <Button busy={detail.isFetching} onClick={() => void detail.refetch()}>
                    Try again
                  </Button>
                  {items.length > 0 && (
                    <Button onClick={() => open(undefined)}>First of the queue</Button>
                  )}
                </span>
              )}
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

function claimOf(item: UpdateItem, changeIds: readonly string[]): ResolvableClaim {
  return { id: item.id, name: nameOfItem(item), changeIds }
}

// The current item, which the address names so that it can be passed on; without one, the first. It
// is state of its own: the address follows too late for keys that are pressed one after the other.
function useCurrentItem(
  items: readonly UpdateItem[],
): [string | undefined, (id: string | undefined) => void] {
  const search = useSearchParams()
  const [chosenId, setChosenId] = useState(search.get('item') ?? undefined)
  const open = useCallback((id: string | undefined) => {
    setChosenId(id)
    const params = new URLSearchParams(window.location.search)
    if (id === undefined) params.delete('item')
    else params.set('item', id)
    const text = params.toString()
    window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`)
  }, [])
  return [chosenId ?? items[0]?.id, open]
}

function rowLink(list: HTMLElement | null, id: string | undefined): HTMLElement | null | undefined {
  return id === undefined
    ? undefined
    : list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
}

function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight > scrollHeight - 400
}

type QueueKeys = {
  next: () => void
  previous: () => void
  resolve: () => void
  reopen: () => void
  select: (withRange: boolean) => void
  clear: () => void
  currentId: string | undefined
}

/** The keys of the queue: move, resolve, reopen, select, open. */
function useQueueKeys({
  next,
  previous,
  resolve,
  reopen,
  select,
  clear,
  currentId,
}: QueueKeys): void {
  const router = useRouter()
  const group = 'Queue'
  useKeys([
    { keys: 'j', label: 'Next item', run: next, repeats: true, group },
    { keys: 'k', label: 'Previous item', run: previous, repeats: true, group },
    { keys: 'n', label: 'Next item', run: next, group },
    { keys: 'p', label: 'Previous item', run: previous, group },
    { keys: 'r', label: 'Resolve the current item, or those selected', run: resolve, group },
    { keys: 'u', label: 'Reopen the last resolved', run: reopen, group },
    { keys: 'x', label: 'Select', run: () => select(false), group },
    { keys: 'Shift+x', label: 'Select up to here', run: () => select(true), group },
    { keys: 'Escape', label: 'Clear the selection', run: clear, group },
    {
      keys: 'o',
      label: 'Open the claim creation',
      run: () =>
        currentId !== undefined && router.push(`/claim-creations/${encodeURIComponent(currentId)}`),
      group,
    },
  ])
}
