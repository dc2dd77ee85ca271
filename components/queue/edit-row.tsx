'use client'
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { FieldControl } from '#components/form/field-control.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { RequestNote } from '#components/ui/request-note.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { parseExact } from '#lib/core/json.ts'
import type { Failure } from '#lib/core/result.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { ItemRow } from '#lib/lists/columns/queue.ts'

const loadForm = () => import('./fix-row.tsx').then((module) => module.FixRow)
const FixRow = onDemand(loadForm)

/**
 * Fetches the code of the form before it is asked for: the first row opens as fast as the others.
 */
export function prepareEditRow(): void {
  loadForm().catch(() => undefined)
}

/**
 * What a save in the list came to: the words for the row, and whether its claim creation has no
 * error left.
 */
export type RowSaved = { words: string; isCleared: boolean }

export type EditRowProps = {
  row: ItemRow & { capture_id: string }
  /** The shape of the update body. */
  body: ObjectShape
  onSaved: (saved: RowSaved) => void
  /** The row is left; with `isKept` what was typed is stored as a draft. */
  onLeft: (isKept: boolean) => void
  onClose: () => void
}

/** What a person typed before the capture was there. */
export type Typed = {
  text: string
  /** The text of the row's value, which the box began with. */
  was: string
  /** What the person asked for meanwhile. */
  next: 'save' | 'close' | undefined
  /** A date that the person left half typed: there is no text of it. */
  isHalf?: boolean
}

/** Where the text cursor was in the box: the first and last place of the selection. */
export type CaretRef = RefObject<readonly [from: number, to: number] | undefined>

/** How the reading of a row's capture and draft goes. */
export type RowLoad = { isLoaded: boolean; failure: Failure | undefined; retry: () => void }

const beforeLoading: RowLoad = { isLoaded: false, failure: undefined, retry: () => undefined }

/**
 * The field in error of one capture, open under its row. Until the form and the capture are there,
 * a box with the row's value takes the keys; what is typed goes into the form, whose base is the
 * capture that was read.
 */
export function EditRow(given: EditRowProps) {
  const { row, body, onClose } = given
  const [typed, setTyped] = useState<Typed>()
  const [isInBox, setInBox] = useState(true)
  const [hasKeys, setKeys] = useState(false)
  const [load, setLoad] = useState(beforeLoading)
  const caretRef = useRef<CaretRef['current']>(undefined)
  const shape = row.path === undefined ? undefined : shapeAt(body, row.path)
  const value = row.value === undefined ? undefined : parseExact(row.value)
  const was = shape && isLeaf(shape) ? toText(value, shape) : undefined
  // A date box cannot be exchanged while somebody types: the next box would write out the date that
  // the first digits are.
  const isTyping = shape?.kind === 'date' && hasKeys && isInBox && typed?.next === undefined
  const isShown = load.isLoaded && !isTyping
  return (
    <>
      {!isShown && (
        <EarlyBox
          name={row.path ?? ''}
          shape={was === undefined ? undefined : shape}
          was={was ?? ''}
          typed={typed}
          caretRef={caretRef}
          failure={load.failure}
          isLoaded={load.isLoaded}
          onTyped={setTyped}
          onInBox={setInBox}
          onKey={() => setKeys(true)}
          onRetry={load.retry}
          onClose={onClose}
        />
      )}
      <FixRow
        {...given}
        isShown={isShown}
        typed={typed}
        caretRef={caretRef}
        onTaken={() => setTyped(undefined)}
        onLoad={setLoad}
      />
    </>
  )
}

type EarlyBoxProps = {
  name: string
  /** Undefined where no box can hold the row's value. */
  shape: FieldShape | undefined
  was: string
  typed: Typed | undefined
  caretRef: CaretRef
  /** Why the capture could not be loaded. */
  failure: Failure | undefined
  isLoaded: boolean
  onTyped: (typed: Typed) => void
  onInBox: (isInBox: boolean) => void
  /** A key went into the box. A half typed date has no other sign. */
  onKey: () => void
  onRetry: () => void
  onClose: () => void
}

