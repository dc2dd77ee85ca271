'use client'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fixWords } from './fix-words.ts'
import type { Mark } from './mark-store.ts'
import { useApplyFix } from '#components/form/use-apply-fix.ts'

/** The marks of a field, under its control. Once the field is changed, the partner's message is out of date. */
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
  const apply = useApplyFix()
  return marks.map(({ message, fix }) =>
    fix ? (
      <button
        key={message}
        type="button"
        onClick={() => apply(fix)}
        className="max-w-full self-start text-left break-words text-xs font-medium text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {fixWords(fix)}
      </button>
    ) : null,
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
      (at, part) => (typeof at === 'object' && at !== null ? (at as { [key: string]: unknown })[part] : undefined),
      values,
    )
}
