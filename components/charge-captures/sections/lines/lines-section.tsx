'use client'
import { useRef, useState } from 'react'
import { type KeyBinding, useKeys } from '#components/frame/keys/keys.ts'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { DraftRow } from '#lib/rules/edit/edit-data.ts'
import { lineColumns, lineGrid, linesAt } from './line-columns.ts'
import { LineFoot } from './line-foot.tsx'
import { LineRow } from './line-row.tsx'
import { createSelection } from './line-selection.ts'
import { useLinesAtWork } from './lines-at-work.ts'
import { PasteNotice } from '#components/charge-captures/sections/paste-notice.tsx'
import { useLineKeys } from './use-line-keys.ts'
import { useLineRows } from './use-line-rows.ts'
import { UnheldNeeds } from './unheld-needs.tsx'

/**
 * The service lines: a grid like a spreadsheet, one line per row, with the total of the charges.
 */
export function LinesSection() {
  const { readOnly } = useRecord()
  const { base } = useRecordField(linesAt)
  const { rows, actions } = useLineRows()
  const [selection] = useState(createSelection)
  const { handlers, told, forgetTold } = useLineKeys(actions, selection, readOnly)
  const { work, handlers: workHandlers } = useLinesAtWork()
  const grid = useRef<HTMLDivElement>(null)
  useKeys(readOnly ? lineReadKeys : lineKeys)
  const loadedAt = (row: DraftRow) =>
    row.$base !== null && Array.isArray(base) ? base[row.$base] : undefined
  const add = !readOnly && (
    <Button size="small" onClick={() => actions.add()}>
      Add line
    </Button>
  )
  return (
    <Section at={linesAt} title="Service lines" actions={add} flush>
      {/* Keys and pastes of the cells come up to here; the cells themselves are what has the focus. */}
      <div ref={grid} role="presentation" {...handlers} {...workHandlers}>
        <PasteNotice {...told} onClose={forgetTold} />
        <SideScroll className="pb-3">
          {/* No table element: parts of one cannot be left undrawn while they are out of view. */}
          <div role="table" aria-label="Service lines" className="min-w-168">
            <div role="rowgroup">
              <div role="row" className={classNames(lineGrid, 'text-xs font-medium text-ink-2')}>
                <span role="columnheader" className="pr-1.5 text-right">
                  #
                </span>
                {lineColumns.map((column) => (
                  <span
                    key={column.name}
                    role="columnheader"
                    title={column.hint}
                    className={classNames('truncate px-1.5 pb-1', column.isEnd && 'text-right')}
                  >
                    {column.label}
                  </span>
                ))}
                <span role="columnheader">
                  <span className="sr-only">Actions</span>
                </span>
              </div>
            </div>
            {rows.map((row, index) => (
              <LineRow
                key={row.key}
                index={index}
                count={rows.length}
                loaded={loadedAt(row)}
                actions={actions}
                selection={selection}
                work={work}
              />
            ))}
          </div>
          {rows.length === 0 && (
            <p className="px-4 pt-1 text-sm text-ink-3">No service lines yet.</p>
          )}
        </SideScroll>
      </div>
      <UnheldNeeds />
      <LineFoot grid={grid} />
    </Section>
  )
}

const group = 'In a service line'

/** The keys of the grid for the list of keys; the grid handles them itself. */
const lineKeys: readonly KeyBinding[] = [
  { keys: 'Enter', label: 'Same column, next line; adds one after the last', group },
  { keys: 'Shift+Enter', label: 'Same column, line above', group },
  { keys: 'ArrowUp ArrowDown', label: 'Line above, line below', group },
  { keys: 'Shift+ArrowUp ArrowDown', label: 'Select lines of a column', group },
  { keys: 'Mod+d', label: 'Fill down from above, or over the selection', group },
  { keys: 'Mod+v', label: 'Paste cells of a spreadsheet', group },
  { keys: 'Alt+ArrowUp', label: 'Move the line up', group },
  { keys: 'Alt+ArrowDown', label: 'Move the line down', group },
  { keys: 'Alt+Shift+ArrowDown', label: 'Copy the line', group },
  { keys: 'Alt+Delete', label: 'Delete the line', group },
  { keys: 'Mod+z', label: 'Undo a paste, a fill, or a line deleted, copied or moved', group },
]

/** The keys that a capture's reader may use: those that change nothing. */
const lineReadKeys: readonly KeyBinding[] = lineKeys.slice(1, 3)
