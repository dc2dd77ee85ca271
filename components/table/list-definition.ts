import type { ComponentType, ReactNode } from 'react'
import type { FilterChoices, FilterValues, ListSpec } from '#lib/lists/list-spec.ts'
import type { OpenedView } from '#lib/lists/saved-views.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { PreparedPage } from '#lib/queries/pages.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './columns.tsx'

/** A view by its id in a link. */
export type StoredView = { id: string; opened: OpenedView }

/** The server's data for a list's first paint, all of it plain. */
export type PreparedList<Page = unknown> = {
  path: string
  /** Filters that belong to the page itself. */
  always: FilterValues
  choices: FilterChoices
  /** The server's local date. */
  today: string
  /** The person's stored choice of columns, as it was kept. */
  columns: unknown
  /** The first rows of the view's page. Absent when a stored view could not be opened. */
  first?: PreparedPage<Page>
  /** The view that the link names. */
  stored?: StoredView
  /** The saved view that the person began with, where they have changed filters since. */
  base?: StoredView
  /** The list opens with a view for the person's role, unless its link says otherwise. */
  hasDefault: boolean
  /** True when the person may make such records. */
  canCreate: boolean
  /** True when the person may export the list. */
  canExport: boolean
  /** Labels of filters in the link that a link must not hold, and that were ignored. */
  refused: string[]
}

/** A list as its resource defines it: everything that is not data. */
export type ListDefinition<Row extends BaseRow, Extra = unknown> = {
  spec: ListSpec
  title: string
  note?: ReactNode
  /** Tabs under the head, where the list is one page of several. */
  tabs?: ReactNode
  /** The path of the items' own pages. */
  base: string
  columns: readonly ListColumn<Row, Extra>[]
  /** The page that makes such a record. */
  create?: { label: string; href: string }
  /** The route that answers a POST of `{account, filters}` with the list as a CSV file. */
  exportPath?: string
  /**
   * A row's charges in whole cents, for the sums under the list; undefined where it has none, null
   * where they are not known yet. Absent where rows have no charges.
   */
  chargesOf?(row: Row, extra: Extra | undefined): number | null | undefined
  /** What else can be done with selected rows, or with the whole list that `request` asks for. */
  SelectedActions?: ComponentType<{ ids: readonly string[]; request: ListRequest | undefined }>
  /** The name of a row's item, for labels: its external id where it has one. */
  nameOf(row: Row, extra: Extra | undefined): string
  /** The id that "Copy IDs" copies for a row: the one by which others know the item. */
  idOf(row: Row, extra: Extra | undefined): string
}
