'use client'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { memo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useReveal } from '#components/form/fold.tsx'
import { RowScope, useRecord, valueAt } from '#components/form/record-context.tsx'
import { RowMarks } from '#components/form/marks/row-marks.tsx'
import { ShapeFields } from '#components/form/shape-fields.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { useMarkCount } from '#components/form/marks/use-marks.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Json } from '#lib/core/json.ts'
import { countOf, fieldNoun } from '#lib/core/count-of.ts'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { LineCell } from './line-cell.tsx'
import { columnNames, lineColumns, lineGrid, linesAt } from './line-columns.ts'
import { type LineSelection, selectedIn } from './line-selection.ts'
import { LineText } from './line-text.tsx'
import { useIsAtWork, workIn, type LinesAtWork } from './lines-at-work.ts'
import type { LineActions } from './use-line-rows.ts'
import { useLineTexts } from './use-line-texts.ts'

// A line out of view is not drawn. It overlaps the one above by a pixel, so that cells share their
// edges, and lies above its neighbours while it is worked in. Only then do the signs on its buttons
// show, where there is a pointer to hover with: each sign is scaled, which makes it a piece of the
// picture by itself (decision 0020).
const lineStyle =
  'relative -mb-px [content-visibility:auto] focus-within:z-1 [@media(hover:hover)_and_(forced-colors:none)]:not-hover:not-focus-within:[&_[data-line-buttons]_svg]:invisible'

type LineRowProps = {
  index: number
  count: number
  loaded: Json | undefined
  actions: LineActions
  selection: LineSelection
  work: LinesAtWork
}

/**
 * One service line: its main fields as cells of the grid, the rest folded under it and drawn once
 * it is opened.
 */
export const LineRow = memo(function LineRow({
  index,
  count,
  loaded,
  actions,
  selection,
  work,
}: LineRowProps) {
  const { readOnly } = useRecord()
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  const fold = useReveal<HTMLDivElement>(() => setOpen(true))
  const row = useReveal<HTMLDivElement>(() => workIn(work, index))
  const read = () => selectedIn(selection.read(), index)
  const selected = useSyncExternalStore(selection.subscribe, read, read)
  const path = `${linesAt}.${index}`
  const hasUnreadable = columnNames.some((name) =>
    isUnreadable(valueAt(loaded, name), shapeAt(actions.item, name)!),
  )
  const isAtWork = useIsAtWork(work, index, count) || hasUnreadable
  if (isUnreadable(loaded, actions.item)) {
    return (
      <div role="rowgroup">
        <div role="row" className={lineGrid}>
          <LineNumber index={index} />
          <div role="cell" aria-colspan={lineColumns.length} className="col-[2/-2] py-1.5">
            <UnreadableValue name={path} label={`Line ${index + 1}`} hideLabel value={loaded} />
          </div>
          <div role="cell">{!readOnly && <DeleteButton index={index} actions={actions} />}</div>
        </div>
      </div>
    )
  }
  return (
    <RowScope at={path} base={loaded}>
      <LineBox path={path} index={index}>
        {/* Whatever is about to focus a field of a line that is text makes controls of its cells first. */}
        <div
          role="row"
          className={lineGrid}
          ref={row}
          data-field={path}
          data-fold={isAtWork ? undefined : ''}
          data-covers={isAtWork ? undefined : cellPaths(path)}
          tabIndex={-1}
        >
          <LineNumber index={index} />
          {isAtWork ? (
            lineColumns.map(({ name, label, isEnd }) => (
              <div key={name} role="cell" className="min-w-0">
                <LineCell
                  name={`${path}.${name}`}
                  label={`${label}, line ${index + 1}`}
                  isEnd={isEnd}
                  isSelected={selected === name}
                />
              </div>
            ))
          ) : (
            <LineTexts path={path} selected={selected} />
          )}
          <div role="cell" data-line-buttons="" className="flex px-1 pt-0.5 *:w-6!">
            <MoreButton index={index} open={open} onPress={() => setOpen(!open)} />
            {isAtWork && !readOnly && (
              <>
                <IconButton
                  size="small"
                  label={`Move line ${index + 1} up`}
                  shortcut="Alt+↑"
                  icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
                  disabled={index === 0}
                  onClick={() => actions.move(index, index - 1)}
                />
                <IconButton
                  size="small"
                  label={`Move line ${index + 1} down`}
                  shortcut="Alt+↓"
                  icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
                  disabled={index === count - 1}
                  onClick={() => actions.move(index, index + 1)}
                />
                <IconButton
                  size="small"
                  label={`Copy line ${index + 1}`}
                  shortcut="Alt+Shift+↓"
                  icon={<Copy aria-hidden="true" className="size-3.5" />}
                  onClick={() => actions.copy(index)}
                />
                <DeleteButton index={index} actions={actions} />
              </>
            )}
          </div>
        </div>
        <div role="row">
          <div role="cell" className="pr-3 pl-9 *:pb-2">
            <RowMarks at={path} names={columnNames} />
          </div>
        </div>
        <div
          role="row"
          hidden={!open}
          ref={fold}
          data-fold=""
          data-covers={wasOpen ? undefined : foldedPaths(actions.item, path)}
        >
          <div role="cell" className="mb-1.5 border-b border-line pt-3 pr-3 pb-4 pl-10">
            {wasOpen && <LineMore at={path} />}
          </div>
        </div>
      </LineBox>
    </RowScope>
  )
})

