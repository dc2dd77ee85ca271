'use client'
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { showToast } from '#components/ui/toast-store.ts'
import { failureOf, valueOrThrow } from '#lib/core/failure-error.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ListSpec, ListView } from '#lib/lists/list-spec.ts'
import { toListView } from '#lib/lists/stored-view.ts'
import { fromUrl, toUrl } from '#lib/lists/view-url.ts'
import type { ListSource, PreparedList } from './list-source.ts'

type ListViewState = {
  /** The view that the address stands for; undefined while a stored one is fetched, or when it cannot be. */
  view: ListView | undefined
  failure: Failure | undefined
  /** The address of the view as it is now. */
  href: string
  setView: (view: ListView) => Promise<void>
}

// Views that this tab stored already, so that turning a page to and fro does not store each again. Memory only.
const storedIds = new Map<string, string>()

/**
 * The list's view and its one home, the address: read from it on every change, written to it as a new step of the
 * browser's history. A view that may not be in an address is stored first, and the address holds its opaque id.
 */
export function useListView(spec: ListSpec, source: ListSource, { path, stored }: Pick<PreparedList, 'path' | 'stored'>): ListViewState {
  const search = useSearchParams()
  const client = useQueryClient()
  const id = search.get('view') ?? undefined
  const keyOf = (viewId: string | undefined) => ['readView', spec.operation, viewId]
  const kept = useQuery({
    queryKey: keyOf(id),
    enabled: id !== undefined,
    queryFn: async () => valueOrThrow(await source.loadView(spec.operation, id!)).view,
    initialData: id !== undefined && id === stored?.id ? stored.view : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const view = useMemo(() => {
    if (id === undefined) return fromUrl(spec, search)
    return kept.data === undefined ? undefined : toListView(spec, kept.data)
  }, [spec, search, id, kept.data])
  const store = async (next: ListView) => {
    const saved = await source.storeView(spec.operation, next).catch(() => undefined)
    if (!saved?.ok) {
      showToast({ tone: 'red', message: saved?.error.message ?? 'The console did not answer, so the view was not changed.' })
      return undefined
    }
    client.setQueryData(keyOf(saved.value.id), next)
    storedIds.set(hashKey([spec.operation, next]), saved.value.id)
    return saved.value.id
  }
  const setView = async (next: ListView) => {
    let link = toUrl(spec, next)
    if (link === undefined) {
      const id = storedIds.get(hashKey([spec.operation, next])) ?? (await store(next))
      if (id === undefined) return
      link = `?view=${encodeURIComponent(id)}`
    }
    window.history.pushState(null, '', path + link)
  }
  const text = search.toString()
  return { view, failure: kept.error ? failureOf(kept.error) : undefined, href: text === '' ? path : `${path}?${text}`, setView }
}
