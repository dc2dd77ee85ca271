'use client'
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { failureOf } from '#lib/core/failure-error.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { everythingView, type OpenedView } from '#lib/lists/saved-views.ts'
import {
  defaultView,
  type ListView,
  type ViewChange,
  viewFromStore,
  viewFromUrl,
  viewToUrl,
  withoutPosition,
} from '#lib/lists/view.ts'
import { openedViewQuery, viewKey } from '#lib/queries/views.ts'
import { askAct } from '#lib/queries/use-act.ts'
import { saveView } from '#lib/actions/views.ts'
import type { PreparedList, StoredView } from './list-definition.ts'

/** `replaces`: the change takes the last step's place in the history, as the next letter of a search. */
export type HowToChange = { replaces?: boolean }

type ListViewState = {
  /**
   * The view of the address; undefined while a stored view is loading, or when it cannot be loaded.
   */
  view: ListView | undefined
  failure: Failure | undefined
  /** The saved view that is shown, or that the person began with. */
  base: OpenedView | undefined
  /** The address of the view as it is now. */
  href: string
  /**
   * Another view was asked for and is being stored: what is shown is not what the person asked for
   * any more.
   */
  isChanging: boolean
  /**
   * Applies one change after the other, each to the result of the one before; resolves when the
   * address holds it.
   */
  changeView: (change: ViewChange, how?: HowToChange) => Promise<void>
  /** Shows a saved view as it was saved; without one, the list with no view. */
  openSaved: (opened: OpenedView | undefined) => void
}

// Views that this tab stored already, so that turning a page to and fro does not store each again.
// Memory only.
const storedIds = new Map<string, string>()

/**
 * The list's view and its one home, the address: read from it on every change, written to it as a
 * new step of the browser's history. A view that may not be in an address is stored first, and the
 * address holds its opaque id. `onTurn` hears the address that the person asks for, before it is
 * there; going back in the history asks for none.
 */
export function useListView(
  spec: ListSpec,
  {
    path,
    stored,
    base: firstBase,
    hasDefault,
  }: Pick<PreparedList, 'path' | 'stored' | 'base' | 'hasDefault'>,
  onTurn?: (href: string) => void,
): ListViewState {
  const search = useSearchParams()
  const client = useQueryClient()
  const id = viewIdIn(search)
  const baseId = search.get('base') ?? undefined
  const storedView = useQuery(openedFirst(spec, id, stored))
  const baseView = useQuery(openedFirst(spec, baseId, firstBase))
  const view = useMemo(() => {
    if (id === undefined) return viewFromUrl(spec, search).view
    return storedView.data === undefined ? undefined : viewFromStore(spec, storedView.data.view)
  }, [spec, search, id, storedView.data])
  const openedNow = (viewId: string | undefined) =>
    viewId === undefined
      ? undefined
      : client.getQueryData<OpenedView>(viewKey(spec.operation, viewId))
  const text = search.toString()
  // The address when a view began to be stored, and whether the next one has been asked for.
  const [pending, setPending] = useState<{ from: string; isPushed: boolean }>()
  if (pending?.isPushed && pending.from !== text) setPending(undefined)
  const store = async (next: ListView) => {
    setPending({ from: new URLSearchParams(window.location.search).toString(), isPushed: false })
    const input = { list: spec.operation, view: { ...next } }
    const saved = await askAct(client, null, saveView, input, { tells: 'The view didn’t change.' })
    if (!saved.ok) return undefined
    client.setQueryData<OpenedView>(viewKey(spec.operation, saved.value.id), { view: next })
    storedIds.set(hashKey([spec.operation, next]), saved.value.id)
    return saved.value.id
  }
  // The address itself is read, not the last drawing: that one follows in a transition, too late
  // for a second change.
  const viewNow = () => {
    const address = new URLSearchParams(window.location.search)
    const viewId = viewIdIn(address)
    if (viewId === undefined) return viewFromUrl(spec, address).view
    const known = openedNow(viewId)
    return known === undefined ? defaultView(spec) : viewFromStore(spec, known.view)
  }
  // What a link says besides the view: the saved view that it began with.
  const linkOf = async (next: ListView) => {
    const address = new URLSearchParams(window.location.search)
    const shown = viewIdIn(address)
    const began = openedNow(shown)?.saved ? shown : (address.get('base') ?? undefined)
    const base = openedNow(began)
    if (
      began !== undefined &&
      base?.saved &&
      hashKey([next]) === hashKey([viewFromStore(spec, base.view)])
    )
      return `?view=${encodeURIComponent(began)}`
    let link = viewToUrl(spec, next)
    if (link === undefined) {
      const viewId = storedIds.get(hashKey([spec.operation, next])) ?? (await store(next))
      if (viewId === undefined) return undefined
      link = `?view=${encodeURIComponent(viewId)}`
    }
    if (began !== undefined)
      return `${link}${link === '' ? '?' : '&'}base=${encodeURIComponent(began)}`
    return link === '' && hasDefault ? `?view=${everythingView}` : link
  }
  const apply = async (change: ViewChange, { replaces = false }: HowToChange) => {
    const link = await linkOf(change(viewNow()))
    const { pathname, search: shownSearch } = window.location
    // A person who has left the list meanwhile stays away; a view that is shown already adds no
    // step to the history.
    if (link === undefined || pathname !== path || shownSearch === link)
      return setPending(undefined)
    onTurn?.(path + link)
    if (replaces) window.history.replaceState(null, '', path + link)
    else window.history.pushState(null, '', path + link)
    setPending((now) => now && { ...now, isPushed: true })
  }
  const last = useRef<Promise<void>>(Promise.resolve())
  const changeView = (change: ViewChange, how: HowToChange = {}) => {
    const made = last.current.then(() => apply(change, how))
    // A browser may refuse an address; the next change is made all the same.
    last.current = made.catch(() => undefined)
    return made
  }
  const openSaved = (opened: OpenedView | undefined) => {
    if (opened?.saved) client.setQueryData(viewKey(spec.operation, opened.saved.id), opened)
    const link = opened?.saved
      ? `?view=${encodeURIComponent(opened.saved.id)}`
      : hasDefault
        ? `?view=${everythingView}`
        : ''
    if (window.location.pathname !== path || window.location.search === link) return
    onTurn?.(path + link)
    window.history.pushState(null, '', path + link)
  }
  return {
    view,
    failure: storedView.error ? failureOf(storedView.error) : undefined,
    base: storedView.data?.saved
      ? storedView.data
      : baseView.data?.saved
        ? baseView.data
        : undefined,
    href: text === '' ? path : `${path}?${text}`,
    isChanging: pending !== undefined,
    changeView,
    openSaved,
  }
}

/** True when a page of the list shows what was saved, on whichever page. */
export function isSameView(spec: ListSpec, view: ListView, saved: unknown): boolean {
  return hashKey([withoutPosition(view)]) === hashKey([viewFromStore(spec, saved)])
}

// The view that an address names; `all` names none.
function viewIdIn(search: { get: (name: string) => string | null }): string | undefined {
  const id = search.get('view')
  return id === null || id === everythingView ? undefined : id
}

// The view as the server read it for this page, else read when it is needed.
function openedFirst(spec: ListSpec, id: string | undefined, prepared: StoredView | undefined) {
  return {
    ...openedViewQuery(spec.operation, id),
    enabled: id !== undefined,
    initialData: id !== undefined && id === prepared?.id ? prepared.opened : undefined,
  }
}
