'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { placedErrors } from '#components/charge-captures/checks/capture-marks.ts'
import { placeOf } from '#components/charge-captures/checks/field-marks.ts'
import {
  useCaptureChecks,
  type CheckedRecord,
} from '#components/charge-captures/checks/use-capture-checks.ts'
import { useProposals } from '#components/charge-captures/checks/use-proposals.ts'
import { captureSpec, openCapture } from '#components/charge-captures/saving/capture-spec.ts'
import { useSaveGate } from '#components/charge-captures/saving/use-save-gate.tsx'
import {
  usePreEncounterLock,
  type Locks,
} from '#components/charge-captures/use-pre-encounter-lock.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import type { MarkStore } from '#components/form/marks/mark-store.ts'
import { ProposalsContext, useFieldProposals } from '#components/form/marks/proposals.ts'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { useOpenRecord } from '#components/form/reading/use-open-record.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { useApplyFix } from '#components/form/use-apply-fix.ts'
import { RecordFormFrame, RestoredNote } from '#components/form/writing/record-form.tsx'
import { SaveBar } from '#components/form/writing/save-bar.tsx'
import { useRecordForm, type RecordForm } from '#components/form/writing/use-record-form.tsx'
import { issuesOf } from '#components/form/writing/write-state.ts'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { chargeCaptureQuery } from '#lib/queries/options.ts'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { Strip, type CaretRef, type EditRowProps, type RowLoad, type Typed } from './edit-row.tsx'
import { linkOfItem } from './queue-columns.tsx'

type FixRowProps = EditRowProps & {
  /** The form takes the place of the box. */
  isShown: boolean
  typed: Typed | undefined
  caretRef: CaretRef
  /** The form has what was typed. */
  onTaken: () => void
  onLoad: (load: RowLoad) => void
}

/**
 * The field in error of one capture: the form of the capture's own page with one of its fields. The
 * capture is read when the row opens.
 */
export function FixRow({ isShown, onLoad, ...given }: FixRowProps) {
  const id = given.row.capture_id
  const query = useQuery({ ...chargeCaptureQuery({ id }), staleTime: 0 })
  const draft = useOpenedDraft({ kind: 'charge-capture', record: id })
  const { refetch } = query
  // A form that is shown stays, also when a later reading fails.
  const first = query.isFetchedAfterMount && (query.isSuccess || isShown) ? query.data : undefined
  const isLoaded = first !== undefined && draft !== undefined
  const error = query.isError && !query.isFetching && !isShown ? query.error : undefined
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  })
  useEffect(() => {
    load.current({ isLoaded, failure: error && failureOf(error), retry: () => void refetch() })
  }, [isLoaded, error, refetch])
  if (!isShown || !first || !draft) return null
  return (
    <FixForm
      {...given}
      key={draft.found ? 'with its draft' : 'without'}
      first={first}
      draft={draft}
      openedAt={query.dataUpdatedAt}
    />
  )
}

type FixFormProps = Omit<FixRowProps, 'isShown' | 'onLoad'> & {
  first: ChargeCaptureReply
  draft: OpenedDraft
  /** When the capture was read, UTC milliseconds. */
  openedAt: number
}

