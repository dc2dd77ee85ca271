'use client'
import { useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useRecord } from '#components/form/record-context.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { dropUndo, offerUndo } from '#components/form/undo-offer.ts'
import { copyOfRow, newRow, type DraftRow } from '#lib/rules/edit/edit-data.ts'
import type { PastedCell } from '#lib/rules/lines/line-paste.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { focusCell, linesAt } from './line-columns.ts'

/** The changes of lines. Lines count from 0; `field` is the column that keeps the focus. */
export type LineActions = {
  count: () => number
  item: ObjectShape
  add: (field?: string) => void
  copy: (line: number, field?: string) => void
  remove: (line: number, field?: string) => void
  move: (line: number, to: number, field?: string) => void
  /**
   * Writes texts into cells as one change that can be undone, and announces it; adds lines behind
   * the last one.
   */
  write: (
    cells: readonly PastedCell[],
    words: (added: number) => string,
    onTakenBack?: () => void,
  ) => void
}

type Row = DraftRow & { key: string }

/**
 * The rows of the grid and their actions. Each action updates the screen and the focus before it
 * returns, because the next key may already be pressed.
 */
export function useLineRows(): { rows: readonly Row[]; actions: LineActions } {
  const { shape } = useRecord()
  const { getValues, setValue } = useFormContext()
  const { fields, append, insert, remove, move } = useFieldArray({ name: linesAt, keyName: 'key' })
  const item = shapeAt(shape, `${linesAt}.0`) as ObjectShape
  // A line that is moved step by step: where it was before and where it is now. Anything else done
  // to lines ends that.
  const walk = useRef<{ from: number; to: number }>(undefined)
  // A save gives every row another origin, so that what was taken out of them no longer fits.
  useFormPulse((_, replaced) => {
    if (!replaced) return
    dropUndo()
    walk.current = undefined
  })
  useEffect(() => dropUndo, [])
  const actions = useMemo((): LineActions => {
    const lines = () => (getValues(linesAt) ?? []) as DraftRow[]
    const nameOf = ({ row, column }: PastedCell) => `${linesAt}.${row}.${column}`
    const quiet = { shouldFocus: false }
    const change = (run: () => void) => {
      dropUndo()
      walk.current = undefined
      flushSync(run)
    }
    const arrange = (run: () => void, line: number, field = 'procedure_code') => {
      change(run)
      focusCell({ line: Math.max(0, Math.min(line, lines().length - 1)), field })
    }
    const take = (line: number, next: number, field?: string) => {
      const row = structuredClone(lines()[line]!)
      arrange(() => remove(line), next, field)
      offerUndo(`Line ${line + 1} deleted.`, () =>
        arrange(() => insert(line, row, quiet), line, field),
      )
    }
    return {
      count: () => lines().length,
      item,
      add: (field) => arrange(() => append(newRow(item), quiet), lines().length, field),
      copy(line, field) {
        // A copy is a new row with what can be seen of the old one; the line's own id is never
        // repeated.
        arrange(
          () => insert(line + 1, { ...copyOfRow(lines()[line]!), external_id: '' }, quiet),
          line + 1,
          field,
        )
        // Without an offer of its own: the key pressed again must not bring the copy back, with its
        // charge.
        offerUndo(`Line ${line + 1} copied.`, () => arrange(() => remove(line + 1), line, field))
      },
      remove: (line, field) => take(line, line, field),
      move(line, to, field) {
        if (to < 0 || to >= lines().length) return
        const from = walk.current?.to === line ? walk.current.from : line
        arrange(() => move(line, to), to, field)
        if (from === to) return
        walk.current = { from, to }
        offerUndo(`Line ${from + 1} moved to line ${to + 1}.`, () =>
          arrange(() => move(to, from), from, field),
        )
      },
      write(cells, words, onTakenBack) {
        const count = lines().length
        const written = cells.filter(({ row }) => row < count)
        const before = written.map((cell) => ({
          name: nameOf(cell),
          text: getValues(nameOf(cell)) as string,
        }))
        const last = cells.reduce((most, { row }) => Math.max(most, row), -1)
        const added = Array.from({ length: Math.max(0, last + 1 - count) }, (_, place) => {
          const texts = cells
            .filter(({ row }) => row === count + place)
            .map(({ column, text }) => [column, text])
          return { ...newRow(item), ...Object.fromEntries(texts) } as DraftRow
        })
        change(() => {
          for (const cell of written) setValue(nameOf(cell), cell.text)
          if (added.length > 0) append(added, quiet)
        })
        offerUndo(words(added.length), () => {
          for (const { name, text } of before) setValue(name, text)
          if (added.length > 0) remove(added.map((_, place) => count + place))
          onTakenBack?.()
        })
      },
    }
  }, [append, insert, remove, move, getValues, setValue, item])
  return { rows: fields as unknown as Row[], actions }
}
