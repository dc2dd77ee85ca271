'use client'
import { Plus } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import {
  type Draft,
  type DraftRow,
  isBlankDraft,
  isUnreadable,
  newRow,
} from '#lib/rules/edit/edit-data.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'
import { focusControl } from './focus-control.ts'
import { useRecord, useRecordField } from './record-context.tsx'
import { Row } from './row-list-row.tsx'
import { Replaceable } from './unreadable-value.tsx'

type RowListProps = {
  /** The list's wire path. */
  at: string
  /** The noun for one row: "telephone". */
  noun: string
  /** A small heading above the rows. A list without rows is one button with this label. */
  title?: string
  /** Column headings above the rows, for rows that are one line of fields. */
  heads?: ReactNode
  /**
   * The CSS classes of such a line: a grid whose last column holds the row's buttons. Without them
   * each row is a block.
   */
  line?: string
  /** True if the order of the rows matters, so that the person can move them. */
  canMove?: boolean
  /** True if the person has just opened the list. An empty list then starts with a new row. */
  startsWithRow?: boolean
  /** Draws the fields of the row at `path`. `index` counts from 0. */
  children: (path: string, index: number) => ReactNode
}

/**
 * A list of objects, one in each row. A person can add, remove and move rows. A moved row keeps its
 * loaded values.
 */
export function RowList({
  at,
  noun,
  title,
  heads,
  line,
  canMove = false,
  startsWithRow = false,
  children,
}: RowListProps) {
  const { shape } = useRecord()
  const { base, readOnly } = useRecordField(at)
  const { getValues } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ name: at, keyName: 'key' })
  const list = useRef<HTMLDivElement>(null)
  const item = shapeAt(shape, `${at}.0`)!
  const rows = fields as unknown as (DraftRow & { key: string })[]
  const hasStarted = useRef(!startsWithRow || readOnly)
  useEffect(() => {
    // Add this row only once, so that it does not come back after the person deletes it.
    if (hasStarted.current) return
    hasStarted.current = true
    if (isBlankDraft(getValues(at) as Draft)) append(newRow(item), { shouldFocus: false })
  }, [append, at, getValues, item])
  const add = () => {
    append(newRow(item), { shouldFocus: false })
    requestAnimationFrame(() => focusControl(`${at}.${rows.length}`))
  }
  const focusButton = (name: string, index: number) =>
    requestAnimationFrame(() => {
      const buttons = [
        ...(list.current?.querySelectorAll<HTMLElement>(
          `[data-row-button="${CSS.escape(at)} ${name}"]`,
        ) ?? []),
      ]
      const button =
        buttons[Math.min(index, buttons.length - 1)] ??
        list.current?.querySelector<HTMLElement>(`[data-row-button="${CSS.escape(at)} add"]`)
      button?.focus()
    })
  const take = (index: number) => {
    remove(index)
    focusButton('delete', index)
  }
  const shift = (from: number, to: number) => {
    move(from, to)
    focusButton(to < from ? 'up' : 'down', to)
  }
  if (readOnly && rows.length === 0 && !isUnreadable(base, { kind: 'list', item })) return null
  const isButton = rows.length === 0 && title !== undefined
  const button = !readOnly && (
    <Button
      tone="quiet"
      size="small"
      className={isButton ? 'mt-2 mr-2 -ml-2' : 'mt-1.5 -ml-2'}
      data-row-button={`${at} add`}
      onClick={add}
    >
      <Plus aria-hidden="true" className="size-3.5" /> {isButton ? title : `Add ${noun}`}
    </Button>
  )
  const body = (
    <div ref={list} data-field={at} tabIndex={-1} className={isButton ? 'inline-block' : undefined}>
      {rows.length > 0 && heads}
      {rows.length > 0 && (
        <ul
          aria-label={title ?? noun}
          className={line === undefined ? 'flex flex-col gap-2.5' : 'flex flex-col gap-1.5'}
        >
          {rows.map((row, index) => (
            <Row
              key={row.key}
              at={at}
              index={index}
              count={rows.length}
              name={`${noun} ${index + 1}`}
              loaded={row.$base !== null && Array.isArray(base) ? base[row.$base] : undefined}
              line={line}
              onMove={canMove ? (to) => shift(index, to) : undefined}
              onRemove={() => take(index)}
            >
              {children(`${at}.${index}`, index)}
            </Row>
          ))}
        </ul>
      )}
      {button}
    </div>
  )
  return (
    <Replaceable
      name={at}
      label={title ?? noun}
      hideLabel
      isUnreadable={isUnreadable(base, { kind: 'list', item })}
      value={base}
    >
      {title === undefined || rows.length === 0 ? (
        body
      ) : (
        <fieldset className="mt-4 min-w-0 border-t border-line pt-3">
          <legend className="float-left mb-2 w-full text-xs font-semibold text-ink-2">
            {title}
          </legend>
          <div className="clear-both">{body}</div>
        </fieldset>
      )}
    </Replaceable>
  )
}
