'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { useQuietPage } from '#components/frame/counts.ts'
import { places } from '#components/frame/places.ts'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { savedViewHref, viewCountWords, viewLists, type SavedView } from '#lib/lists/saved-views.ts'
import { savedViewsQuery, viewCountQuery } from '#lib/queries/views.ts'
import { formatTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

/**
 * The saved views in the rail, with the number of their rows. Both are read after the page's own
 * rows.
 */
export function RailViews() {
  const isQuiet = useQuietPage()
  const { data } = useQuery({ ...savedViewsQuery(), enabled: isQuiet })
  const path = usePathname()
  const search = useSearchParams()
  const shown = search.get('base') ?? search.get('view')
  const isCurrent = (view: SavedView) => view.id === shown && path === view.path
  const groups = [
    { label: 'My views', views: data?.views.filter(({ is_shared }) => !is_shared) ?? [] },
    { label: 'Team views', views: data?.views.filter(({ is_shared }) => is_shared) ?? [] },
  ]
  return groups
    .filter(({ views }) => views.length > 0)
    .map(({ label, views }) => (
      <nav key={label} aria-label={label} className="mt-3 flex flex-col gap-0.5 narrow:hidden">
        <p aria-hidden="true" className="px-2.5 pb-1 text-2xs font-medium text-ink-3">
          {label}
        </p>
        {views.map((view) => (
          <ViewLink key={view.id} view={view} isCurrent={isCurrent(view)} isQuiet={isQuiet} />
        ))}
      </nav>
    ))
}

function ViewLink({
  view,
  isCurrent,
  isQuiet,
}: {
  view: SavedView
  isCurrent: boolean
  isQuiet: boolean
}) {
  const { data: count } = useQuery({ ...viewCountQuery(view), enabled: isQuiet })
  const { label } = viewLists[view.list]
  const { path } = view
  const Icon = places.findLast(({ href }) => path === href || path.startsWith(`${href}/`))?.icon
  const age =
    count &&
    `${viewCountWords(count)} ${count.rows === 1 && !count.is_more ? 'row' : 'rows'} at ${formatTime(Date.parse(count.at), ownTimeZone())}`
  return (
    <SoftLink
      href={savedViewHref(view)}
      aria-current={isCurrent ? 'page' : undefined}
      title={[view.name, label, view.is_own ? undefined : `by ${view.owner}`, age]
        .filter(Boolean)
        .join(' · ')}
      className={`flex h-8 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium ${isCurrent ? 'bg-hover text-ink' : 'text-ink-2 hover:bg-hover/60 hover:text-ink'}`}
    >
      {Icon && (
        <Icon
          aria-hidden="true"
          className={`size-4 shrink-0 ${isCurrent ? 'text-accent' : 'text-ink-3'}`}
          strokeWidth={1.75}
        />
      )}
      <span className="truncate">{view.name}</span>
      {count && (
        <span className="ml-auto pl-2 text-xs font-normal text-ink-3 tabular-nums">
          {viewCountWords(count)}
          <span className="sr-only"> rows</span>
        </span>
      )}
    </SoftLink>
  )
}
