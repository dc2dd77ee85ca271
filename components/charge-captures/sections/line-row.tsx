'use client'
import { ArrowDown, ArrowUp, ChevronRight, Copy, Trash2 } from 'lucide-react'
import { memo, useState, useSyncExternalStore } from 'react'
import { useReveal } from '#components/form/fold.tsx'
import { RowScope, useRecord } from '#components/form/record-context.tsx'
import { RowMarks } from '#components/form/row-marks.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { useMarkCount } from '#components/form/use-marks.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Json } from '#lib/core/json.ts'
import { isUnreadable } from '#lib/rules/edit-data.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { LineCell } from './line-cell.tsx'
import { columnNames, lineColumns, linesAt } from './line-columns.ts'
import { LineMore } from './line-more.tsx'
import type { LineSelection } from './line-selection.ts'
import { selectedIn } from './line-selection.ts'
import type { LineActions } from './use-line-rows.ts'

type LineRowProps = { index: number; isLast: boolean; loaded: Json | undefined; actions: LineActions; selection: LineSelection }

/** One service line: its main fields as cells of the grid, the rest folded under it and drawn once it is opened. */
export const LineRow = memo(function LineRow({ index, isLast, loaded, actions, selection }: LineRowProps) {
  const { readOnly } = useRecord()
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  const fold = useReveal<HTMLTableRowElement>(() => setOpen(true))
  const read = () => selectedIn(selection.read(), index)
  const selected = useSyncExternalStore(selection.subscribe, read, read)
  const path = `${linesAt}.${index}`
  const rest = lineColumns.length + 2
  if (isUnreadable(loaded, actions.item)) {
    return (
      <tr>
        <LineNumber index={index} />
        <td colSpan={lineColumns.length} className="py-1.5">
          <UnreadableValue name={path} label={`Line ${index + 1}`} hideLabel value={loaded} />
        </td>
        <td>{!readOnly && <DeleteButton index={index} actions={actions} />}</td>
      </tr>
    )
  }
  return (
    <RowScope at={path} base={loaded}>
      {/* A layer of its own, so that a key repaints this row and not the whole page. */}
      <tr className="relative z-0 align-top focus-within:z-1" data-field={path} tabIndex={-1}>
        <LineNumber index={index} />
        {lineColumns.map(({ name, label, isEnd }) => (
          <td key={name} className="p-0">
            <LineCell name={`${path}.${name}`} label={`${label}, line ${index + 1}`} isEnd={isEnd} isSelected={selected === name} />
          </td>
        ))}
        <td className="pt-0.5 pr-1 pl-1">
          <span className="flex *:w-6!">
            <MoreButton index={index} open={open} onPress={() => setOpen(!open)} />
            {!readOnly && (
              <>
                <IconButton size="small" label={`Move line ${index + 1} up`} shortcut="Alt+↑" icon={<ArrowUp aria-hidden="true" className="size-3.5" />} disabled={index === 0} onClick={() => actions.move(index, index - 1)} />
                <IconButton size="small" label={`Move line ${index + 1} down`} shortcut="Alt+↓" icon={<ArrowDown aria-hidden="true" className="size-3.5" />} disabled={isLast} onClick={() => actions.move(index, index + 1)} />
                <IconButton size="small" label={`Copy line ${index + 1}`} shortcut="Alt+Shift+↓" icon={<Copy aria-hidden="true" className="size-3.5" />} onClick={() => actions.copy(index)} />
                <DeleteButton index={index} actions={actions} />
              </>
            )}
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={rest} className="pr-3 pl-9 *:pb-2">
          <RowMarks at={path} names={columnNames} />
        </td>
      </tr>
      <tr hidden={!open} ref={fold} data-fold="" data-covers={wasOpen ? undefined : foldedPaths(actions.item, path)}>
        <td colSpan={rest} className="border-b border-line pt-3 pr-3 pb-4 pl-10">
          {wasOpen && <LineMore at={path} />}
        </td>
      </tr>
    </RowScope>
  )
})

// Until they are drawn, the fold stands for the fields in it.
function foldedPaths({ members }: ObjectShape, path: string): string {
  return Object.keys(members).filter((name) => !columnNames.includes(name)).map((name) => `${path}.${name}`).join(' ')
}

function LineNumber({ index }: { index: number }) {
  return <td className="pt-2 pr-1.5 text-right text-xs text-ink-3 tabular-nums">{index + 1}</td>
}

function MoreButton({ index, open, onPress }: { index: number; open: boolean; onPress: () => void }) {
  const path = `${linesAt}.${index}`
  const { marks } = useRecord()
  const inCells = columnNames.filter((name) => marks.at(`${path}.${name}`).some(({ severity }) => severity === 'error')).length
  const folded = useMarkCount(path).errors - inCells
  return (
    <span className="relative">
      <IconButton
        size="small"
        className="w-6!"
        label={`${open ? 'Hide' : 'Show'} more of line ${index + 1}${folded > 0 ? `, ${folded} ${folded === 1 ? 'field' : 'fields'} in error` : ''}`}
        aria-expanded={open}
        icon={<ChevronRight aria-hidden="true" className={open ? 'size-3.5 rotate-90' : 'size-3.5'} />}
        onClick={onPress}
      />
      {folded > 0 && (
        <span aria-hidden="true" className="pointer-events-none absolute -top-0.5 -right-0.5 flex size-3.5 items-center justify-center rounded-full bg-red text-[0.5625rem] font-semibold text-panel">
          {folded}
        </span>
      )}
    </span>
  )
}

function DeleteButton({ index, actions }: { index: number; actions: LineActions }) {
  return <IconButton size="small" label={`Delete line ${index + 1}`} shortcut="Alt+Delete" icon={<Trash2 aria-hidden="true" className="size-3.5" />} onClick={() => actions.remove(index)} />
}
