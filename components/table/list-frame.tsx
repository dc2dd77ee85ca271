import type { ReactNode } from 'react'
import { FilterBar } from '#components/filters/filter-bar.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import type { FilterChoices, FilterValues, ListSpec } from '#lib/lists/list-spec.ts'
import { ListMenuButton, type ListActions } from './list-head.tsx'
import { ListNotice, type ListNoticeProps } from './list-notice.tsx'
import { SaveView, type ViewControls } from './saved-views/save-view.tsx'
import type { ListOnPage } from './use-list.ts'

type ListFrameProps = {
  list: ListOnPage
  title: string
  note?: ReactNode
  /** A link back, before the title. */
  trail?: ReactNode
  savedViews: ViewControls
  /** What the list's one menu has besides the columns. */
  menu?: ListActions
  /** Buttons in the header: `first` before the saved views, and the list's one primary button. */
  buttons?: { first?: ReactNode; primary?: ReactNode }
  /** Content between the header and the filters. */
  tabs?: ReactNode
  /**
   * The filters and their choices. The page sets the filters in `always`, and `order` is the sort
   * control.
   */
  filters: {
    spec: ListSpec
    choices: FilterChoices
    always: FilterValues
    hasSearch?: boolean
    order: ReactNode
  }
  notice: ListNoticeProps
  /** What is said above the rows besides the notice. */
  above?: ReactNode
  /** The accessible name of the region with the rows. The default is the title. */
  label?: string
  /** What is beside the rows, and the grid that holds both. */
  aside?: { content: ReactNode; grid: string }
  children: ReactNode
}

/**
 * The page of a list: a header, the filters, and a region with the rows. A notice above the rows
 * reports problems. The children draw the rows, the empty state and the footer.
 */
export function ListFrame({
  list,
  title,
  note,
  trail,
  savedViews,
  menu = {},
  buttons = {},
  tabs,
  filters: { order, ...filters },
  notice,
  above,
  label = title,
  aside,
  children,
}: ListFrameProps) {
  const rows = (
    <section
      aria-label={label}
      className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel"
    >
      <ListNotice {...notice} />
      {above}
      {/* What is said of an empty table lies over the table alone. */}
      <div className="relative flex min-h-0 grow flex-col">{children}</div>
    </section>
  )
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title={title}
        note={note}
        trail={trail}
        actions={
          <>
            {buttons.first}
            <SaveView {...savedViews} />
            <ListMenuButton
              {...menu}
              view={savedViews.isEdited ? undefined : savedViews.saved?.name}
              columns={{
                all: list.columns,
                preference: list.preference,
                onPreference: list.setPreference,
              }}
            />
            {buttons.primary}
          </>
        }
      />
      {tabs}
      <FilterBar {...filters} view={list.shown} onView={list.change} after={order} />
      {aside ? (
        <div className={`grid min-h-0 grow gap-3 ${aside.grid}`}>
          {rows}
          {aside.content}
        </div>
      ) : (
        rows
      )}
    </div>
  )
}
