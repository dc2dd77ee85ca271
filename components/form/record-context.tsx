'use client'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'
import { type FieldShape, type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { ReadyFieldset } from '#components/frame/ready.tsx'
import type { MarkStore } from './marks/mark-store.ts'

type Record = {
  shape: ObjectShape
  /** The loaded values: the body that would change nothing. */
  base: JsonObject
  /** The marks of fields: read them with `useMarks`, which listens for one name. */
  marks: MarkStore
  readOnly: boolean
  /**
   * Members that cannot be edited although the record can, by path, and why: something else fills
   * them.
   */
  locks?: { paths: ReadonlySet<string>; why: string }
}

type Scope = { at: string; base: Json | undefined }

const RecordContext = createContext<Record | undefined>(undefined)
/** The functions that move a row of a list, by the list's path. */
type RowMovers = Map<string, (from: number, to: number) => void>

const RowMoversContext = createContext<RowMovers>(new Map())
const ScopeContext = createContext<Scope | undefined>(undefined)

type RecordProviderProps = {
  record: Record
  /** False while the form's draft is being read: its fields stay closed. */
  isOpen?: boolean
  children: ReactNode
}

/**
 * Gives a form's fields the record that they edit, and closes them until the form holds what is
 * typed into them.
 */
export function RecordProvider({ record, isOpen = true, children }: RecordProviderProps) {
  const scope = useMemo(() => ({ at: '', base: record.base }), [record.base])
  const [movers] = useState<RowMovers>(() => new Map())
  return (
    <RecordContext value={record}>
      <RowMoversContext value={movers}>
        <ScopeContext value={scope}>
          <ReadyFieldset isOpen={isOpen}>{children}</ReadyFieldset>
        </ScopeContext>
      </RowMoversContext>
      <LoneTextBox />
    </RecordContext>
  )
}

/**
 * Gives the fields of one row their loaded row: rows move, so a field's path does not identify it.
 */
export function RowScope({
  at,
  base,
  children,
}: {
  at: string
  base: Json | undefined
  children: ReactNode
}) {
  const scope = useMemo(() => ({ at, base }), [at, base])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** The record around a field. */
export function useRecord(): Record {
  const record = use(RecordContext)
  if (!record) throw new Error('a field stands outside its record')
  return record
}

/**
 * Offers a list's function that moves a row to components outside of the list: it also moves what
 * belongs to the row.
 */
export function useOfferRowMover(list: string, move: (from: number, to: number) => void): void {
  const movers = use(RowMoversContext)
  useEffect(() => {
    movers.set(list, move)
    return () => void movers.delete(list)
  }, [movers, list, move])
}

/** Moves a row of a list that is on the page, in the list's own way. */
export function useMoveRow(): (list: string, from: number, to: number) => void {
  const movers = use(RowMoversContext)
  return useCallback((list, from, to) => movers.get(list)?.(from, to), [movers])
}

/** The same record, but nothing inside can be edited. */
export function ReadOnlyRecord({ children }: { children: ReactNode }) {
  const record = useRecord()
  const closed = useMemo(() => ({ ...record, readOnly: true }), [record])
  return <RecordContext value={closed}>{children}</RecordContext>
}

/** One field's shape and loaded value; `lock` says why this field cannot be edited. */
export function useRecordField(name: string): {
  shape: FieldShape | undefined
  base: Json | undefined
  readOnly: boolean
  lock: string | undefined
} {
  const record = useRecord()
  const scope = use(ScopeContext) ?? { at: '', base: record.base }
  const rest = scope.at === '' ? name : name.slice(scope.at.length + 1)
  return {
    shape: shapeAt(record.shape, name),
    base: valueAt(scope.base, rest),
    readOnly: record.readOnly || isLocked(record, name),
    lock: isLocked(record, name) ? record.locks?.why : undefined,
  }
}

function isLocked({ locks }: Record, name: string): boolean {
  if (!locks) return false
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
    if (locks.paths.has(name.slice(0, end))) return true
  return false
}

/** The value at a dotted path; undefined where the path leads nowhere. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let at = value
  for (const part of path === '' ? [] : path.split('.')) {
    if (Array.isArray(at)) at = at[Number(part)]
    else if (isJsonObject(at) && Object.hasOwn(at, part)) at = at[part]
    else return undefined
  }
  return at
}

/**
 * Makes the text box in focus a form of its own. With every key the browser's form filling reads
 * all controls of the form that the key went to, and to it the whole page is one form where there
 * is none: that took 7 ms of a key in an ordinary capture (decision 0020). The form is never sent:
 * its method closes a dialog.
 */
function LoneTextBox() {
  const id = useId()
  useEffect(() => {
    const take = (target: EventTarget | null) =>
      isTextBox(target) && target.form === null && target.setAttribute('form', id)
    const onFocusIn = ({ target }: FocusEvent) => take(target)
    const onFocusOut = ({ target }: FocusEvent) =>
      isTextBox(target) && target.getAttribute('form') === id && target.removeAttribute('form')
    take(document.activeElement)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [id])
  return (
    <form id={id} method="dialog" noValidate hidden onSubmit={(event) => event.preventDefault()} />
  )
}

// Not a radio button, which would leave its group: buttons of another form are another group.
function isTextBox(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'radio')
  )
}
