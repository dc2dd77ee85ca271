import type { Tone } from './tone.ts'

export type Toast = {
  id: number
  message: string
  tone: Tone
  /** A link to what the message is about. */
  link?: { label: string; href: string }
  /** Something to do about it, such as taking it back. It goes with the message, so it must be possible elsewhere too. */
  action?: { label: string; run: () => void }
}

type NewToast = { message: string; tone?: Tone; link?: Toast['link']; action?: Toast['action'] }

const shownFor = 7_000
// Reaching a button takes longer than reading.
const shownWithAction = 20_000
const none: readonly Toast[] = []
let toasts: readonly Toast[] = none
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Says something in passing, politely, in the one toast region; it leaves by itself. Never the only place of an error.
 * Answers the id that takes it away before its time.
 */
export function showToast({ message, tone = 'grey', link, action }: NewToast): number {
  const id = ++lastId
  update([...toasts, { id, message, tone, link, action }].slice(-3))
  setTimeout(() => dismissToast(id), action ? shownWithAction : shownFor)
  return id
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) update(toasts.filter((toast) => toast.id !== id))
}

/** The store's reading side, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => toasts,
  readOnServer: () => none,
}

function update(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
