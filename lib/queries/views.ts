import { queryOptions } from '@tanstack/react-query'
import { readOpenedLately, savePreferences } from '#lib/actions/personal.ts'
import { countSavedView, listSavedViews, readView } from '#lib/actions/views.ts'
import { valueOrThrow } from '#lib/core/failure-error.ts'
import type { ListOperation } from '#lib/lists/list-spec.ts'
import type { OpenedView, SavedView, ViewListId } from '#lib/lists/saved-views.ts'
import { actQuery, asked } from './act-query.ts'
import { unwrapReply } from './reply.ts'

/** Keeps the person's columns of a list. */
export const saveColumns = (
  list: ListOperation,
  columns: { order: string[]; hidden: string[]; widths: Record<string, number> },
) => savePreferences({ columns: { [list]: columns } })

const { retry } = asked

/** The key of a view that a link names. */
export const viewKey = (list: ViewListId, id: string | undefined) => ['readView', list, id] as const

/**
 * The view that a link names. It changes only by this person's hand, or with the next load of the
 * page.
 */
export function openedViewQuery(list: ViewListId, id: string | undefined) {
  return queryOptions({
    queryKey: viewKey(list, id),
    queryFn: async (): Promise<OpenedView> => valueOrThrow(await readView({ list, id: id! })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The saved views of the person and of the team, for every list. */
export function savedViewsQuery() {
  return queryOptions({
    retry,
    queryKey: ['listSavedViews', {}] as const,
    queryFn: () => unwrapReply(listSavedViews({})),
    staleTime: 10 * 60_000,
  })
}

// A browser has few connections to a server, so that counts ask one after the other.
let lastCount: Promise<unknown> = Promise.resolve()

/** How many rows a saved view has. The server counts again after ten minutes. */
export function viewCountQuery({ list, id }: Pick<SavedView, 'list' | 'id'>) {
  return queryOptions({
    retry,
    queryKey: ['countSavedView', { list, id }] as const,
    queryFn: () => {
      const count = lastCount.then(() => unwrapReply(countSavedView({ list, id })))
      lastCount = count.catch(() => undefined)
      return count
    },
    staleTime: 5 * 60_000,
  })
}

/** What the person opened lately. The frame forgets it when another page is opened. */
export const openedLatelyQuery = actQuery('readOpenedLately', readOpenedLately, {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
})
