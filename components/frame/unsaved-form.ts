import { createStore } from './store.ts'

/** The form on the page, which may hold unsaved changes. */
export type UnsavedForm = {
  /** Where its unsaved changes are, if there are any: on the server too, as a draft, or in this page alone. */
  unsaved: () => 'draft' | 'page' | undefined
  /** Asks the person, and goes when they choose to leave. */
  ask: (go: () => void) => void
  /** True when everything that was typed is kept on the server. */
  isKept: () => Promise<boolean>
  /** From now on the page may be left without a question. */
  release: () => void
}

/** What stands in the way of leaving the page without a word; undefined when nothing does. */
export const unsavedForm = createStore<UnsavedForm | undefined>(undefined)

/** Leaves the page by `go`, after a question where it holds unsaved changes. */
export function leavePage(go: () => void): void {
  const form = unsavedForm.read()
  if (form) form.ask(go)
  else go()
}
