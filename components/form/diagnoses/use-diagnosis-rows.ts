'use client'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useOfferRowMover, useRecord, valueAt } from '#components/form/record-context.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { isUnreadable, newRow, type DraftRow } from '#lib/rules/edit/edit-data.ts'
import { type FieldShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import {
  type Moved,
  afterMoving,
  afterRemoving,
  newTargetWords,
  restorePointers,
  repoint,
  repointLines,
  repointWords,
} from '#lib/rules/lines/repoint.ts'
import { dropUndo, offerUndo } from '#components/form/undo-offer.ts'

/** The paths of the diagnoses in the edited body, and of the service lines that point at them. */
export type DiagnosisPlace = { at: string; linesAt: string }

/** The changes of diagnoses. They count from 0; `field` is the control that keeps the focus. */
export type DiagnosisActions = {
  item: FieldShape
  add: () => void
  remove: (index: number) => void
  move: (index: number, to: number, field?: string) => void
}

type Row = DraftRow & { key: string }

const pointersShape: FieldShape = { kind: 'list', item: { kind: 'number' } }

/**
 * The diagnoses and their actions. The lines' pointers change in the same step, so that a letter
 * never points to another diagnosis than before. A message reports the change and offers to undo
 * it.
 */
export function useDiagnosisRows({ at, linesAt }: DiagnosisPlace): {
  rows: readonly Row[]
  actions: DiagnosisActions
} {
  const { shape, base } = useRecord()
  const { getValues, setValue } = useFormContext()
  const { fields, append, insert, remove, move } = useFieldArray({ name: at, keyName: 'key' })
  const item = shapeAt(shape, `${at}.0`)!
  const actions = useMemo((): DiagnosisActions => {
    const lines = () => (getValues(linesAt) ?? []) as DraftRow[]
    const count = () => ((getValues(at) ?? []) as DraftRow[]).length
    const letters = () =>
      lines().map((line) =>
        typeof line.diagnosis_pointers === 'string' ? line.diagnosis_pointers : '',
      )
    const write = (line: number, text: string) =>
      setValue(`${linesAt}.${line}.diagnosis_pointers`, text)
    // Pointers of another type stay as they came, and may name another diagnosis now: that has to
    // be said.
    const unread = () =>
      lines().flatMap((line, place) =>
        line.diagnosis_pointers === '' &&
        line.$base !== null &&
        isUnreadable(valueAt(base, `${linesAt}.${line.$base}.diagnosis_pointers`), pointersShape)
          ? [place]
          : [],
      )
    const rearrange = (moved: Moved, change: () => void, words: string) => {
      const before = letters()
      const changes = repointLines(before, moved)
      const left = unread()
      const after = before.map((text) => repoint(text, moved))
      dropUndo()
      flushSync(() => {
        for (const { line, after: text } of changes) write(line, text)
        change()
      })
      const isLoss = left.length > 0 || changes.some(({ after: text }) => text.trim() === '')
      return {
        was: before.map((text, line) => ({ before: text, after: after[line]! })),
        words: `${words} ${repointWords(changes, left)}`.trim(),
        tone: isLoss ? ('amber' as const) : ('grey' as const),
      }
    }
    const shift = (index: number, to: number, field = 'code') => {
      const { words, tone } = rearrange(
        afterMoving(index, to),
        () => move(index, to),
        `Diagnosis ${letterOf(index)} moved to ${letterOf(to)}.`,
      )
      focusDiagnosis(at, to, field)
      offerUndo(words, () => shift(to, index, field), tone)
    }
    return {
      item,
      add() {
        dropUndo()
        flushSync(() => append(newRow(item), { shouldFocus: false }))
        focusDiagnosis(at, count() - 1)
        const awaited = newTargetWords(letters(), count() - 1)
        if (awaited !== '') showToast({ message: awaited, tone: 'amber' })
      },
      remove(index) {
        const row = structuredClone(getValues(`${at}.${index}`)) as DraftRow
        const { was, words, tone } = rearrange(
          afterRemoving(index, count()),
          () => remove(index),
          `Diagnosis ${letterOf(index)} deleted.`,
        )
        focusDiagnosis(at, Math.min(index, count() - 1))
        const undo = () => {
          const texts = restorePointers(letters(), was, index)
          flushSync(() => {
            insert(index, row, { shouldFocus: false })
            for (const [line, text] of texts.entries()) write(line, text)
          })
          focusDiagnosis(at, index)
        }
        offerUndo(words, undo, tone)
      },
      move: (index, to, field) => {
        if (to >= 0 && to < count()) shift(index, to, field)
      },
    }
  }, [append, insert, remove, move, getValues, setValue, item, base, at, linesAt])
  useOfferRowMover(at, actions.move)
  return { rows: fields as unknown as Row[], actions }
}

function focusDiagnosis(at: string, index: number, field = 'code'): void {
  document.querySelector<HTMLElement>(`[name="${CSS.escape(`${at}.${index}.${field}`)}"]`)?.focus()
}
