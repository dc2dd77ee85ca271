'use client'
import {
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { createStore, type Store } from '#components/frame/store.ts'

/**
 * The lines that a person is at, counted from 0: the one in focus (or last in it), and the one
 * pointed at.
 */
export type LinesAtWork = Store<AtWork>

type AtWork = { focused?: number; pointed?: number | undefined }

/** Up to so many lines have controls in all of their cells. */
const few = 12

/**
 * Whether a line's cells are controls. In a long grid only those lines have them that a person is
 * at; the others are text, which costs every key a quarter of what text boxes do (decision 0020).
 * Tab goes from line to line, so the neighbours of the line in focus have them too, and the grid's
 * ends.
 */
export function useIsAtWork(work: LinesAtWork, line: number, count: number): boolean {
  const read = () => {
    const { focused, pointed } = work.read()
    return (
      count <= few ||
      line === 0 ||
      line === count - 1 ||
      line === pointed ||
      (focused !== undefined && Math.abs(line - focused) <= 1)
    )
  }
  return useSyncExternalStore(work.subscribe, read, read)
}

/** Makes a line the one that is worked in: its cells are controls from the next drawing on. */
export function workIn(work: LinesAtWork, line: number): void {
  work.set({ ...work.read(), focused: line })
}

/**
 * The lines that a person is at in one grid, and the handlers that follow the focus and the pointer
 * there.
 */
export function useLinesAtWork() {
  const [work] = useState(() => createStore<AtWork>({}))
  const point = useCallback(
    (pointed: number | undefined) => {
      // Drawn before a press can follow: what is pressed on is then the control.
      if (pointed !== work.read().pointed) flushSync(() => work.set({ ...work.read(), pointed }))
    },
    [work],
  )
  const handlers = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => {
        const line = lineOf(target)
        if (line !== undefined && line !== work.read().focused) workIn(work, line)
      },
      onPointerOver: ({ target }: PointerEvent) => point(lineOf(target)),
      onPointerLeave: () => point(undefined),
    }),
    [work, point],
  )
  return { work, handlers }
}

function lineOf(target: EventTarget): number | undefined {
  const line =
    target instanceof Element ? target.closest<HTMLElement>('[data-line]')?.dataset.line : undefined
  return line === undefined ? undefined : Number(line)
}
