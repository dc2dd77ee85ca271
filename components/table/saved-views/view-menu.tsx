'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { saveNamedView } from '#lib/actions/views.ts'
import { mayHaveDefault, savedViewHref, viewLists, type SavedView } from '#lib/lists/saved-views.ts'
import { savedViewsQuery, viewKey } from '#lib/queries/views.ts'
import { useAct } from '#lib/queries/use-act.ts'
import type { ViewControls, ViewQuestion } from './save-view.tsx'

type MenuProps = ViewControls & {
  anchor: HTMLElement
  onAsk: (question: ViewQuestion) => void
  onClose: () => void
}

/** The menu of a list's saved views: open one, and change the one that is shown. */
export function ViewMenu({
  list,
  state,
  saved,
  isEdited,
  onOpen,
  anchor,
  onAsk,
  onClose,
}: MenuProps) {
  const router = useRouter()
  const client = useQueryClient()
  const { ask } = useAct('saveNamedView', saveNamedView)
  const { ask: askUpdate } = useAct('saveNamedView', saveNamedView, {
    tells: 'The view didn’t change.',
  })
  const { data } = useQuery(savedViewsQuery())
  const views = data?.views.filter((view) => view.list === list && view.id !== saved?.id) ?? []
  const share = async (view: SavedView) => {
    const result = await ask({ list, id: view.id, is_shared: !view.is_shared })
    if (!result.ok) return
    client.setQueryData(
      viewKey(list, view.id),
      (opened: object | undefined) => opened && { ...opened, saved: result.value },
    )
    showToast({
      tone: 'green',
      message: view.is_shared
        ? `Only you see “${view.name}” now.`
        : `Your team sees “${view.name}” now.`,
    })
  }
  // Keeps what is shown now as the view.
  const update = async (view: SavedView) => {
    const result = await askUpdate({ list, id: view.id, state })
    if (!result.ok) return
    onOpen({ ...state, saved: result.value })
    void client.invalidateQueries({ queryKey: ['countSavedView', { list, id: view.id }] })
    showToast({ tone: 'green', message: `“${view.name}” is updated.` })
  }
  const mayShare = saved?.may_change && (saved.is_shared || data?.may_share)
  return (
    <Menu anchor={anchor} onClose={onClose} label="Views" align="end">
      {saved && (
        <>
          <MenuHeading title={saved.name} note={noteOf(saved)} />
          {isEdited && saved.may_change && (
            <MenuItem onSelect={() => void update(saved)}>Update view</MenuItem>
          )}
          <MenuItem onSelect={() => onAsk('name')}>Save as new view…</MenuItem>
          {saved.may_change && <MenuItem onSelect={() => onAsk('rename')}>Rename…</MenuItem>}
          {mayShare && (saved.is_own || !saved.is_shared) && (
            <MenuItem onSelect={() => void share(saved)}>
              {saved.is_shared ? 'Stop sharing with the team' : 'Share with the team'}
            </MenuItem>
          )}
          {saved.is_shared && mayHaveDefault(list) && data && data.default_roles.length > 0 && (
            <MenuItem onSelect={() => onAsk('default')}>Make default for a role…</MenuItem>
          )}
          {saved.may_change && <MenuItem onSelect={() => onAsk('delete')}>Delete view…</MenuItem>}
          <MenuSeparator />
          <MenuItem onSelect={() => onOpen(undefined)}>
            All {viewLists[list].label.toLowerCase()}
          </MenuItem>
        </>
      )}
      {!saved && (
        <>
          <MenuItem onSelect={() => onAsk('name')}>Save view…</MenuItem>
          <MenuSeparator />
        </>
      )}
      {!saved && views.length === 0 && (
        <MenuItem disabled onSelect={() => {}}>
          {data ? 'No saved views yet' : 'Loading views…'}
        </MenuItem>
      )}
      {views.map((view) => (
        <MenuItem key={view.id} onSelect={() => router.push(savedViewHref(view))}>
          <span className="max-w-72 truncate">{view.name}</span>
          {view.is_shared && <span className="ml-auto pl-3 text-xs text-ink-3">Team</span>}
        </MenuItem>
      ))}
    </Menu>
  )
}

function noteOf({ is_shared, is_own, owner, default_for }: SavedView): string {
  const whose = is_shared ? `Team view by ${is_own ? 'you' : owner}` : 'Only you see it'
  return default_for.length > 0 ? `${whose}. Default for ${default_for.join(', ')}` : whose
}
