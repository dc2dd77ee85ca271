'use client'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fixWords } from './fix-words.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { useRecord } from '#components/form/record-context.tsx'
import type { Mark, MarkFix } from './mark-store.ts'
import { useApplyFix } from '#components/form/use-apply-fix.ts'

/**
 * The marks of a field, under its control. Once the field is changed, the partner's message is out
 * of date.
 */
export function FieldMarks({ name, marks }: { name: string; marks: readonly Mark[] }) {
  return (
    <>
      {marks.map((mark) => (
        <MarkLine key={mark.from + mark.message} mark={mark} />
      ))}
      {marks.some((mark) => mark.from === 'partner') && <OldWord name={name} />}
    </>
  )
}

/** One complaint: a sign, a word for who speaks or how bad it is, and the sentence. */
export function MarkLine({ mark }: { mark: Mark }) {
  const isError = mark.severity === 'error'
  const Sign = isError ? CircleAlert : TriangleAlert
  return (
    <span className={isError ? 'block break-words text-red' : 'block break-words text-amber'}>
      <Sign aria-hidden="true" className="-mt-px mr-1 inline size-3" />
      <span className="font-medium">{wordOf(mark)}: </span>
      {mark.message}
    </span>
  )
}

/** The buttons that fix a field. They are not part of the field's description. */
export function FieldFixes({ marks }: { marks: readonly Mark[] }) {
  return marks.map(({ message, fix }) => (fix ? <FieldFix key={message} fix={fix} /> : null))
}

// What the field holds already is no fix: the partner's marks stay until the next save.
function FieldFix({ fix }: { fix: MarkFix }) {
  const apply = useApplyFix()
  const { shape } = useRecord()
  const now: unknown[] = useWatch({ name: fix.sets.map(({ name }) => name) })
  const isDone = fix.sets.every(({ name, value }, place) => {
    const field = shapeAt(shape, name)
    return field && isLeaf(field) && toText(value, field) === now[place]
  })
  if (isDone && !fix.move) return null
  return (
    <button
      type="button"
      onClick={() => apply(fix)}
      className="max-w-full self-start text-left break-words text-xs font-medium text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {fixWords(fix)}
    </button>
  )
}

function wordOf({ from, severity }: Mark): string {
  if (from === 'partner') return 'Partner'
  return severity === 'error' ? 'Error' : 'Warning'
}

function OldWord({ name }: { name: string }) {
  const value: unknown = useWatch({ name })
  const { formState } = useFormContext()
  if (value === valueIn(formState.defaultValues, name)) return null
  return <span className="block text-ink-2">Changed. Save to check with the partner again.</span>
}

function valueIn(values: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null
          ? (at as { [key: string]: unknown })[part]
          : undefined,
      values,
    )
}
