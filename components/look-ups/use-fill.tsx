'use client'
import { useState, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { revealField } from '#components/form/focus-control.ts'
import { useRecord } from '#components/form/record-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import type { Fill } from '#lib/rules/new-records/look-up-fill.ts'

type Filled = { name: string; before: string; after: string }[]

/**
 * Fills the fields below `at` from a looked-up record. Returns `fill`, and a note that lists the
 * filled fields and can undo the fill. The note goes once none of the fields holds its filled
 * value.
 */
export function useFill(at: string): { fill: (fill: Fill) => void; note: ReactNode } {
  const { shape } = useRecord()
  const { setValue, getValues } = useFormContext()
  const [filled, setFilled] = useState<Filled>([])
  const put = (name: string, text: string) => setValue(name, text, { shouldDirty: true })
  const fill = (values: Fill) => {
    const next: Filled = []
    for (const [path, after] of Object.entries(values)) {
      const name = `${at}.${path}`
      const member = shapeAt(shape, name)
      const before = (getValues(name) as string | undefined) ?? ''
      if (!member || !isLeaf(member) || before === after) continue
      put(name, after)
      // A person must see the filled fields: a folded part opens.
      if (after !== '') revealField(name)
      next.push({ name, before, after })
    }
    setFilled(next)
  }
  const undo = () => {
    for (const { name, before, after } of filled) if (getValues(name) === after) put(name, before)
    setFilled([])
  }
  return { fill, note: <FilledNote at={at} filled={filled} onUndo={undo} /> }
}

function FilledNote({ at, filled, onUndo }: { at: string; filled: Filled; onUndo: () => void }) {
  const values: unknown[] = useWatch({ name: filled.map(({ name }) => name) })
  const isCurrent = filled.some(({ after }, index) => values[index] === after)
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 text-xs text-ink-2">
      {isCurrent && (
        <>
          <span className="min-w-0 truncate">{filledText(at, filled)}</span>
          <Button tone="quiet" size="small" onClick={onUndo}>
            Undo
          </Button>
        </>
      )}
    </span>
  )
}

function filledText(at: string, filled: Filled): string {
  const put = labels(
    at,
    filled.filter(({ after }) => after !== ''),
  )
  const emptied = labels(
    at,
    filled.filter(({ after }) => after === ''),
  )
  return [put && `Filled ${put}.`, emptied && `Cleared ${emptied}: the record has none.`]
    .filter(Boolean)
    .join(' ')
}

function labels(at: string, filled: Filled): string {
  const words = filled.map(({ name }) =>
    name.slice(at.length + 1).includes('.') ? 'address' : fieldLabel(name.split('.').at(-1) ?? ''),
  )
  return [...new Set(words)]
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word))
    .join(', ')
}
