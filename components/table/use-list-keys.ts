'use client'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { TableHandle } from './data-table.tsx'
import type { RowChoice } from './selection.ts'

type ListKeys<Row extends BaseRow> = {
  rows: readonly Row[]
  linkOf: (row: Row) => string
  handle: RefObject<TableHandle | null>
  choice: RowChoice
  clear: () => void
  /** Turns the page, where the list has pages. */
  turn?: { next: () => void; back: () => void }
  /** The page that makes a record, where the person may. */
  create?: { label: string; href: string } | undefined
}

/** The keys of a list: move, open, select, turn the page. */
export function useListKeys<Row extends BaseRow>({
  rows,
  linkOf,
  handle,
  choice,
  clear,
  turn,
  create,
}: ListKeys<Row>): void {
  const router = useRouter()
  const { active } = choice
  const group = 'List'
  const current = rows[active]
  const moveTo = (index: number) => {
    if (rows.length === 0) return
    const next = Math.max(0, Math.min(rows.length - 1, index))
    choice.activate?.(next)
    handle.current?.focusRow(next)
  }
  const select = (withRange: boolean) => {
    choice.toggle(active, withRange)
    handle.current?.focusRow(active)
  }
  const go = (href: string) => {
    holdKeysUntilPage(href)
    router.push(href)
  }
  const noRow = current
    ? undefined
    : rows.length > 0
      ? 'The rows are loading'
      : 'The list has no rows'
  const open = () => current && !current.unreadable && go(linkOf(current))
  useKeys([
    { keys: 'j', label: 'Next row', run: () => moveTo(active + 1), repeats: true, group },
    { keys: 'k', label: 'Previous row', run: () => moveTo(active - 1), repeats: true, group },
    { keys: 'Enter', label: 'Open', run: open, group, whyNot: noRow },
    { keys: 'e', label: 'Open to edit', run: open, group, whyNot: noRow },
    {
      keys: 'o',
      label: 'Open in a new tab',
      run: () =>
        current && !current.unreadable && window.open(linkOf(current), '_blank', 'noopener'),
      group,
      whyNot: noRow,
    },
    {
      keys: 'x',
      label: 'Select',
      run: () => select(false),
      group,
      whyNot: noRow,
    },
    {
      keys: 'Shift+x',
      label: 'Select up to here',
      run: () => select(true),
      group,
      whyNot: noRow,
    },
    {
      keys: 'Escape',
      label: 'Clear selection',
      run: clear,
      group,
      whyNot: choice.selection.ids.size === 0 ? 'Nothing is selected' : undefined,
    },
    ...(turn
      ? [
          { keys: 'n', label: 'Next page', run: turn.next, group },
          { keys: 'p', label: 'Previous page', run: turn.back, group },
        ]
      : []),
    ...(create ? [{ keys: 'c', label: create.label, run: () => go(create.href), group }] : []),
  ])
}
