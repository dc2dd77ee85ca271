'use client'
import { memo } from 'react'
import { hasError } from '#components/form/marks/mark-store.ts'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { cellLook, codeLook, selectedLook } from './line-cell-look.ts'

type LineTextProps = { name: string; text: string; isEnd?: boolean; isSelected: boolean }

/**
 * One cell of a line without focus or pointer: its control's value as text. Its marks are shown
 * under the row.
 */
export const LineText = memo(function LineText({
  name,
  text,
  isEnd = false,
  isSelected,
}: LineTextProps) {
  const { shape, base, readOnly } = useRecordField(name)
  const marks = useMarks(name)
  const isDate = shape?.kind === 'date' && isLocalDate(text)
  const isHalfDate = shape?.kind === 'date' && !isDate && text !== '' && text !== base
  return (
    <span
      data-cell={name}
      className={classNames(
        cellLook,
        'leading-[calc(var(--control-h)-2px)] whitespace-pre',
        // Overflowing text is clipped; but each clipped box is painted as a separate piece.
        !isDate && text.length > 7 && 'overflow-hidden',
        isDate && 'text-xs!',
        isEnd && 'text-right tabular-nums',
        codeLook(name),
        readOnly && 'border-line-strong bg-sunk',
        (hasError(marks) || isHalfDate) &&
          'relative z-1 border-red shadow-[inset_0_0_0_1px_var(--red)] forced-colors:border-3',
        isSelected && selectedLook,
      )}
    >
      {isDate ? formatLocalDate(text, { weekday: false }) : text}
    </span>
  )
})
