'use client'
import { hashKey } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { reportSessionEnd } from '#components/frame/account/session-store.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { saveTable, tableFormats, type TableFormat } from '#components/frame/save-table.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { showFailure, showToast } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ExportRequest } from '#lib/lists/export-request.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import type { OpenedView } from '#lib/lists/saved-views.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { saveColumns } from '#lib/queries/views.ts'
import type { ListAction } from './list-menu.tsx'
import { toTablePreference, type TableColumn, type TablePreference } from './table-preference.ts'

const ExportDialog = onDemand(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
)
const ListMenu = onDemand(() => import('./list-menu.tsx').then((module) => module.ListMenu))
const ColumnsPanel = onDemand(() =>
  import('./columns-panel.tsx').then((module) => module.ColumnsPanel),
)

/** Links to the page that creates a record for the list. `label` starts with "New". */
export function NewButton({ label, href }: { label: string; href: string }) {
  return (
    <LinkButton tone="primary" href={href} aria-keyshortcuts="c">
      New
      {/* Speech control uses the visible word, so the accessible name begins with it. */}
      <span className="sr-only">{label.replace(/^New/, '')}</span> <Kbd keys="c" />
    </LinkButton>
  )
}

/** What is done with a whole list besides making a record, choosing a view and its columns. */
export type ListActions = {
  /**
   * The list's file: a dialog asks for its columns (`shown`: those selected at first, in table
   * order), or the route `path` answers it at once; the last part of the path is the file's name.
   */
  file?:
    | { request: ExportRequest; shown: readonly string[] }
    | { path: string; request: ListRequest | undefined }
    | undefined
  /** The address of the page shows the same rows to a colleague. */
  isShared?: boolean
  /** More entries; the first is the most usual one. */
  more?: readonly ListAction[]
  /** The list is being read anew. */
  isBusy?: boolean
}

type MenuProps = ListActions & {
  /** The name of the saved view that is shown as it was saved. */
  view?: string | undefined
  columns?: {
    all: readonly TableColumn[]
    preference: TablePreference
    onPreference: (preference: TablePreference) => void
  }
}

/** The one menu of a list: its own actions, export, the link, and the columns. */
export function ListMenuButton({
  file,
  isShared,
  more = [],
  isBusy = false,
  view,
  columns,
}: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'menu' | 'columns'>()
  const [asked, setAsked] = useState<{ request: ExportRequest; shown: readonly string[] }>()
  const [isSaving, setSaving] = useState(false)
  const save = async (path: string, request: ListRequest | undefined, format: TableFormat) => {
    setSaving(true)
    const input = { filters: request?.local ?? {}, format }
    const failure = await saveTable(path, path.split('/').at(-1)!, input, format).catch(failureOf)
    setSaving(false)
    if (!failure || reportSessionEnd(failure)) return
    showFailure(failure, 'Nothing was exported.')
  }
  const actions: ListAction[] = [
    ...more,
    ...(file && 'path' in file
      ? tableFormats.map(([format, word]) => ({
          label: `Export ${word}`,
          run: () => void save(file.path, file.request, format),
          isDisabled: !file.request || isSaving,
        }))
      : []),
    ...(file && 'shown' in file
      ? [{ label: 'Export…', keys: 'Shift+e', run: () => setAsked(file) }]
      : []),
    ...(isShared ? [{ label: 'Copy link', run: () => void copyLink() }] : []),
    ...(columns ? [{ label: 'Columns…', run: () => setOpen('columns') }] : []),
  ]
  useKeys(
    actions.map(({ label, keys, run, isDisabled }) => ({
      label,
      ...(keys !== undefined && { keys }),
      run,
      group: 'List',
      opens: label.endsWith('…'),
      whyNot: isDisabled ? 'The list isn’t loaded yet' : undefined,
    })),
  )
  if (actions.length === 0) return null
  return (
    <>
      <IconButton
        ref={setButton}
        tone="plain"
        label="More actions"
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-busy={isBusy || isSaving || undefined}
        icon={isBusy || isSaving ? <Spinner /> : <Ellipsis aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(open ? undefined : 'menu')}
      />
      {open === 'menu' && button && (
        <ListMenu
          anchor={button}
          actions={actions}
          // A chosen entry may have opened something else already.
          onClose={() => setOpen((now) => (now === 'menu' ? undefined : now))}
        />
      )}
      {open === 'columns' && columns && button && (
        <ColumnsPanel
          anchor={button}
          columns={columns.all}
          preference={columns.preference}
          onPreference={columns.onPreference}
          onClose={() => setOpen(undefined)}
        />
      )}
      {asked && <ExportDialog {...asked} view={view} onClose={() => setAsked(undefined)} />}
    </>
  )
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    showToast({ message: 'Link copied. It contains no patient data.' })
  } catch {
    showToast({
      tone: 'amber',
      message: 'The browser blocked copying. Copy the link from the address bar.',
    })
  }
}

type ExportListProps = {
  request: ExportRequest
  /** The ids of the columns that the dialog selects at first, in table order. */
  shown: readonly string[]
}

/** Opens a dialog that asks for the columns and exports a list that is a part of its page. */
export function ExportListButton({ request, shown }: ExportListProps) {
  const [asked, setAsked] = useState<ExportRequest>()
  useKeys([
    { label: 'Export', keys: 'Shift+e', run: () => setAsked(request), opens: true, group: 'List' },
  ])
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsked(request)}>
        Export
      </Button>
      {asked && <ExportDialog request={asked} shown={shown} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const savedAfter = 600

/**
 * The layout of the table's columns, a function that changes it, and whether it differs from the
 * layout of the saved view `base`. `stored` is the person's own layout. A change of it shows at
 * once and is saved 600 ms after the last change. A saved view has a layout of its own. A change of
 * that one stays on this page until the person updates the view.
 */
export function useTablePreference(
  { columns, spec }: { columns: readonly TableColumn[]; spec: Pick<ListSpec, 'operation'> },
  stored: unknown,
  base: OpenedView | undefined,
) {
  const [own, setOwn] = useState(() => toTablePreference(columns, stored))
  const [edited, setEdited] = useState<{ view: string; preference: TablePreference }>()
  const columnsOfView = base?.columns
  const ofView = useMemo(
    () => (columnsOfView === undefined ? undefined : toTablePreference(columns, columnsOfView)),
    [columns, columnsOfView],
  )
  const viewId = base?.saved?.id
  const preference =
    viewId !== undefined && edited?.view === viewId ? edited.preference : (ofView ?? own)
  const unsaved = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | undefined>(
    undefined,
  )
  const change = (next: TablePreference) => {
    if (viewId !== undefined) {
      setEdited({ view: viewId, preference: next })
      return
    }
    setOwn(next)
    if (unsaved.current) clearTimeout(unsaved.current.timer)
    const save = () => {
      unsaved.current = undefined
      // If the save fails, this page still uses the layout, so the person needs no message.
      void saveColumns(spec.operation, next).catch(() => undefined)
    }
    unsaved.current = { timer: setTimeout(save, savedAfter), save }
  }
  useEffect(
    () => () => {
      if (!unsaved.current) return
      clearTimeout(unsaved.current.timer)
      unsaved.current.save()
    },
    [],
  )
  const isEdited = viewId !== undefined && hashKey([preference]) !== hashKey([ofView ?? own])
  return [preference, change, isEdited] as const
}
