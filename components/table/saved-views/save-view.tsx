'use client'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { OpenedView, SavedView, ViewListId } from '#lib/lists/saved-views.ts'

const ViewMenu = onDemand(() => import('./view-menu.tsx').then((module) => module.ViewMenu))
const ViewDialog = onDemand(() => import('./view-dialogs.tsx').then((module) => module.ViewDialog))

/** What the buttons of saved views need of a list. */
export type ViewControls = {
  list: ViewListId
  /** What a view would keep now: the list's own state, and its columns where it has them. */
  state: { view: object; columns?: object }
  /** The saved view that is shown, or that the person began with. */
  saved: SavedView | undefined
  /** What is shown differs from the saved view. */
  isEdited: boolean
  /** Shows a saved view; without one, the list with no view. */
  onOpen: (opened: OpenedView | undefined) => void
}

/**
 * What a person is asked about a view: its name, another name, the roles that it is the default of,
 * or its end.
 */
export type ViewQuestion = 'name' | 'rename' | 'default' | 'delete'

/** The button of a list's saved views: its menu saves, updates and opens them. */
export function SaveView(controls: ViewControls) {
  const { saved, isEdited } = controls
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [question, setQuestion] = useState<ViewQuestion>()
  useKeys([
    { keys: 'v', label: 'Save view…', run: () => setQuestion('name'), group: 'List', opens: true },
  ])
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={saved?.name ?? 'Saved views'}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        {saved && <span className="sr-only">View: </span>}
        <span className="max-w-44 truncate">{saved?.name ?? 'Views'}</span>
        {saved && isEdited && <span className="font-normal text-ink-2">edited</span>}
        <ChevronDown aria-hidden="true" className="size-3.5 text-ink-3" />
      </Button>
      {anchor && (
        <ViewMenu
          {...controls}
          anchor={anchor}
          onAsk={setQuestion}
          onClose={() => setAnchor(undefined)}
        />
      )}
      {question && (
        <ViewDialog {...controls} question={question} onClose={() => setQuestion(undefined)} />
      )}
    </>
  )
}