function FixForm({
  row,
  first,
  body,
  draft,
  openedAt,
  typed,
  caretRef,
  onTaken,
  onSaved,
  onLeft,
  onClose,
}: FixFormProps) {
  const router = useRouter()
  const id = row.capture_id
  const [opened] = useState(() => openCapture(first, { id, body, readAt: openedAt }))
  const form = useRecordForm(captureSpec, {
    record: id,
    first: opened,
    opened: draft,
    onCancel: onClose,
  })
  const { loaded, state, restored } = form
  const { shape, base } = loaded
  const elsewhere = useOpenRecord('charge-capture', id, loaded.readAt)
  const { locks, note: lockNote } = usePreEncounterLock(loaded.origin, true, restored?.paths)
  const checked = { base, editable: shape, body, preEncounter: locks && ('made' as const) }
  const toPage = (field: string) =>
    leavePage(() =>
      router.push(`/charge-captures/${encodeURIComponent(id)}?field=${encodeURIComponent(field)}`),
    )
  const gate = useSaveGate(checked, id, toPage)
  const [name] = useState(
    () => placeOf(row.field, opened.base.data, body, opened.shape) ?? row.path,
  )
  const control = name === undefined ? undefined : shapeAt(shape, name)
  const at = name !== undefined && control !== undefined && isLeaf(control) ? name : undefined
  const [early] = useState(() => {
    const before: unknown = at === undefined ? undefined : form.form.getValues(at)
    const isUsable =
      typed !== undefined &&
      !typed.isHalf &&
      at !== undefined &&
      at === row.path &&
      !isLocked(locks, at)
    const note = noteOf(typed, { isUsable, before, hasDraft: restored !== undefined })
    return { typed: isUsable ? typed : undefined, isAsBefore: before === typed?.was, note }
  })
  const take = useRef(() => {})
  useLayoutEffect(() => {
    take.current = () => {
      if (at === undefined) return
      if (early.typed) form.form.setValue(at, early.typed.text, { shouldDirty: true })
      const isHere = document.activeElement === document.body
      if (isHere) focusWithCaret(at, typed && !early.typed ? undefined : caretRef.current)
      onTaken()
    }
  })
  // Before anything is drawn: the next key goes into the form's field.
  useLayoutEffect(() => take.current(), [])
  const [also] = useState(() => {
    const names = (row.also ?? []).flatMap(
      ({ field, path }) => placeOf(field, opened.base.data, body, opened.shape) ?? path ?? [],
    )
    return [...new Set(names)].filter((each) => each !== name)
  })
  const leaving = useRef(() => {})
  useEffect(() => {
    leaving.current = () => onLeft(form.isDirty())
  })
  useEffect(() => () => leaving.current(), [])
  const save = () => form.save(gate)
  const errors = useMemo(
    () => placedErrors(loaded).filter((error) => error.name !== undefined && error.name === at),
    [loaded, at],
  )
  const known = useProposals(loaded, errors)
  const proposals = {
    at: known.at,
    isOpen: known.isOpen,
    enterWords: () => 'takes it and saves',
    // Other fields may follow this one's value; they do with the next drawing.
    onTaken: () => void setTimeout(() => void save(), 50),
  }
  const asked = useRef(() => {})
  useEffect(() => {
    // Never overwrite a value that the person has not seen: they look first.
    asked.current = () => {
      if (early.typed?.next === 'save' && early.isAsBefore) void save()
      if (early.typed?.next === 'close') onClose()
    }
  })
  useEffect(() => {
    // Other fields may follow this one's value; they do with the next drawing.
    const timer = setTimeout(() => asked.current(), 50)
    return () => clearTimeout(timer)
  }, [])
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
  const others = issuesOf(state).filter(
    ({ path }) => placeOf(path, base.data, body, shape) !== name,
  )
  const [reader] = elsewhere.others
  if (at === undefined)
    return (
      <Strip onClose={onClose}>
        <p className="min-w-0 grow text-sm text-ink-2">
          This problem isn’t in one field that can be edited here. Open the capture to fix it.{' '}
          {early.note}
        </p>
        <LinkButton href={linkOfItem(row)} tone="primary">
          Open the capture
        </LinkButton>
        <Button onClick={onClose}>Close</Button>
      </Strip>
    )
  return (
    <Strip onClose={onClose} onEnter={() => void save()}>
      <RecordFormFrame form={form} body={body} locks={locks} proposals={proposals}>
        <Checks checked={checked} marks={form.marks} />
        <div className="flex w-full flex-col gap-2">
          <RestoredNote form={form} />
          {lockNote}
          {early.note !== undefined && state.kind !== 'done' && (
            <p role="status" className="text-sm break-words text-amber">
              {early.note}
            </p>
          )}
          <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
            <div className="flex w-96 max-w-full flex-col gap-2">
              <RecordField name={at} label={pathLabel(at)} />
              <SameFields name={at} also={also} />
            </div>
            <div className="flex min-w-[min(18rem,100%)] grow flex-col gap-1.5 pt-6">
              <RowBar form={form} name={at} link={linkOfItem(row)} onSave={save} />
              {known.isPartial && (
                <p role="status" className="text-xs text-ink-2">
                  A list of the partner can’t be read now, so a proposal may be missing.
                </p>
              )}
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
                      <button
                        type="button"
                        className="text-accent underline"
                        onClick={() => toPage(path)}
                      >
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

type RowBarProps = {
  form: RecordForm
  name: string
  link: string
  onSave: () => Promise<unknown>
}

// The main button says what Enter does.
function RowBar({ form, name, link, onSave }: RowBarProps) {
  const { first } = useFieldProposals(name, useMarks(name))
  const { onTaken } = use(ProposalsContext)
  const apply = useApplyFix()
  const take = async () => {
    if (!first) return onSave()
    apply(first)
    return onTaken(name)
  }
  return (
    <SaveBar
      form={form}
      keyLabel="Save this row"
      label={first ? `${first.label} and save` : 'Save'}
      cancel="Cancel"
      isInline
      onSave={take}
      renderActions={() => (
        <LinkButton href={link} tone="quiet">
          Open <span className="sr-only">the capture</span>
        </LinkButton>
      )}
    />
  )
}

function isLocked(locks: Locks | undefined, name: string): boolean {
  return (
    locks !== undefined &&
    [...locks.paths].some((path) => name === path || name.startsWith(`${path}.`))
  )
}

function focusWithCaret(name: string, caret: CaretRef['current']): void {
  const control = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  control?.focus({ preventScroll: true })
  const isText =
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && control.type === 'text')
  if (caret && isText) control.setSelectionRange(...caret)
}

/**
 * Words for early typing that could not be used, or that met a value other than the list showed.
 */
function noteOf(
  early: Typed | undefined,
  { isUsable, before, hasDraft }: { isUsable: boolean; before: unknown; hasDraft: boolean },
): string | undefined {
  if (early?.isHalf) return 'The date that you began to type wasn’t finished, so it isn’t used.'
  if (!early || early.text === early.was) return undefined
  if (!isUsable) return `What you typed, “${early.text}”, isn’t used.`
  if (before === early.was) return undefined
  const found = before === '' || before === undefined ? 'is empty' : `has “${String(before)}”`
  const words = hasDraft ? `Your draft ${found} here` : `The capture ${found} now`
  return `${words}, the list showed ${early.was === '' ? 'nothing' : `“${early.was}”`}. Nothing is saved yet: check what you typed, then save.`
}

/**
 * The other fields of the capture with the row's problem. Those that had the same value follow the
 * row's field; another value is another decision, so it has a box of its own.
 */
function SameFields({ name, also }: { name: string; also: readonly string[] }) {
  const { getValues, setValue } = useFormContext()
  const value: unknown = useWatch({ name })
  const [alike] = useState(() => also.filter((each) => isSameText(getValues(each), value)))
  const last = useRef(value)
  useEffect(() => {
    // What was typed before the record was there is in the form since its first render.
    const now: unknown = getValues(name)
    if (last.current === now) return
    last.current = now
    for (const each of alike) setValue(each, now, { shouldDirty: true })
  })
  const others = also.filter((each) => !alike.includes(each))
  return (
    <>
      {alike.length > 0 && (
        <p className="text-xs text-ink-2">
          Also sets {alike.map(lineOfPath).join(', ')}, with the same value now.
        </p>
      )}
      {others.map((each) => (
        <RecordField key={each} name={each} label={pathLabel(each)} />
      ))}
    </>
  )
}

function isSameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

// "data.service_lines.2.quantity" -> "line 3"
function lineOfPath(path: string): string {
  const [, index] = /\bservice_lines\.(\d+)/.exec(path) ?? []
  return index === undefined ? pathLabel(path) : `line ${Number(index) + 1}`
}

/**
 * Runs the rules over what is typed: their complaints stand at the field, as on the capture's page.
 */
function Checks({ checked, marks }: { checked: CheckedRecord; marks: MarkStore }) {
  useCaptureChecks(checked, marks)
  return null
}
