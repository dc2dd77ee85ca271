import { createStore } from './store.ts'

/** The form on the page, which may hold unsaved changes. */
export type UnsavedForm = {
  /**
   * Where the unsaved changes are: on the server as a draft, or only in this page. Undefined
   * without changes.
   */
  unsaved: () => 'draft' | 'page' | undefined
  /** Asks the person, and leaves the page if they choose to. */
  ask: (go: () => void) => void
  /** True if the server has stored everything that was typed. */
  isKept: () => Promise<boolean>
  /** Allows leaving the page without a question from now on. */
  release: () => void
}

/** The form that prevents leaving the page without a question; undefined if there is none. */
export const unsavedForm = createStore<UnsavedForm | undefined>(undefined)

/** Leaves the page by a key: what no draft keeps is asked about. */
export function leaveByKey(go: () => void): void {
  const form = unsavedForm.read()
  if (form?.unsaved() === 'page') form.ask(go)
  else go()
}

/** Leaves the page by calling `go`, after a question if it has unsaved changes. */
export function leavePage(go: () => void): void {
  const form = unsavedForm.read()
  if (form) form.ask(go)
  else go()
}
