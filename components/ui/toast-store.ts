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
// Slow readers read two words a second, after they have seen that something is there.
const beforeReading = 3_000
const perWord = 500
// Reaching a button takes longer than reading.
const shownWithAction = 20_000
const tick = 500
// Whoever moves away from a message has a moment to come back.
const leastAfterHold = 3_000
const none: readonly Toast[] = []
let toasts: readonly Toast[] = none
let lastId = 0
let clock: ReturnType<typeof setInterval> | undefined
let isHeld = () => false
let isAnybodyAt: (id: number) => boolean = () => false
const most = 3
const left = new Map<number, number>()
const listeners = new Set<() => void>()

/**
 * Says something in passing, politely, in the one toast region; it leaves by itself, in its own time (WCAG 2.2.1): no
 * time passes while it is held, and a long message has longer. Where there are too many, the oldest that nobody is at
 * makes room. Never the only place of an error.
 * Answers the id that takes it away before its time.
 */
export function showToast({ message, tone = 'grey', link, action }: NewToast): number {
  const id = ++lastId
  const time = Math.max(
    shownFor,
    beforeReading + message.split(' ').length * perWord,
    action || link ? shownWithAction : 0,
  )
  left.set(id, time)
  clock ??= setInterval(passTime, tick)
  const leaving = toasts.length < most ? undefined : (toasts.find((toast) => !isAnybodyAt(toast.id)) ?? toasts[0])
  update([...toasts.filter((toast) => toast !== leaving), { id, message, tone, link, action }])
  return id
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) update(toasts.filter((toast) => toast.id !== id))
}

/**
 * While `held` says so, no toast's time passes: somebody is at one, or could not have seen it yet. `isAt` tells which one
 * somebody is at. Answers how to take that back.
 */
export function holdToastsWhile(held: () => boolean, isAt: (id: number) => boolean): () => void {
  isHeld = held
  isAnybodyAt = isAt
  return () => {
    isHeld = () => false
    isAnybodyAt = () => false
  }
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

function passTime() {
  const held = isHeld()
  for (const [id, time] of left) left.set(id, held ? Math.max(time, leastAfterHold) : time - tick)
  if (toasts.some(({ id }) => left.get(id)! <= 0)) update(toasts.filter(({ id }) => left.get(id)! > 0))
}

function update(next: readonly Toast[]) {
  toasts = next
  for (const id of left.keys()) if (!toasts.some((toast) => toast.id === id)) left.delete(id)
  if (toasts.length === 0) {
    clearInterval(clock)
    clock = undefined
  }
  for (const listener of listeners) listener()
}
