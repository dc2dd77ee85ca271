'use client'
import { memo, useState, type ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldMarks } from '#components/form/marks/field-marks.tsx'
import { focusControl } from '#components/form/focus-control.ts'
import { hasError } from '#components/form/marks/mark-store.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { classNames } from '#components/ui/class-names.ts'
import { DateBox } from '#components/ui/date-input.tsx'
import type { Json } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { cellLook, codeLook, selectedLook } from './line-cell-look.ts'

type LineCellProps = { name: string; label: string; isEnd?: boolean; isSelected: boolean }

// The one in focus lies above its neighbours. Only such a one is placed: each placed element is
// painted by itself, and many of them are slow to paint with every key. Its size is given then, so
// that what is typed lays out nothing but it.
const cellStyle = classNames(
  cellLook,
  'scroll-mt-40 scroll-mb-32 hover:border-ink-3 focus:relative focus:z-2 focus:[contain:size_layout_style] focus-visible:-outline-offset-2 aria-invalid:relative aria-invalid:z-1 aria-invalid:border-red aria-invalid:shadow-[inset_0_0_0_1px_var(--red)] [&[readonly]]:border-line-strong [&[readonly]]:bg-sunk disabled:border-line-strong disabled:bg-sunk disabled:text-ink-2',
)

/**
 * One cell of the grid. It holds its own text, so that typing redraws nothing. Its marks are shown
 * under the row.
 */
export const LineCell = memo(function LineCell({
  name,
  label,
  isEnd = false,
  isSelected,
}: LineCellProps) {
  const { shape, base, readOnly } = useRecordField(name)
  const marks = useMarks(name)
  const { register, getValues } = useFormContext()
  const [isReplacing, setReplacing] = useState(false)
  if (!shape) return null
  if (isUnreadable(base, shape) && !isReplacing && !getValues(name)) {
    const replace = () => {
      setReplacing(true)
      requestAnimationFrame(() => focusControl(name))
    }
    return (
      <UnreadableValue
        name={name}
        label={label}
        hideLabel
        value={base}
        marks={marks}
        onReplace={readOnly ? undefined : replace}
      />
    )
  }
  const messageId = `messages-${name}`
  const control = {
    ...register(name),
    'aria-label': label,
    'aria-invalid': hasError(marks) || undefined,
    'aria-describedby': marks.length > 0 ? messageId : undefined,
    className: classNames(
      cellStyle,
      isEnd && 'text-right tabular-nums',
      isSelected && selectedLook,
    ),
  }
  return (
    <>
      <Control
        control={control}
        shape={shape}
        loaded={base}
        shown={(getValues(name) as string | undefined) ?? ''}
        readOnly={readOnly}
      />
      {marks.length > 0 && (
        <span id={messageId} className="sr-only">
          <FieldMarks name={name} marks={marks} />
        </span>
      )}
    </>
  )
})

type ControlProps = {
  control: ComponentProps<'input'> & { name: string; className: string }
  shape: FieldShape
  loaded: Json | undefined
  shown: string
  readOnly: boolean
}

function Control({ control, shape, loaded, shown, readOnly }: ControlProps) {
  const field = control.name.split('.').at(-1)!
  // Long lists of codes are typed: two digits are quicker than fifty places, and fifty lines need
  // no fifty lists.
  if (shape.kind === 'choice' && shape.values.length < 10) {
    return (
      <select
        {...(control as unknown as ComponentProps<'select'>)}
        defaultValue={shown}
        disabled={readOnly}
      >
        <option value="">–</option>
        {[...new Set([...shape.values, shown])].filter(Boolean).map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    )
  }
  // A loaded date that no calendar has is shown as the text that it is.
  if (shape.kind === 'date' && (shown === '' || isLocalDate(shown) || shown !== loaded)) {
    // Without a calendar, for which there is no room.
    return (
      <DateBox
        {...control}
        keepsText
        defaultValue={shown}
        readOnly={readOnly}
        className={classNames(
          control.className,
          'pr-0! text-xs! tabular-nums [&:invalid:not(:focus)]:border-red',
        )}
      />
    )
  }
  const style = classNames(control.className, codeLook(field))
  const keyboard =
    shape.kind === 'cents' || field === 'quantity'
      ? 'decimal'
      : shape.kind === 'choice'
        ? 'numeric'
        : undefined
  return (
    <input
      {...control}
      type="text"
      autoComplete="off"
      spellCheck={false}
      inputMode={keyboard}
      defaultValue={shown}
      readOnly={readOnly}
      className={style}
    />
  )
}
