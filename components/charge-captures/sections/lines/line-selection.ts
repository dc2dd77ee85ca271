import { createStore, type Store } from '#components/frame/store.ts'

/**
 * A run of cells in one column: from where it was begun to where it was drawn to, lines counted
 * from 0.
 */
export type LineRun = { field: string; from: number; to: number }

/** The run of cells that is selected, if any. */
export type LineSelection = Store<LineRun | undefined>

/** A selection of its own for one grid. */
export function createSelection(): LineSelection {
  return createStore<LineRun | undefined>(undefined)
}

/** The lines of a run, top to bottom. */
export function linesOf({ from, to }: LineRun): { first: number; last: number } {
  return { first: Math.min(from, to), last: Math.max(from, to) }
}

/** The column in which a line is selected; undefined where it is not. */
export function selectedIn(run: LineRun | undefined, line: number): string | undefined {
  if (!run) return undefined
  const { first, last } = linesOf(run)
  return first <= line && line <= last ? run.field : undefined
}
