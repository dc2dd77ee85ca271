'use client'
import { useMemo, useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { isDateBox } from '#components/ui/date-input.tsx'
import { undoByKey } from '#components/form/undo-offer.ts'
import { showToast } from '#components/ui/toast.tsx'
import { countOf, lineNoun } from '#lib/core/count-of.ts'
import {
  type MendedCell,
  type PastedCell,
  type UnreadCell,
  placeBlock,
  readBlock,
} from '#lib/rules/lines/line-paste.ts'
import {
  type LineCellPlace,
  cellOf,
  columnNames,
  standInOf,
  focusCell,
  linesAt,
} from './line-columns.ts'
import { type LineSelection, linesOf } from './line-selection.ts'
import type { LineActions } from './use-line-rows.ts'

function pasteWords(filled: number, added: number, left: number): string {
  const parts = [`${countOf(filled, { one: 'cell', many: 'cells' })} filled`]
  if (added > 0) parts.push(`${countOf(added, lineNoun)} added`)
  if (left > 0) parts.push(`${left} couldn’t be read`)
  return `${parts.join(', ')}.`
}

/** The result of a paste: refused cells, and codes that were changed. */
type Told = { unread: readonly UnreadCell[]; mended: readonly MendedCell[] }

const nothingTold: Told = { unread: [], mended: [] }

// Up and down change the day of a date.
function isTextCell(target: unknown): boolean {
  return target instanceof HTMLInputElement && target.type === 'text' && !isDateBox(target)
}

/** The grid's handlers for keys, pastes and mouse presses. */
export function useLineKeys(actions: LineActions, selection: LineSelection, readOnly: boolean) {
  const { getValues } = useFormContext()
  const [told, setTold] = useState<Told>(nothingTold)
  const handlers = useMemo(() => {
    const step = ({ line, field }: LineCellPlace, by: 1 | -1): number | undefined => {
      // A line that cannot be read has no cells: the focus goes past it.
      for (let next = line + by; next >= 0 && next < actions.count(); next += by)
        if (focusCell({ line: next, field })) return next
      return undefined
    }
    const extend = (place: LineCellPlace, by: 1 | -1) => {
      const run = selection.read()
      const to = step(place, by)
      if (to !== undefined)
        selection.set({
          field: place.field,
          from: run?.field === place.field ? run.from : place.line,
          to,
        })
    }
    const fillDown = ({ line, field }: LineCellPlace) => {
      const run = selection.read()
      const { first, last } =
        run && run.from !== run.to ? linesOf(run) : { first: line - 1, last: line }
      const text: unknown = first < 0 ? undefined : getValues(`${linesAt}.${first}.${field}`)
      const isShut = columnNames.includes(field) && !standInOf({ line: first, field })
      if (typeof text !== 'string' || isShut)
        return showToast({ message: 'Nothing above to fill from.' })
      const cells = Array.from({ length: last - first }, (_, place) => ({
        row: first + 1 + place,
        column: field,
        text,
      }))
      actions.write(
        cells,
        () =>
          `${cells.length === 1 ? `Line ${last + 1}` : `Lines ${first + 2} to ${last + 1}`} filled from line ${first + 1}.`,
      )
    }
    const onKeyDown = (event: KeyboardEvent) => {
      undoByKey(event)
      const place = cellOf(event.target)
      if (!place || event.defaultPrevented) return
      const done = readOnly ? move(event, place) : move(event, place) || edit(event, place)
      if (done) event.preventDefault()
      const isModifier = ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)
      if (
        selection.read() &&
        !isModifier &&
        !(done && (event.shiftKey || event.ctrlKey || event.metaKey))
      )
        selection.set(undefined)
    }
    /** True where the key moved through the grid. */
    const move = (event: KeyboardEvent, place: LineCellPlace): boolean => {
      if (event.altKey || event.ctrlKey || event.metaKey || !columnNames.includes(place.field))
        return false
      const isText = isTextCell(event.target)
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
      if (by !== undefined && isText) {
        if (event.shiftKey) extend(place, by)
        else step(place, by)
        return true
      }
      if (event.key !== 'Enter') return false
      const moved = step(place, event.shiftKey ? -1 : 1)
      if (moved === undefined && !event.shiftKey && !readOnly) actions.add(place.field)
      return true
    }
    /** True where the key changed the lines. */
    const edit = (event: KeyboardEvent, place: LineCellPlace): boolean => {
      const { key, altKey, shiftKey } = event
      const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined
      if (altKey && shiftKey && by === 1) actions.copy(place.line, place.field)
      else if (altKey && !shiftKey && by !== undefined)
        actions.move(place.line, place.line + by, place.field)
      else if (altKey && key === 'Delete') actions.remove(place.line, place.field)
      else if (
        !altKey &&
        !shiftKey &&
        (event.ctrlKey || event.metaKey) &&
        key.toLowerCase() === 'd'
      )
        fillDown(place)
      else return false
      return true
    }
    const onPaste = (event: ClipboardEvent) => {
      const place = cellOf(event.target) ?? cellOf(document.activeElement)
      if (event.defaultPrevented || !place || readOnly || !columnNames.includes(place.field)) return
      const block = readBlock(event.clipboardData.getData('text/plain'))
      if (isTextCell(document.activeElement) && block.length === 1 && block[0]!.length === 1) return
      event.preventDefault()
      const placed = placeBlock(block, place.line, place.field, columnNames, actions.item)
      // A loaded value that cannot be read has no control, and nothing is written over it.
      const isShut = ({ row, column }: PastedCell) =>
        row < actions.count() && !standInOf({ line: row, field: column })
      const cells = placed.cells.filter((cell) => !isShut(cell))
      const mended = placed.mended.filter((cell) => !isShut(cell))
      const left = [...placed.unread, ...placed.cells.filter(isShut)]
      actions.write(
        cells,
        (added) => pasteWords(cells.length, added, left.length),
        () => setTold(nothingTold),
      )
      setTold({ unread: left, mended })
      focusCell(place)
    }
    const onMouseDown = (event: MouseEvent) => {
      const place = cellOf(event.target)
      const from = cellOf(document.activeElement)
      if (!event.shiftKey || !place || from?.field !== place.field || from.line === place.line)
        return selection.read() && selection.set(undefined)
      event.preventDefault()
      selection.set({ field: place.field, from: from.line, to: place.line })
    }
    // A press without a pointer, as assistive technology sends it.
    const onClick = ({ target }: MouseEvent) => {
      const place = cellOf(target)
      if (place && target instanceof HTMLElement && target.dataset.cell !== undefined)
        focusCell(place)
    }
    return { onKeyDown, onPaste, onMouseDown, onClick }
  }, [actions, selection, readOnly, getValues])
  return { handlers, told, forgetTold: () => setTold(nothingTold) }
}
