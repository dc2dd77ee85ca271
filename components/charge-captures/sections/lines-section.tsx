'use client'
import { useRef, useState } from 'react'
import { useKeys } from '#components/frame/keys.ts'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { lineColumns, linesAt } from './line-columns.ts'
import { LineFoot } from './line-foot.tsx'
import { lineKeys, lineReadKeys } from './line-keys.ts'
import { LineRow } from './line-row.tsx'
import { createSelection } from './line-selection.ts'
import { UnreadNotice } from './unread-notice.tsx'
import { useLineKeys } from './use-line-keys.ts'
import { useLineRows } from './use-line-rows.ts'

/** What was done: a grid that is worked like a spreadsheet, one line a row, with the total of the charges. */
export function LinesSection() {
  const { readOnly } = useRecord()
  const { base } = useRecordField(linesAt)
  const { rows, actions } = useLineRows()
  const [selection] = useState(createSelection)
  const { handlers, unread, forgetUnread } = useLineKeys(actions, selection, readOnly)
  const grid = useRef<HTMLDivElement>(null)
  useKeys(readOnly ? lineReadKeys : lineKeys)
  const loadedAt = (row: DraftRow) => (row.$base !== null && Array.isArray(base) ? base[row.$base] : undefined)
  const add = !readOnly && (
    <Button size="small" onClick={() => actions.add()}>
      Add line
    </Button>
  )
  return (
    <Section at={linesAt} title="Service lines" actions={add} flush>
      {/* Keys and pastes of the cells come up to here; the cells themselves are what has the focus. */}
      <div ref={grid} role="presentation" {...handlers}>
        <UnreadNotice cells={unread} onClose={forgetUnread} />
        <div className="overflow-x-auto pb-3">
          <table className="w-full min-w-168 table-fixed border-separate border-spacing-0">
            <thead>
              <tr className="text-left text-xs font-medium text-ink-2">
                <th scope="col" className="w-8 pr-1.5 text-right font-medium">
                  #
                </th>
                {lineColumns.map((column) => (
                  <th key={column.name} scope="col" title={column.hint} className={classNames('px-1.5 pb-1 font-medium', column.width, column.isEnd && 'text-right')}>
                    {column.label}
                  </th>
                ))}
                <th scope="col" className={readOnly ? 'w-10' : 'w-[8.1rem]'}>
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <LineRow key={row.key} index={index} isLast={index === rows.length - 1} loaded={loadedAt(row)} actions={actions} selection={selection} />
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className="px-4 pt-1 text-sm text-ink-3">No service line yet.</p>}
        </div>
      </div>
      <LineFoot grid={grid} />
    </Section>
  )
}
