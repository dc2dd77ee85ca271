'use client'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Json } from '#lib/core/json.ts'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'
import { MarkList } from './marks/mark-list.tsx'
import { RowScope, useRecord } from './record-context.tsx'
import { Replaceable } from './unreadable-value.tsx'

type RowProps = {
  at: string
  index: number
  count: number
  name: string
  loaded: Json | undefined
  line: string | undefined
  onMove: ((to: number) => void) | undefined
  onRemove: () => void
  children: ReactNode
}

/** One row of a list with its buttons: a line of fields, or a block with a heading. */
export function Row({
  at,
  index,
  count,
  name,
  loaded,
  line,
  onMove,
  onRemove,
  children,
}: RowProps) {
  const { shape, readOnly } = useRecord()
  const path = `${at}.${index}`
  const buttons = !readOnly && (
    <span className={line === undefined ? 'flex shrink-0' : 'flex shrink-0 justify-end pt-0.5'}>
      {onMove && (
        <IconButton
          size="small"
          data-row-button={`${at} up`}
          label={`Move ${name} up`}
          disabled={index === 0}
          icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
          onClick={() => onMove(index - 1)}
        />
      )}
      {onMove && (
        <IconButton
          size="small"
          data-row-button={`${at} down`}
          label={`Move ${name} down`}
          disabled={index === count - 1}
          icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
          onClick={() => onMove(index + 1)}
        />
      )}
      <IconButton
        size="small"
        data-row-button={`${at} delete`}
        label={`Delete ${name}`}
        icon={<Trash2 aria-hidden="true" className="size-3.5" />}
        onClick={onRemove}
      />
    </span>
  )
  const unreadable = isUnreadable(loaded, shapeAt(shape, path)!)
  const fields = (
    <Replaceable
      name={path}
      label={name}
      hideLabel
      className="col-[1/-2]"
      isUnreadable={unreadable}
      value={loaded}
    >
      {children}
    </Replaceable>
  )
  return (
    <RowScope at={path} base={loaded}>
      <li
        data-field={path}
        tabIndex={-1}
        className={line ?? 'rounded-control border border-line px-3 pt-1 pb-3'}
      >
        {line === undefined && (
          <div className="flex min-h-8 items-center justify-between gap-2">
            <span className="text-xs font-medium text-ink-2 first-letter:uppercase">{name}</span>
            {buttons}
          </div>
        )}
        <MarkList name={path} className="col-span-full pb-1 text-sm" />
        {line === undefined ? (
          <div role="group" aria-label={name}>
            {fields}
          </div>
        ) : (
          fields
        )}
        {line !== undefined && buttons}
      </li>
    </RowScope>
  )
}
