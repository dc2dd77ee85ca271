'use client'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useApplyFix } from '#components/form/use-apply-fix.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { fixWords } from './fix-words.ts'
import type { Mark } from './mark-store.ts'
import { ProposalsContext, useFieldProposals } from './proposals.ts'

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

/**
 * What stands ready beside a field: a button for each value, with where it comes from. They are not
 * part of the field's description. Nothing is written before one is taken; Enter in the field takes
 * the only sure one, while nothing was typed.
 */
export function FieldFixes({ name, marks }: { name: string; marks: readonly Mark[] }) {
  const { proposed, first } = useFieldProposals(name, marks)
  const { enterWords, isOpen, onTaken } = use(ProposalsContext)
  const apply = useApplyFix()
  const latest = useRef({ first, onTaken, apply })
  useEffect(() => {
    latest.current = { first, onTaken, apply }
  })
  const hasFirst = first !== undefined
  useEffect(() => {
    // Every key of the page comes by: only a field that has something to take listens.
    if (!hasFirst) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const fix = latest.current.first
      if (!fix || event.key !== 'Enter' || event.defaultPrevented) return
      const { target, ctrlKey, metaKey, altKey, shiftKey } = event
      if (!(target instanceof HTMLInputElement) || target.name !== name) return
      if (ctrlKey || metaKey || altKey || shiftKey) return
      event.preventDefault()
      latest.current.apply(fix)
      latest.current.onTaken(name)
    }
    // Before a form around the field hears it: there, Enter saves what was typed.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [name, hasFirst])
  if (proposed.length === 0) return null
  return (
    <ul aria-label="Proposals" className="flex flex-col gap-1">
      {isOpen(name) && (
        <li className="text-xs text-ink-2">Enter waits until every source has answered.</li>
      )}
      {proposed.map((fix) => (
        <li key={JSON.stringify(fix.sets)} className="flex flex-wrap items-center gap-x-2 text-xs">
          <button
            type="button"
            onClick={() => apply(fix)}
            className="max-w-full rounded-control border border-dashed border-accent px-1.5 py-0.5 text-left font-medium break-words text-accent hover:bg-accent-tint"
          >
            {fixWords(fix)}
          </button>
          {fix === first && (
            <span className="text-ink-2">
              <Kbd keys="Enter" /> {enterWords(name)}
            </span>
          )}
          {fix.source && <span className="min-w-0 break-words text-ink-2">{fix.source}</span>}
        </li>
      ))}
    </ul>
  )
}

function wordOf({ from, severity }: Mark): string {
  if (from === 'partner') return 'Partner'
  return severity === 'error' ? 'Error' : 'Warning'
}

function OldWord({ name }: { name: string }) {
  const value: unknown = useWatch({ name })
  const { formState } = useFormContext()
  if (value === valueAt(formState.defaultValues, name)) return null
  return <span className="block text-ink-2">Changed. Save to check with the partner again.</span>
}
