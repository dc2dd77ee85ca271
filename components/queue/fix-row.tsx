'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { placeOf } from '#components/charge-captures/checks/field-marks.ts'
import { useCaptureChecks, type CheckedRecord } from '#components/charge-captures/checks/use-capture-checks.ts'
import { captureSpec, openCapture } from '#components/charge-captures/saving/capture-spec.ts'
import { useSaveGate } from '#components/charge-captures/saving/use-save-gate.tsx'
import { usePreEncounterLock } from '#components/charge-captures/use-pre-encounter-lock.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import type { MarkStore } from '#components/form/marks/mark-store.ts'
import { useOpenRecord } from '#components/form/reading/use-open-record.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { useOpenAt } from '#components/form/use-open-at.ts'
import { RecordFormFrame, RestoredNote } from '#components/form/writing/record-form.tsx'
import { SaveBar } from '#components/form/writing/save-bar.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { issuesOf } from '#components/form/writing/write-state.ts'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { ChargeCaptureReply } from '#lib/actions/replies.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { chargeCaptureQuery } from '#lib/queries/options.ts'
import { isLeaf, shapeAt, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { linkOfItem, type ItemRow } from './queue-columns.tsx'

/** What a save in the list came to: the words for the row, and whether its claim creation has no error left. */
export type RowSaved = { words: string; isCleared: boolean }

type FixRowProps = {
  row: ItemRow & { capture_id: string }
  /** The shape of the update body. */
  body: ObjectShape
  onSaved: (saved: RowSaved) => void
  /** The row is left; with `isKept` what was typed is stored as a draft. */
  onLeft: (isKept: boolean) => void
  onClose: () => void
}

/**
 * The field in error of one capture, open under its row: the form of the capture's own page with one of its fields. The
 * capture is read when the row opens.
 */
export function FixRow({ row, body, onSaved, onLeft, onClose }: FixRowProps) {
  const id = row.capture_id
  const query = useQuery({ ...chargeCaptureQuery(id), staleTime: 0 })
  const draft = useOpenedDraft({ kind: 'charge-capture', record: id })
  if (!query.isFetching && query.isError)
    return (
      <Strip onClose={onClose}>
        <p role="alert" className="min-w-0 grow text-sm text-red">
          Couldn’t load this capture. {failureOf(query.error).message}
        </p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
        <Button onClick={onClose}>Close</Button>
      </Strip>
    )
  if (!query.data || !query.isFetchedAfterMount)
    return (
      <Strip onClose={onClose}>
        <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
          <Spinner /> Loading the capture…
        </p>
      </Strip>
    )
  return (
    <FixForm
      key={draft?.found ? 'with its draft' : 'without'}
      row={row}
      first={query.data}
      body={body}
      draft={draft}
      openedAt={query.dataUpdatedAt}
      onSaved={onSaved}
      onLeft={onLeft}
      onClose={onClose}
    />
  )
}

type FixFormProps = FixRowProps & {
  first: ChargeCaptureReply
  draft: OpenedDraft | undefined
  /** When the capture was read, UTC milliseconds. */
  openedAt: number
}

function FixForm({ row, first, body, draft, openedAt, onSaved, onLeft, onClose }: FixFormProps) {
  const router = useRouter()
  const id = row.capture_id
  const [opened] = useState(() => openCapture(first, { id, body, readAt: openedAt }))
  const form = useRecordForm(captureSpec, { record: id, first: opened, opened: draft, onCancel: onClose })
  const { loaded, state, restored } = form
  const { shape, base } = loaded
  const elsewhere = useOpenRecord('charge-capture', id, loaded.readAt)
  const { locks, note: lockNote } = usePreEncounterLock(loaded.origin, true, restored?.paths)
  const checked = { base, editable: shape, body, preEncounter: locks && ('made' as const) }
  const toPage = (field: string) =>
    leavePage(() => router.push(`/charge-captures/${encodeURIComponent(id)}?field=${encodeURIComponent(field)}`))
  const gate = useSaveGate(checked, id, toPage)
  const [name] = useState(() => placeOf(row.field, opened.base.data, body, opened.shape) ?? row.path)
  const control = name === undefined ? undefined : shapeAt(shape, name)
  const isControl = control !== undefined && isLeaf(control)
  useOpenAt(draft && isControl ? name : undefined)
  const leaving = useRef(() => {})
  useEffect(() => {
    leaving.current = () => onLeft(form.isDirty())
  })
  useEffect(() => () => leaving.current(), [])
  const save = () => form.save(gate)
  const saved = useRef(onSaved)
  useEffect(() => {
    saved.current = onSaved
  })
  useEffect(() => {
    // Once the form holds what was saved: a row that is closed before would store it as a draft.
    if (state.kind !== 'done') return
    const creation = state.done.claim_creation_change
    saved.current({
      words: ['Saved.', ...(state.words?.lines ?? [])].join(' '),
      isCleared: creation !== null && creation.remaining === 0,
    })
  }, [state])
  const others = issuesOf(state).filter(({ path }) => placeOf(path, base.data, body, shape) !== name)
  const [reader] = elsewhere.others
  if (!isControl)
    return (
      <Strip onClose={onClose}>
        <p className="min-w-0 grow text-sm text-ink-2">
          This problem isn’t in one field that can be edited here. Open the capture to fix it.
        </p>
        <LinkButton href={linkOfItem(row)} tone="primary">
          Open the capture
        </LinkButton>
        <Button onClick={onClose}>Close</Button>
      </Strip>
    )
  return (
    <Strip onClose={onClose} onEnter={() => void save()}>
      <RecordFormFrame form={form} body={body} locks={locks}>
        <Checks checked={checked} marks={form.marks} />
        <div className="flex w-full flex-col gap-2">
          <RestoredNote form={form} />
          {lockNote}
          <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
            <RecordField name={name!} label={pathLabel(name!)} className="w-96 max-w-full" />
            <div className="flex min-w-[min(18rem,100%)] grow flex-col gap-1.5 pt-6">
              <SaveBar
                form={form}
                keyLabel="Save this row"
                label="Save"
                cancel="Cancel"
                isInline
                onSave={save}
                renderActions={() => (
                  <LinkButton href={linkOfItem(row)} tone="quiet">
                    Open <span className="sr-only">the capture</span>
                  </LinkButton>
                )}
              />
              {reader && (
                <p role="status" className="text-xs text-amber">
                  Open by {reader.name} since <LocalTime at={reader.at} />
                </p>
              )}
              {others.length > 0 && (
                <ul className="list-disc pl-4 text-sm break-words text-red">
                  {others.map(({ path, message }) => (
                    <li key={`${path} ${message}`}>
                      {path === '' ? '' : `${pathLabel(path)}: `}
                      {message}{' '}
                      <button type="button" className="text-accent underline" onClick={() => toPage(path)}>
                        Show
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        </div>
        {gate.dialog}
      </RecordFormFrame>
    </Strip>
  )
}

/** Runs the rules over what is typed: their complaints stand at the field, as on the capture's page. */
function Checks({ checked, marks }: { checked: CheckedRecord; marks: MarkStore }) {
  useCaptureChecks(checked, marks)
  return null
}

type StripProps = { onClose: () => void; onEnter?: () => void; children: ReactNode }

/**
 * The ground under an open row. Escape closes it, and what was typed stays as a draft; Enter in a box of one line calls
 * `onEnter`.
 */
function Strip({ onClose, onEnter, children }: StripProps) {
  const ground = useRef<HTMLDivElement>(null)
  const latest = useRef({ onClose, onEnter })
  useEffect(() => {
    latest.current = { onClose, onEnter }
  })
  useEffect(() => {
    const element = ground.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const act =
        event.key === 'Escape'
          ? latest.current.onClose
          : event.key === 'Enter' && event.target instanceof HTMLInputElement && !hasModifier(event)
            ? latest.current.onEnter
            : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div
      ref={ground}
      role="group"
      aria-label="Fix here"
      className="flex min-h-16 flex-wrap items-center gap-3 border-l-2 border-accent bg-sunk px-4 py-2.5"
    >
      {children}
    </div>
  )
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