/** The row's value in a box while its capture loads. */
function EarlyBox({
  name,
  shape,
  was,
  typed,
  caretRef,
  failure,
  isLoaded,
  onTyped,
  onInBox,
  onKey,
  onRetry,
  onClose,
}: EarlyBoxProps) {
  const box = useRef<HTMLElement>(null)
  const [half, setHalf] = useState<string>()
  const isAsked = typed?.next === 'save'
  useKeyHold((shape === undefined || isAsked) && !failure)
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, select, textarea')
    control?.scrollIntoView({ block: 'nearest' })
    control?.focus({ preventScroll: true })
  }, [])
  const ask = (next: 'save' | 'close') => {
    if (failure) return
    const control = box.current?.querySelector<BoxControl>('input, select, textarea')
    const problem = control?.validity.customError ? control.validationMessage : undefined
    setHalf(problem)
    if (problem === undefined) onTyped({ text: typed?.text ?? was, was, next })
  }
  const save = () => ask('save')
  const close = () => {
    if (typed === undefined || typed.text === was) return onClose()
    if (isLoaded) return ask('close')
    onClose()
    showToast({
      tone: 'amber',
      message: 'Closed before the capture was loaded. What you typed isn’t kept.',
    })
  }
  useKeys(shape ? [{ keys: 'Mod+s', label: 'Save this row', run: save }] : [])
  const onInput = (event: FormEvent<HTMLElement>) => {
    const control = event.target as BoxControl
    setHalf(undefined)
    noteCaret(control)
    if (!control.validity.customError) onTyped({ text: control.value, was, next: undefined })
  }
  const noteCaret = (control: BoxControl) => {
    if ('selectionStart' in control && control.selectionStart !== null)
      caretRef.current = [control.selectionStart, control.selectionEnd ?? control.selectionStart]
  }
  return (
    <Strip onClose={close} onEnter={save}>
      {shape && (
        <span
          role="none"
          ref={box}
          className="contents"
          onInput={onInput}
          onSelect={(event) => noteCaret(event.target as BoxControl)}
          onFocus={() => onInBox(true)}
          onKeyDown={({ key }) => !leavingKeys.has(key) && onKey()}
          onBlur={(event) => {
            onInBox(false)
            if ((event.target as BoxControl).validity.customError)
              onTyped({ text: was, was, next: undefined, isHalf: true })
          }}
        >
          <Field name={name} label={pathLabel(name)} className="w-96 max-w-full" error={half}>
            {(control) => (
              <FieldControl
                control={control}
                shape={shape}
                loaded={undefined}
                shown={was}
                readOnly={isAsked && !failure}
              />
            )}
          </Field>
        </span>
      )}
      {failure ? (
        <>
          <p role="alert" className="min-w-0 grow text-sm text-red">
            Couldn’t load this capture. {failure.message}
            {isAsked && ' Nothing was saved.'} <RequestNote id={failure.requestId} />
          </p>
          <Button onClick={onRetry}>Try again</Button>
        </>
      ) : (
        <p role="status" className="flex min-w-0 grow items-center gap-2 text-sm text-ink-2">
          {!isLoaded && <Spinner />}
          {isLoaded ? '' : isAsked ? 'Saves once the capture is loaded.' : 'Loading the capture…'}
        </p>
      )}
      {/* A press leaves the focus in the box: without it the form would come between press and release. */}
      <Button onMouseDown={stayInBox} onClick={close}>
        {failure ? 'Close' : 'Cancel'}
      </Button>
      {shape && !failure && (
        <Button tone="primary" busy={isAsked} onMouseDown={stayInBox} onClick={save}>
          Save
        </Button>
      )}
    </Strip>
  )
}

function stayInBox(event: MouseEvent): void {
  event.preventDefault()
}

const leavingKeys = new Set(['Tab', 'Escape', 'Enter', 'Shift', 'Control', 'Alt', 'Meta'])

type BoxControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type StripProps = { onClose: () => void; onEnter?: () => void; children: ReactNode }

/**
 * The ground under an open row. Escape closes it, and what was typed stays as a draft; Enter in a
 * box of one line calls `onEnter`.
 */
export function Strip({ onClose, onEnter, children }: StripProps) {
  const ground = useRef<HTMLDivElement>(null)
  const latest = useRef({ onClose, onEnter })
  useEffect(() => {
    latest.current = { onClose, onEnter }
  })
  useEffect(() => {
    const element = ground.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
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