// A line that was not drawn yet counts as high as its messages will make it: find-in-page and links
// into the grid go to where it will stand.
function LineBox({ path, index, children }: { path: string; index: number; children: ReactNode }) {
  const { marks } = useRecord()
  useMarkCount(path)
  const markCount = columnNames.reduce((sum, name) => sum + marks.at(`${path}.${name}`).length, 0)
  return (
    <div
      role="rowgroup"
      className={lineStyle}
      data-line={index}
      style={{
        containIntrinsicBlockSize: `auto calc(var(--control-h) + ${markCount === 0 ? 0 : 0.625 + markCount * 1.25}rem)`,
      }}
    >
      {children}
    </div>
  )
}

/** The cells of a line without focus or pointer. */
function LineTexts({ path, selected }: { path: string; selected: string | undefined }) {
  const texts = useLineTexts(path)
  return lineColumns.map(({ name, isEnd }, place) => (
    <div key={name} role="cell" className="min-w-0">
      <LineText
        name={`${path}.${name}`}
        text={texts[place]!}
        isEnd={isEnd}
        isSelected={selected === name}
      />
    </div>
  ))
}

function cellPaths(path: string): string {
  return columnNames.map((name) => `${path}.${name}`).join(' ')
}

// Until the fields are drawn, links to them lead to the fold.
function foldedPaths({ members }: ObjectShape, path: string): string {
  return Object.keys(members)
    .filter((name) => !columnNames.includes(name))
    .map((name) => `${path}.${name}`)
    .join(' ')
}

function LineNumber({ index }: { index: number }) {
  return (
    <div role="cell" className="pt-2 pr-1.5 text-right text-xs text-ink-3 tabular-nums">
      {index + 1}
    </div>
  )
}

function MoreButton({
  index,
  open,
  onPress,
}: {
  index: number
  open: boolean
  onPress: () => void
}) {
  const path = `${linesAt}.${index}`
  const { marks } = useRecord()
  const inCells = columnNames.filter((name) =>
    marks.at(`${path}.${name}`).some(({ severity }) => severity === 'error'),
  ).length
  const folded = useMarkCount(path).errors - inCells
  return (
    <span className="relative">
      <IconButton
        size="small"
        className="w-6!"
        label={`${open ? 'Hide' : 'Show'} more of line ${index + 1}${folded > 0 ? `, ${countOf(folded, fieldNoun)} in error` : ''}`}
        aria-expanded={open}
        icon={
          <span aria-hidden="true" className="-mt-0.5 text-lg">
            {open ? '⌄' : '›'}
          </span>
        }
        onClick={onPress}
      />
      {folded > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute -top-0.5 -right-0.5 flex size-3.5 items-center justify-center rounded-full bg-red text-[0.5625rem] font-semibold text-panel"
        >
          {folded}
        </span>
      )}
    </span>
  )
}

function DeleteButton({ index, actions }: { index: number; actions: LineActions }) {
  return (
    <IconButton
      size="small"
      label={`Delete line ${index + 1}`}
      shortcut="Alt+Delete"
      icon={<Trash2 aria-hidden="true" className="size-3.5" />}
      onClick={() => actions.remove(index)}
    />
  )
}

// Billers look for these first; the contract's other members follow.
const firstFields = [
  'end_date_of_service',
  'revenue_code',
  'prior_authorization_number',
  'external_id',
  'has_epsdt_indicator',
  'has_family_planning_indicator',
  'description',
  'note',
  'drug_identification',
  'ordering_provider',
  'test_results',
]

// The members of a line without a cell, including those that the contract adds later.
function LineMore({ at }: { at: string }) {
  return <ShapeFields at={at} first={firstFields} without={columnNames} />
}
