import { createStore } from './store.ts'

/** What may lie over the page: one at a time. */
export type Overlay = 'palette' | 'help'

export const overlayStore = createStore<Overlay | undefined>(undefined)

/** Opens the command palette or the list of keys; its code is fetched on first use. */
export function openOverlay(overlay: Overlay): void {
  overlayStore.set(overlay)
}

/** Closes whatever is open. */
export function closeOverlay(): void {
  overlayStore.set(undefined)
}
