'use client'
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo, useRef } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import { noteNewVersion } from '#components/frame/new-version.tsx'
import { failureOf, valueOrThrow } from '#lib/core/failure-error.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { defaultView, type ListView, type ViewChange, viewFromStore, viewFromUrl, viewToUrl } from '#lib/lists/view.ts'
import { loadView, storeView } from '#lib/queries/views.ts'
import type { PreparedList } from './list-definition.ts'

type ListViewState = {
  /** The view of the address; undefined while a stored view is loading, or when it cannot be loaded. */
  view: ListView | undefined
  failure: Failure | undefined
  /** The address of the view as it is now. */
  href: string
  /** Applies one change after the other, each to the result of the one before; resolves when the address holds it. */
  changeView: (change: ViewChange) => Promise<void>
}

// Views that this tab stored already, so that turning a page to and fro does not store each again. Memory only.
const storedIds = new Map<string, string>()

/**
 * The list's view and its one home, the address: read from it on every change, written to it as a new step of the
 * browser's history. A view that may not be in an address is stored first, and the address holds its opaque id.
 * `onTurn` hears the address that the person asks for, before it is there; going back in the history asks for none.
 */
export function useListView(
  spec: ListSpec,
  { path, stored }: Pick<PreparedList, 'path' | 'stored'>,
  onTurn?: (href: string) => void,
): ListViewState {
  const search = useSearchParams()
  const client = useQueryClient()
  const id = search.get('view') ?? undefined
  const keyOf = (viewId: string | undefined) => ['readView', spec.operation, viewId]
  const storedView = useQuery({
    queryKey: keyOf(id),
    enabled: id !== undefined,
    queryFn: async () => valueOrThrow(await loadView(spec.operation, id!)).view,
    initialData: id !== undefined && id === stored?.id ? stored.view : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const view = useMemo(() => {
    if (id === undefined) return viewFromUrl(spec, search).view
    return storedView.data === undefined ? undefined : viewFromStore(spec, storedView.data)
  }, [spec, search, id, storedView.data])
  const store = async (next: ListView) => {
    const saved = await storeView(spec.operation, next).catch((error: unknown) => ({
      ok: false as const,
      error: failureOf(error),
    }))
    if (!saved.ok) {
      noteNewVersion(saved.error)
      showToast({ tone: 'red', message: `The view didn’t change. ${saved.error.message}` })
      return undefined
    }
    client.setQueryData(keyOf(saved.value.id), next)
    storedIds.set(hashKey([spec.operation, next]), saved.value.id)
    return saved.value.id
  }
  // The address itself is read, not the last drawing: that one follows in a transition, too late for a second change.
  const viewNow = () => {
    const address = new URLSearchParams(window.location.search)
    const viewId = address.get('view')
    if (viewId === null) return viewFromUrl(spec, address).view
    const known = client.getQueryData(keyOf(viewId))
    return known === undefined ? defaultView(spec) : viewFromStore(spec, known)
  }
  const apply = async (change: ViewChange) => {
    const next = change(viewNow())
    let link = viewToUrl(spec, next)
    if (link === undefined) {
      const viewId = storedIds.get(hashKey([spec.operation, next])) ?? (await store(next))
      if (viewId === undefined) return
      link = `?view=${encodeURIComponent(viewId)}`
    }
    const { pathname, search: shownSearch } = window.location
    // A person who has left the list meanwhile stays away; a view that is shown already adds no step to the history.
    if (pathname !== path || shownSearch === link) return
    onTurn?.(path + link)
    window.history.pushState(null, '', path + link)
  }
  const last = useRef<Promise<void>>(Promise.resolve())
  const changeView = (change: ViewChange) => {
    const made = last.current.then(() => apply(change))
    // A browser may refuse an address; the next change is made all the same.
    last.current = made.catch(() => undefined)
    return made
  }
  const text = search.toString()
  return {
    view,
    failure: storedView.error ? failureOf(storedView.error) : undefined,
    href: text === '' ? path : `${path}?${text}`,
    changeView,
  }
}
