'use client'
import { hashKey } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { reportSessionEnd } from '#components/frame/account/session-store.ts'
import { saveCsv } from '#components/frame/save-csv.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ExportRequest } from '#lib/lists/export-request.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import type { OpenedView } from '#lib/lists/saved-views.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { saveColumns } from '#lib/queries/views.ts'
import { toTablePreference, type TableColumn, type TablePreference } from './table-preference.ts'

const ExportDialog = onDemand(() =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
)
const ColumnsPanel = lazy(() =>
  import('./columns-panel.tsx').then((module) => ({ default: module.ColumnsPanel })),
)

/** Copies the address of the list's current view to the clipboard. */
export function ShareButton() {
  const share = async () => {
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
  return <Button onClick={() => void share()}>Share view</Button>
}

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

type ColumnsProps = {
  columns: readonly TableColumn[]
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
}

/** Opens a panel where the person chooses the table's columns. */
export function ColumnsButton({ columns, preference, onPreference }: ColumnsProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        Columns
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <ColumnsPanel
            anchor={anchor}
            columns={columns}
            preference={preference}
            onPreference={onPreference}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/**
 * Downloads the filtered list as a CSV file at once. `path` is the route that makes the file, and
 * the last part of `path` is the file's name.
 */
export function ExportButton({
  path,
  request,
}: {
  path: string
  request: ListRequest | undefined
}) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const failure = await saveCsv(path, path.split('/').at(-1)!, {
      filters: request?.local ?? {},
    }).catch(failureOf)
    setBusy(false)
    if (!failure || reportSessionEnd(failure)) return
    showToast({ tone: 'red', message: `Nothing was exported. ${failure.message}` })
  }
  return (
    <Button disabled={!request} busy={busy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}

type ExportListProps = {
  request: ExportRequest
  /** The ids of the columns that the dialog selects at first, in table order. */
  shown: readonly string[]
}

/** Opens a dialog that asks for the columns and exports the filtered list in the background. */
export function ExportListButton({ request, shown }: ExportListProps) {
  const [asked, setAsked] = useState<ExportRequest>()
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
