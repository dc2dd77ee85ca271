'use client'
import { hashKey } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { noteSessionEnd, pageAccount } from '#components/frame/account/session-store.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { showToast } from '#components/ui/toast.tsx'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import type { Failure } from '#lib/core/result.ts'
import type { OpenedView } from '#lib/lists/saved-views.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { saveColumns } from '#lib/queries/views.ts'
import type { ListDefinition } from './list-definition.ts'
import { toTablePreference, type TablePreference } from './table-preference.ts'

const ColumnsPanel = lazy(() => import('./columns-panel.tsx').then((module) => ({ default: module.ColumnsPanel })))

type Props<Row extends BaseRow, Extra> = {
  definition: ListDefinition<Row, Extra>
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
  canCreate: boolean
}

/** The actions of a list: share its link, choose its columns, create a record. */
export function ListHeaderActions<Row extends BaseRow, Extra>({
  definition,
  preference,
  onPreference,
  canCreate,
}: Props<Row, Extra>) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const share = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      showToast({ message: 'Link copied. It contains no patient data.' })
    } catch {
      showToast({ tone: 'amber', message: 'The browser blocked copying. Copy the link from the address bar.' })
    }
  }
  return (
    <>
      <Button onClick={() => void share()}>Share view</Button>
      <Button
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      >
        Columns
      </Button>
      {canCreate && definition.create && (
        <LinkButton tone="primary" href={definition.create.href} aria-keyshortcuts="c">
          New
          {/* Speech control uses the visible word, so the accessible name begins with it. */}
          <span className="sr-only">{definition.create.label.replace(/^New/, '')}</span> <Kbd keys="c" />
        </LinkButton>
      )}
      {anchor && (
        <Suspense fallback={null}>
          <ColumnsPanel
            anchor={anchor}
            columns={definition.columns}
            preference={preference}
            onPreference={onPreference}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Exports the list as it is filtered. */
export function ExportButton({ path, request }: { path: string; request: ListRequest | undefined }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const failure = await saveExport(path, request).catch(failureOf)
    setBusy(false)
    if (!failure || noteSessionEnd(failure)) return
    showToast({ tone: 'red', message: `Nothing was exported. ${failure.message}` })
  }
  return (
    <Button disabled={!request} busy={busy} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}

async function saveExport(path: string, request: ListRequest | undefined): Promise<Failure | undefined> {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: pageAccount.read(), filters: request?.local ?? {} }),
  })
  if (!reply.headers.get('content-type')?.startsWith('text/csv'))
    return ((await reply.json()) as { error: Failure }).error
  saveFile(`${path.split('/').at(-1)}-${localDateAt(Date.now())}.csv`, await reply.blob())
  return undefined
}

const savedAfter = 600

/**
 * The person's columns: they change on screen at once and are saved shortly after the last change. A saved view has
 * columns of its own: a change of those stays on the page until the view is updated. The last part says whether they
 * differ from the view's.
 */
export function useTablePreference<Row extends BaseRow, Extra>(
  { columns, spec }: ListDefinition<Row, Extra>,
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
  const preference = viewId !== undefined && edited?.view === viewId ? edited.preference : (ofView ?? own)
  const unsaved = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | undefined>(undefined)
  const change = (next: TablePreference) => {
    if (viewId !== undefined) {
      setEdited({ view: viewId, preference: next })
      return
    }
    setOwn(next)
    if (unsaved.current) clearTimeout(unsaved.current.timer)
    const save = () => {
      unsaved.current = undefined
      // Columns that could not be saved still hold on this page; that is not worth a message.
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
