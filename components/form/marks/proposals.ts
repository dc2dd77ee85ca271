'use client'
import { createContext, use, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRecord } from '#components/form/record-context.tsx'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { onlySure } from '#lib/rules/queue/proposals.ts'
import type { Mark, MarkFix } from './mark-store.ts'

/** A fix that stands ready beside a field. Enter takes it if it is the only sure one. */
export type Proposed = MarkFix & { isSure: boolean }

/**
 * What stands ready beside the fields in error, by control name. `isOpen`: a source that may know
 * the field has not answered, or could not be read, so no key takes what the others say. `onTaken`
 * is told of a proposal that Enter took; `enterWords` says what Enter does.
 */
export type Proposals = {
  at: ReadonlyMap<string, readonly Proposed[]>
  isOpen: (name: string) => boolean
  enterWords: (name: string) => string
  onTaken: (name: string) => void
}

/** A form for whose fields nothing is known. */
export const noProposals: Proposals = {
  at: new Map(),
  isOpen: () => false,
  enterWords: () => 'takes it',
  onTaken: () => undefined,
}
const none: readonly Proposed[] = []

/** Gives the fields of a form what stands ready beside them. */
export const ProposalsContext = createContext(noProposals)

/** What stands ready beside one field, and which of it Enter takes now. */
export type FieldProposals = {
  proposed: readonly Proposed[]
  /**
   * The one that Enter takes: undefined once something was typed, where several compete, and while
   * a source is open.
   */
  first: Proposed | undefined
}

/**
 * The fixes of a field's marks, and what is known of its value from elsewhere, without what the
 * field holds already.
 */
export function useFieldProposals(name: string, marks: readonly Mark[]): FieldProposals {
  const { at, isOpen } = use(ProposalsContext)
  const { shape, readOnly } = useRecord()
  const known = at.get(name) ?? none
  const all = useMemo(() => joined(marks, known), [marks, known])
  const { formState } = useFormContext()
  const names = useMemo(
    () => [...new Set([name, ...all.flatMap(({ sets }) => sets.map((set) => set.name))])],
    [name, all],
  )
  const values: unknown[] = useWatch({ name: names })
  const now = new Map(names.map((each, place) => [each, values[place]]))
  if (readOnly) return { proposed: none, first: undefined }
  const proposed = all.filter((fix) => fix.move !== undefined || !isDone(fix, shape, now))
  const isTouched = now.get(name) !== valueAt(formState.defaultValues, name)
  return { proposed, first: isTouched || isOpen(name) ? undefined : onlySure(proposed) }
}

// The partner's marks stay until the next save, also once the field holds what they ask for.
function isDone({ sets }: MarkFix, shape: ObjectShape, now: ReadonlyMap<string, unknown>): boolean {
  return sets.every(({ name, value }) => {
    const field = shapeAt(shape, name)
    return field !== undefined && isLeaf(field) && toText(value, field) === now.get(name)
  })
}

// One value is one proposal, with every source of it. What a check would write comes after what
// others know.
function joined(marks: readonly Mark[], known: readonly Proposed[]): readonly Proposed[] {
  const found = new Map<string, Proposed>()
  const own = marks.flatMap(({ fix }) => (fix ? [{ ...fix, isSure: true }] : []))
  for (const fix of [...known, ...own]) {
    const key = JSON.stringify([fix.sets, fix.move])
    const same = found.get(key)
    const source = [same?.source, fix.source].filter(Boolean).join(' · ')
    found.set(key, {
      ...(same ?? fix),
      isSure: fix.isSure || same?.isSure === true,
      ...(source && { source }),
    })
  }
  return [...found.values()]
}
