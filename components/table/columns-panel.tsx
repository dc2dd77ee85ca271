'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { controlStyle } from '#components/ui/control-style.ts'
import {
  leastWidth,
  mostWidth,
  moveColumn,
  standardPreference,
  type TablePreference,
} from './table-preference.ts'

type PanelColumn = { id: string; header: string; isMain?: true; isOptional?: true }

type ColumnsPanelProps = {
  anchor: HTMLElement
  columns: readonly PanelColumn[]
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
  onClose: () => void
}

/**
 * Which columns are shown, in which order and how wide: everything that the mouse does in the
 * header, by keyboard too.
 */
export function ColumnsPanel({
  anchor,
  columns,
  preference,
  onPreference,
  onClose,
}: ColumnsPanelProps) {
  // The width boxes keep what is being typed; a reset makes them anew.
  const [resets, setResets] = useState(0)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const setHidden = (id: string, isShown: boolean) =>
    onPreference({
      ...preference,
      hidden: isShown
        ? preference.hidden.filter((hidden) => hidden !== id)
        : [...preference.hidden, id],
    })
  const setWidth = (id: string, typed: string) => {
    const { [id]: _, ...others } = preference.widths
    const width = Math.round(Number(typed))
    if (typed === '') onPreference({ ...preference, widths: others })
    else if (width >= leastWidth && width <= mostWidth)
      onPreference({ ...preference, widths: { ...others, [id]: width } })
  }
  return (
    <Popover anchor={anchor} onClose={onClose} label="Columns" align="end" className="w-92 p-3">
      <ol className="flex max-h-[60dvh] flex-col gap-0.5 overflow-y-auto">
        {preference.order.map((id, place) => {
          const column = byId.get(id)
          if (!column) return null
          return (
            <li key={id} className="flex h-9 items-center gap-1">
              <Checkbox
                checked={!preference.hidden.includes(id)}
                disabled={column.isMain}
                onChange={(event) => setHidden(id, event.target.checked)}
                className="mr-auto"
              >
                {column.header}
              </Checkbox>
              <input
                key={resets}
                type="number"
                aria-label={`Width of ${column.header} in pixels`}
                min={leastWidth}
                max={mostWidth}
                step={10}
                // Without a width of its own, a column's width follows what its rows hold.
                placeholder="auto"
                defaultValue={preference.widths[id]}
                onChange={(event) => setWidth(id, event.target.value)}
                className={controlStyle('h-7! w-18! px-1.5! text-sm!')}
              />
              <IconButton
                size="small"
                label={`Move ${column.header} left`}
                icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
                disabled={place === 0}
                onClick={() =>
                  onPreference({ ...preference, order: moveColumn(preference.order, id, -1) })
                }
              />
              <IconButton
                size="small"
                label={`Move ${column.header} right`}
                icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
                disabled={place === preference.order.length - 1}
                onClick={() =>
                  onPreference({ ...preference, order: moveColumn(preference.order, id, 1) })
                }
              />
            </li>
          )
        })}
      </ol>
      <div className="mt-2 flex gap-2 border-t border-line pt-2.5">
        <Button
          size="small"
          onClick={() => {
            onPreference(standardPreference(columns))
            setResets(resets + 1)
          }}
        >
          Standard columns
        </Button>
      </div>
    </Popover>
  )
}
