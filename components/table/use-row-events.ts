'use client'
import { useRouter } from 'next/navigation'
import type { ChangeEvent, FocusEvent, MouseEvent } from 'react'

/** What a row can be told to do, by its place in the page. */
export type RowActions = {
  activate: (index: number) => void
  toggle: (index: number, withRange: boolean) => void
  toggleAll: () => void
}

/**
 * One set of listeners for all rows, on the table: a row then needs no hook, no closure and no listener of its own.
 * A plain press on an item's link goes there without loading the page anew; with a modifier the browser decides.
 */
export function useRowEvents(actions: RowActions) {
  const router = useRouter()
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement
      const link = target.closest<HTMLAnchorElement>('a[data-main]')
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (link && isPlain) {
        event.preventDefault()
        router.push(link.getAttribute('href')!)
        return
      }
      const index = indexOf(target)
      if (index === undefined) return
      if (target.matches('input[data-select]')) actions.toggle(index, event.shiftKey)
      actions.activate(index)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const index = indexOf(event.target)
      if (index !== undefined) actions.activate(index)
    },
    onChange: (event: ChangeEvent<HTMLElement>) => {
      if ((event.target as Element).matches('input[data-select-all]')) actions.toggleAll()
    },
  }
}

function indexOf(target: Element): number | undefined {
  const row = target.closest<HTMLElement>('tr[data-index]')
  return row ? Number(row.dataset.index) : undefined
}
