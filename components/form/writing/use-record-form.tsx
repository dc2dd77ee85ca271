'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import type { FormDraft } from '#components/form/drafts/use-draft.ts'
import { afterNextFrame, focusControl, focusFirst } from '#components/form/focus-control.ts'
import { issueMarks, joinMarks, type PlacedIssues } from '#components/form/marks/issue-marks.ts'
import { makeMarkStore, type Marks, type MarkStore } from '#components/form/marks/mark-store.ts'
import { useFilledForm, type Filling } from '#components/form/use-filled-form.ts'
import { onDemand } from '#components/ui/on-demand.tsx'
import { dismissToast, showToast } from '#components/ui/toast.tsx'
import { sameJson, type JsonObject } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Issue, Result } from '#lib/core/result.ts'
import { restoreEdits, serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import type { DraftKind, DraftPlace, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { changesOf, hasEdits, problemsOf, type Change } from '#lib/rules/edit/edit-changes.ts'
import { draftOf, edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { FoundConflict, LabelOf, LinesOf } from './conflict-dialog.tsx'
import {
  sendUntilKnown,
  type Checking,
  type Conflicted,
  type SaveRequest,
  type WriteRequest,
} from './send-until-known.ts'
import { isSending, issuesOf, isUnderWay, type SavedWords, type WriteState } from './write-state.ts'

const AskDialog = onDemand(() =>
  import('#components/ui/ask-dialog.tsx').then((module) => module.AskDialog),
)
const ConflictDialog = onDemand(
  () => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
  { leave: ({ onChosen }) => onChosen(undefined) },
)

/** A form's record: `base` with its `shape`; a draft stores `text` as the base of its edits. */
export type Editable = { text: string; base: JsonObject; shape: ObjectShape }

/** The parts of a form that differ by kind of record. */
export type FormSpec<
  Loaded extends Editable,
  Request extends object,
  Done extends { kind: string },
  Taken extends { kind: 'taken' },
> = {
  kind: DraftKind
  noun: string
  /**
   * The form creates a record: it is sent once, and a lost answer is looked for before anything
   * else is sent.
   */
  isNew?: boolean
  /** Builds the request. Records are sent as JSON text, so that numbers keep their spelling. */
  request: (loaded: Loaded, draft: DraftObject) => Request
  send: (request: Request & WriteRequest) => Promise<Result<Done | Taken | Conflicted | Checking>>
  /**
   * Updates what the browser holds of the record. Answers what the form edits from now on;
   * undefined: the form closes.
   */
  settle: (
    client: QueryClient,
    done: Done,
    sent: { request: Request; loaded: Loaded },
  ) => Loaded | undefined
  /**
   * The record that a restored draft edits: the current record with the base of the draft's edits.
   */
  rebase: (first: Loaded, baseText: string) => Loaded
  /** Problems of the form, besides unreadable text. */
  problems?: (loaded: Loaded, draft: DraftObject) => readonly Issue[]
  countChanges?: (loaded: Loaded, draft: DraftObject) => number
  savedWords?: (
    done: Done,
    sent: { request: Request; before: Loaded; after: Loaded | undefined },
  ) => SavedWords
  /** Places complaints at controls and sections; by wire path when left out. */
  place?: (issues: readonly Issue[], from: 'form' | 'refused', loaded: Loaded) => PlacedIssues
  /** The partner's complaints about fields of the loaded record. */
  remarks?: (loaded: Loaded) => Marks
  conflict?: { linesOf?: LinesOf; labelOf?: (request: Request) => LabelOf }
  /** The complaint at a field when such a record exists already. It must stay the same object. */
  taken?: Issue
  /**
   * After `taken` a person has to say whether the record was created, before anything else is sent.
   */
  waitsWhenTaken?: boolean
  /**
   * Set where the fields stay open during a save: puts what was typed meanwhile into the form of
   * the saved record.
   */
  keepTyping?: (
    sent: Editable & { sent: DraftObject; now: DraftObject },
    next: Editable,
  ) => Pick<Filling, 'draft' | 'texts'> | undefined
}

/** A spec as it is; it infers the types. */
export function formSpec<
  Loaded extends Editable,
  Request extends object,
  Done extends { kind: string },
  Taken extends { kind: 'taken' } = never,
>(spec: FormSpec<Loaded, Request, Done, Taken>): FormSpec<Loaded, Request, Done, Taken> {
  return spec
}

/** A draft in its form again: `changes` counts its edits, `paths` are where they are. */
export type RestoredDraft<Loaded extends Editable = Editable> = {
  loaded: Loaded
  draft: DraftObject
  savedAt: string
  changes: number
  paths: string[]
  /** True when the record has changed since the edits were made. */
  isBaseOld: boolean
}

/**
 * The edits of a stored draft; undefined if the record already has all of them, as after a save.
 */
export function restoreDraft<Loaded extends Editable>(
  { rebase, countChanges }: Pick<FormSpec<Loaded, never, never, never>, 'rebase' | 'countChanges'>,
  first: Loaded,
  found: FoundDraft,
): RestoredDraft<Loaded> | undefined {
  const loaded = rebase(first, found.base)
  const { base, shape } = loaded
  const draft = restoreEdits(base, shape, found.edits)
  const [changes, problems] = [changesOf(base, shape, draft), problemsOf(base, shape, draft)]
  const paths = [...changes, ...problems].map(({ path }) => path)
  const isSaved = problems.length === 0 && sameJson(edited(base, shape, draft), first.base)
  if (paths.length === 0 || isSaved) return undefined
  return {
    loaded,
    draft,
    savedAt: found.saved_at,
    changes: countChanges?.(loaded, draft) ?? changes.length,
    paths,
    isBaseOld: !sameJson(base, first.base),
  }
}

/** The addition of a person or a check to a write; `stay`: the person goes back to the form. */
export type Checked<Request> = { issues: readonly Issue[]; more?: Partial<Request> } | 'stay'

type SaveOptions<Request> = {
  /** Asked before anything is sent, once the form itself finds nothing wrong. */
  check?: (draft: DraftObject) => Promise<Checked<Request>>
  /** Asks the person to lift a refusal; undefined: it stays refused. */
  lift?: (issues: readonly Issue[]) => Promise<Partial<Request> | undefined>
}

/**
 * A form with its record, its draft and its write. Draw it with `RecordFormFrame` and `SaveBar`, or
 * with `CreateForm`.
 */
export type RecordForm<
  Loaded extends Editable = Editable,
  Request extends object = object,
  Done = unknown,
  Taken = unknown,
> = {
  form: UseFormReturn<DraftObject>
  loaded: Loaded
  state: WriteState<Done, Taken>
  /** The draft that the form was opened with, until it is discarded or saved. */
  restored: RestoredDraft<Loaded> | undefined
  opened: OpenedDraft | undefined
  place: DraftPlace
  noun: string
  isNew: boolean
  canWrite: boolean
  marks: MarkStore
  unplaced: readonly string[]
  firstBad: string | undefined
  /** True while nothing may be typed, because what is shown was sent. */
  isClosed: boolean
  isDirty(): boolean
  /** The number of unsaved changes, including unreadable text. */
  countUnsaved(draft: DraftObject): number
  problems(draft: DraftObject): readonly Issue[]
  marksFor(issues: readonly Issue[]): Marks
  save(options?: SaveOptions<Request>): Promise<WriteState<Done, Taken>>
  /**
   * Goes on with the operation of which a person says what became of it; without `more` it looks
   * again.
   */
  resume(more?: Partial<Request>): Promise<WriteState<Done, Taken>>
  /** Takes away what was typed, and its draft: for somebody who was asked. */
  discard(): Promise<void>
  /**
   * The same for a button: it can be undone while the form is open, and a form that closes with it
   * asks first.
   */
  askDiscard(): void
  /** Takes back what the last try came to, not what was typed. */
  clear(): void
  /** The record was created after all: its draft goes, and the page may be left. */
  finish(): Promise<void>
  /** Replaces what is loaded without touching the fields. */
  update(change: (now: Loaded) => Loaded): void
  /**
   * Puts another record under what was typed: the fields show it, and the edits stay. `keep` takes
   * edits out that the other record replaces.
   */
  rebase(next: Loaded, keep?: (draft: DraftObject) => DraftObject): void
  /** The save bar puts the form's draft here. */
  draft: RefObject<FormDraft | null>
  dialog: ReactNode
}

type RecordFormOptions<Loaded, Done> = {
  /** The record's id; for a new record a word that tells its form from others. */
  record: string
  first: Loaded
  /** The draft that the form is opened with; undefined while it is being read. */
  opened: OpenedDraft | undefined
  canWrite?: boolean
  /** Rows that a new form shows for a person to fill in. Rows that stay empty are not sent. */
  placeholderRows?: DraftObject
  /** Called once it is saved or created; where the form closes, after its draft is gone. */
  onDone?: (done: Done) => void
  /** Set where the form closes when it is discarded. */
  onCancel?: () => void
}

/**
 * The form of one record: filled with it or with its draft, checked, sent until the outcome is
 * known, merged with what others changed. A write whose outcome stayed unknown is looked at again
 * before anything else is sent.
 */
export function useRecordForm<
  Loaded extends Editable,
  Request extends object,
  Done extends { kind: string },
  Taken extends { kind: 'taken' } = never,
>(
  spec: FormSpec<Loaded, Request, Done, Taken>,
  {
    record,
    first,
    opened,
    canWrite = true,
    placeholderRows,
    onDone,
    onCancel,
  }: RecordFormOptions<Loaded, Done>,
): RecordForm<Loaded, Request, Done, Taken> {
  type State = WriteState<Done, Taken>
  type Sent = { request: Request & SaveRequest; loaded: Loaded; draft: DraftObject }
  const client = useQueryClient()
  const [restored, setRestored] = useState(() =>
    canWrite && opened?.found ? restoreDraft(spec, first, opened.found) : undefined,
  )
  const [loaded, setLoaded] = useState(restored?.loaded ?? first)
  const { base, shape } = loaded
  const startOf = (from: Loaded) => ({
    ...(draftOf(from.base, from.shape) as DraftObject),
    ...placeholderRows,
  })
  const [start] = useState(() => startOf(loaded))
  const { form, fill } = useFilledForm({ start, draft: restored?.draft })
  const [state, setState] = useState<State>({ kind: 'idle' })
  const { ask, dialog } = useConflictQuestion(spec.noun, spec.conflict?.linesOf)
  const draft = useRef<FormDraft>(null)
  const isBusy = useRef(false)
  const isGone = useRef(false)
  // A write of unknown outcome, and one of which a person has to say what became of it.
  const open = useRef<Sent>(undefined)
  const asked = useRef<Sent>(undefined)
  const undo = useRef<string>(undefined)
  const [isAsking, setAsking] = useState(false)

  const show = (next: Loaded, more?: Pick<Filling, 'draft' | 'texts'>, also?: () => void) =>
    fill({ start: startOf(next), ...more }, () => {
      setLoaded(next)
      setRestored(undefined)
      also?.()
    })
  const settle = (next: State): State => {
    setState(next)
    return next
  }
  const countChanges = (now: DraftObject) =>
    spec.countChanges?.(loaded, now) ?? changesIn(loaded, now).length
  const countUnsaved = (now: DraftObject) => {
    const changed = new Set(changesIn(loaded, now).map(({ path }) => path))
    const unreadable = problemsOf(base, shape, now).filter(({ path }) => !changed.has(path))
    return countChanges(now) + unreadable.length
  }
  const problems = (now: DraftObject) => [
    ...problemsOf(base, shape, now),
    ...(spec.problems?.(loaded, now) ?? []),
  ]
  const isDirty = () =>
    !isGone.current &&
    (spec.countChanges
      ? countUnsaved(form.getValues()) > 0
      : hasEdits(base, shape, form.getValues()))

  const prepare = async (check: SaveOptions<Request>['check']): Promise<Sent | State> => {
    const now = structuredClone(form.getValues())
    const issues = problems(now)
    if (issues.length > 0) return { kind: 'invalid', issues }
    if (!spec.isNew && countChanges(now) === 0) return { kind: 'unchanged' }
    const checked = (await check?.(now)) ?? { issues: [] }
    if (checked === 'stay') return spec.isNew ? state : { kind: 'idle' }
    if (checked.issues.length > 0) return { kind: 'invalid', issues: checked.issues }
    const request = { ...spec.request(loaded, now), ...checked.more, operation_id: randomId() }
    return { request, loaded, draft: now }
  }
  const send = async (
    sent: Sent,
    wasLost: boolean,
    lift: SaveOptions<Request>['lift'],
  ): Promise<State> => {
    setState({ kind: 'sending' })
    const end = await sendUntilKnown<Sent['request'], Done | Taken>(spec.send, sent.request, {
      wasLost,
      onChecking: () => setState({ kind: 'checking' }),
      onConflict: (conflict) => ask(conflict, spec.conflict?.labelOf?.(sent.request)),
      onRefused: async ({ name, issues }) =>
        name === 'ReasonNeeded'
          ? ((await lift?.(issues)) as Partial<Sent['request']> | undefined)
          : undefined,
      isOnce: spec.isNew,
    })
    open.current = end.kind === 'unknown' ? { ...sent, request: end.request } : undefined
    if (end.kind === 'unknown') return { kind: 'unknown', failure: end.failure }
    const isTaken = end.kind === 'answered' && end.reply.kind === 'taken'
    asked.current = isTaken && spec.waitsWhenTaken ? (asked.current ?? sent) : undefined
    if (end.kind === 'refused')
      return end.failure.name === 'InvalidInput' && end.failure.issues.length > 0
        ? { kind: 'invalid', issues: end.failure.issues }
        : { kind: 'refused', failure: end.failure }
    if (isTaken) return { kind: 'taken', taken: end.reply as Taken }
    return finished(end.reply as Done, { ...sent, request: end.request })
  }
  const finished = async (
    done: Done,
    { request, loaded: before, draft: sent }: Sent,
  ): Promise<State> => {
    const after = spec.settle(client, done, { request, loaded: before })
    const words = spec.savedWords?.(done, { request, before, after })
    const state: State = { kind: 'done', done, isOver: after === undefined, words }
    if (undo.current) dismissToast(undo.current)
    if (after) {
      onDone?.(done)
      show(after, spec.keepTyping?.({ ...before, sent, now: form.getValues() }, after))
      void draft.current?.flush()
      return state
    }
    setState(state)
    await finish()
    onDone?.(done)
    return state
  }
  const finish = async () => {
    isGone.current = true
    await draft.current?.drop()
  }
  const alone = async (work: () => Promise<State>): Promise<State> => {
    // The key too: while a created record is being opened, it would create a second.
    if (isBusy.current || isGone.current) return { kind: 'sending' }
    isBusy.current = true
    try {
      return settle(await work())
    } finally {
      isBusy.current = false
    }
  }
  const save = async ({ check, lift }: SaveOptions<Request> = {}): Promise<State> => {
    if (asked.current && !open.current) {
      focusControl('refusal')
      return state
    }
    return alone(async () => {
      const wasLost = open.current !== undefined
      const next = open.current ?? (await prepare(check))
      return 'request' in next ? send(next, wasLost, lift) : next
    })
  }
  const resume = (more?: Partial<Request>) =>
    alone(async () => {
      const sent = asked.current
      return sent
        ? send({ ...sent, request: { ...sent.request, ...more } }, true, undefined)
        : state
    })
  const clear = () => {
    asked.current = undefined
    setState({ kind: 'idle' })
  }
  const discard = async () => {
    if (onCancel) {
      await finish()
      return onCancel()
    }
    // A restored draft may have an older record as its base; after discarding, the person wants to
    // see the current one.
    show(restored ? first : loaded, undefined, clear)
    // The button that was pressed may be gone by now.
    requestAnimationFrame(
      () => document.activeElement === document.body && document.getElementById('main')?.focus(),
    )
    await draft.current?.flush()
  }
  const offerUndo = (was: { loaded: Loaded; draft: DraftObject }) => {
    const run = () => {
      if (!isBusy.current && !isDirtyNow.current()) return show(was.loaded, { draft: was.draft })
      showToast({
        tone: 'amber',
        message: 'The form has new changes. Save or discard them, then undo.',
      })
      offerUndo(was)
    }
    undo.current = showToast({ message: 'Changes discarded.', action: { label: 'Undo', run } })
  }
  const askDiscard = () => {
    if (!isDirty()) return void discard()
    if (onCancel) return setAsking(true)
    const was = { loaded, draft: structuredClone(form.getValues()) }
    void discard()
    offerUndo(was)
  }
  const isDirtyNow = useRef(isDirty)
  useEffect(() => {
    isDirtyNow.current = isDirty
  })
  // What the form would bring back goes with it.
  useEffect(() => () => void (undo.current && dismissToast(undo.current)), [])

  const { place = issuesByPath, remarks: remarksOf, taken } = spec
  const remarks = useMemo(() => remarksOf?.(loaded), [remarksOf, loaded])
  const placed = useMemo(
    () => place(issuesOf(state, taken), state.kind === 'invalid' ? 'form' : 'refused', loaded),
    [place, state, taken, loaded],
  )
  const shown = useMemo(() => joinMarks(remarks, placed.marks), [remarks, placed])
  const marksFor = (issues: readonly Issue[]) =>
    joinMarks(remarks, place(issues, 'form', loaded).marks)
  const [marks] = useState(() => makeMarkStore(shown))
  useLayoutEffect(() => marks.put('messages', shown), [marks, shown])
  const latest = useRef(placed)
  useLayoutEffect(() => {
    latest.current = placed
  })
  // Once it is drawn: until then the fields are closed, and a closed field takes no focus. A folded
  // part that a complaint opens is drawn after that.
  useEffect(
    () =>
      afterNextFrame(() => {
        const hasCard = ['invalid', 'refused', 'unknown', 'taken'].includes(state.kind)
        if (!focusFirst(latest.current.marks.keys()) && hasCard) focusControl('refusal')
      }),
    [state],
  )
  return {
    form,
    loaded,
    state,
    restored,
    opened,
    place: { kind: spec.kind, record },
    noun: spec.noun,
    isNew: spec.isNew === true,
    canWrite,
    marks,
    unplaced: placed.unplaced,
    firstBad: placed.firstBad,
    isClosed: spec.isNew
      ? isUnderWay(state) || (spec.waitsWhenTaken === true && state.kind === 'taken')
      : isSending(state) && !spec.keepTyping,
    isDirty,
    countUnsaved,
    problems,
    marksFor,
    save,
    resume,
    discard,
    askDiscard,
    clear,
    finish,
    update: setLoaded,
    rebase(next, keep = (now) => now) {
      const edits = serializeEdits(base, shape, keep(form.getValues()))
      show(
        next,
        edits === undefined ? undefined : { draft: restoreEdits(next.base, next.shape, edits) },
      )
    },
    draft,
    dialog: (
      <>
        {dialog}
        {isAsking && (
          <AskDialog
            title="Discard your changes?"
            description="They’re taken out of the form, and their draft is deleted. You can’t undo this."
            verb="Discard"
            cancel="Go on editing"
            onDo={() => {
              setAsking(false)
              return discard()
            }}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    ),
  }
}

const known = new WeakMap<DraftObject, { base: JsonObject; changes: Change[] }>()

/**
 * The changes of a form. The result is cached by the copy of the form that all its readers share.
 */
export function changesIn({ base, shape }: Editable, draft: DraftObject): Change[] {
  const last = known.get(draft)
  if (last?.base === base) return last.changes
  const changes = changesOf(base, shape, draft)
  known.set(draft, { base, changes })
  return changes
}

function issuesByPath(
  issues: readonly Issue[],
  from: 'form' | 'refused',
  { shape }: Editable,
): PlacedIssues {
  return issueMarks(issues, from, shape)
}

type Question = {
  conflict: FoundConflict
  labelOf: LabelOf | undefined
  answer: (choices: Choice[] | undefined) => void
}

// Asks whose change is kept where two people changed the same field; undefined when the person goes
// back to the form.
function useConflictQuestion(noun: string, linesOf: LinesOf | undefined) {
  const [question, setQuestion] = useState<Question>()
  const ask = (conflict: FoundConflict, labelOf?: LabelOf) =>
    new Promise<Choice[] | undefined>((answer) => setQuestion({ conflict, labelOf, answer }))
  const answer = (choices: Choice[] | undefined) => {
    question?.answer(choices)
    setQuestion(undefined)
  }
  const dialog = question && (
    <ConflictDialog
      key={question.conflict.conflicts_text}
      conflict={question.conflict}
      noun={noun}
      linesOf={linesOf}
      labelOf={question.labelOf}
      onChosen={answer}
    />
  )
  return { ask, dialog }
}
