import { createStore } from './store.ts'

/** The overlays of the page; one is open at a time. */
export type Overlay = 'palette' | 'help' | 'emergency'

export const overlayStore = createStore<Overlay | undefined>(undefined)

/** Opens the command palette or the list of keys; its code is fetched on first use. */
export function openOverlay(overlay: Overlay): void {
  overlayStore.set(overlay)
}

/** Closes the open overlay. */
export function closeOverlay(): void {
  overlayStore.set(undefined)
}
