'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import {
  useResolveChanges,
  type Resolvable,
  type ResolvableClaim,
} from '#components/resolve/use-resolve-changes.ts'
import type { TableHandle } from '#components/table/data-table.tsx'
import type { RowChoice } from '#components/table/selection.ts'
import { showToast } from '#components/ui/toast.tsx'
import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import { updateQuery } from '#lib/queries/options.ts'
import { nameOfUpdate, openUpdates } from './update-item.ts'

/** The address of the list with this change open; without an id, with none open. */
export function withOpen(href: string, id: string | undefined): string {
  const [path, query] = href.split('?')
  const search = new URLSearchParams(query)
  if (id === undefined) search.delete('item')
  else search.set('item', id)
  return search.size === 0 ? path! : `${path}?${search}`
}

type OpenUpdateOptions = {
  rows: readonly ItemRow[]
  choice: RowChoice
  handle: RefObject<TableHandle | null>
  canResolve: boolean
}

/** The change that is open in the list. */
export type OpenUpdate = ReturnType<typeof useOpenUpdate>

/**
 * The change that is open in the list: under its row, or above the list where it has no row. The
 * address names it. The state is not in what is drawn: a row may scroll out of the document.
 */
export function useOpenUpdate({ rows, choice, handle, canResolve }: OpenUpdateOptions) {
  const router = useRouter()
  const [id, setId] = useOpenId()
  const place = rows.findIndex((row) => row.claim_creation_id === id)
  const isListed = id !== undefined && place >= 0
  const detail = useQuery({ ...updateQuery({ id: id ?? '' }), enabled: id !== undefined })
  const work = useResolveChanges()
  const [tried, setTried] = useState<string>()
  const [last, setLast] = useState<Resolvable & { item: string }>()
  // What is open, and listed, when an answer arrives: a person who has moved on stays where they
  // are.
  const now = useRef({ id, rows })
  useEffect(() => {
    now.current = { id, rows }
  })
  const goTo = (index: number) => {
    choice.activate?.(index)
    requestAnimationFrame(() => handle.current?.focusRow(index))
  }
  const openAt = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    now.current = { id: row.claim_creation_id, rows }
    setId(row.claim_creation_id)
    goTo(rows.indexOf(row))
  }
  // A key may come before the one before is drawn, and goes on from there.
  const openBeside = (step: 1 | -1) => {
    const at = now.current.rows.findIndex((row) => row.claim_creation_id === now.current.id)
    openAt((at >= 0 ? at : choice.active) + step)
  }
  const close = () => {
    setId(undefined)
    if (isListed) goTo(place)
  }
  const toggle = (index: number) => (isListed && index === place ? close() : openAt(index))
  const openNext = (others: readonly ItemRow[]) => {
    const next = others
      .map((other) => now.current.rows.findIndex((row) => row.id === other.id))
      .find((index) => index >= 0)
    setId(next === undefined ? undefined : now.current.rows[next]!.claim_creation_id)
    if (next !== undefined) goTo(next)
  }
  const resolve = async (item: UpdateItem, changes: readonly string[] = openUpdates(item)) => {
    if (changes.length === 0)
      return showToast({
        tone: 'amber',
        message: 'Nothing to resolve: its unresolved changes couldn’t be loaded.',
      })
    const isAll = openUpdates(item).every((change) => changes.includes(change))
    const what = {
      claims: [claimOf(item, changes)],
      name: isAll ? `${nameOfUpdate(item)} is` : adtWords(changes.length, nameOfUpdate(item)),
    }
    // The rows after this one, then those before it.
    const others = isListed && [...rows.slice(place + 1), ...rows.slice(0, place).toReversed()]
    setTried(item.id)
    if (!(await work.resolve(what))) return
    setLast({ ...what, item: item.id })
    if (isAll && others && now.current.id === item.id) openNext(others)
  }
  const reopen = (item: UpdateItem) => {
    setTried(item.id)
    const latest = item.captures.flatMap(({ updates }) => updates.slice(-1).map((each) => each.id))
    return work.reopen({ claims: [claimOf(item, latest)], name: `${nameOfUpdate(item)} is` })
  }
  const reopenLast = async () => {
    if (!last || !(await work.reopen(last))) return
    setLast(undefined)
    if (now.current.id === id) setId(last.item)
  }
  const hasResolveKey = id !== undefined && canResolve && choice.selection.ids.size === 0
  const group = 'Queue'
  const open = () => toggle(choice.active)
  useKeys([
    { keys: 'Enter', label: 'Open or close', run: open, group },
    { keys: 'e', label: 'Open or close', run: open, group },
    ...(canResolve
      ? [{ keys: 'u', label: 'Reopen the last resolved', run: () => void reopenLast(), group }]
      : []),
    ...(hasResolveKey
      ? [
          {
            keys: 'r',
            label: 'Resolve the open change',
            run: () => detail.data && void resolve(detail.data),
            group,
          },
        ]
      : []),
    ...(id === undefined
      ? []
      : [
          { keys: 'j', label: 'Open the next', run: () => openBeside(1), repeats: true, group },
          {
            keys: 'k',
            label: 'Open the previous',
            run: () => openBeside(-1),
            repeats: true,
            group,
          },
          { keys: 'n', label: 'Open the next', run: () => openBeside(1), group },
          { keys: 'p', label: 'Open the previous', run: () => openBeside(-1), group },
          { keys: 'Escape', label: 'Close', run: close, group },
          {
            keys: 'o',
            label: 'Open the claim creation',
            run: () => {
              const href = `/claim-creations/${encodeURIComponent(id)}`
              holdKeysUntilPage(href)
              router.push(href)
            },
            group,
          },
        ]),
  ])
  // A link leads to its row. A row that comes later is shown, and the focus stays where it is.
  const shown = useRef<{ id?: string | undefined; isFirst: boolean }>({ isFirst: true })
  useEffect(() => {
    const { current } = shown
    const shownId = isListed ? id : undefined
    if (current.id === shownId) return
    current.id = shownId
    if (shownId === undefined) return
    if (current.isFirst) goTo(place)
    else handle.current?.showRow(place)
    current.isFirst = false
  })
  return {
    id,
    /** The row that it is under; undefined where the list has none. */
    row: isListed ? rows[place] : undefined,
    detail,
    busy: work.busy,
    failure: tried === id ? work.failure : undefined,
    question: work.question,
    /** The key r resolves this change, not what is selected. */
    hasResolveKey,
    openAt,
    toggle,
    close,
    resolve: (item: UpdateItem, changes?: readonly string[]) => void resolve(item, changes),
    reopen: (item: UpdateItem) => void reopen(item),
  }
}

function claimOf(item: UpdateItem, changeIds: readonly string[]): ResolvableClaim {
  return { id: item.id, name: nameOfUpdate(item), changeIds }
}

function adtWords(count: number, name: string): string {
  return count === 1 ? `The ADT message of ${name} is` : `${count} ADT messages of ${name} are`
}

// The address names the open change so that it can be passed on. It is state of its own: what is
// drawn follows the address too late for keys that are pressed one after the other.
function useOpenId(): [string | undefined, (id: string | undefined) => void] {
  const drawn = useSearchParams().get('item') ?? undefined
  const [{ id, isAhead }, setOpen] = useState({ id: drawn, isAhead: false })
  if (isAhead === (drawn === id)) setOpen({ id: drawn, isAhead: false })
  return [
    id,
    (next) => {
      setOpen({ id: next, isAhead: true })
      const { pathname, search } = window.location
      window.history.replaceState(null, '', withOpen(pathname + search, next))
    },
  ]
}
