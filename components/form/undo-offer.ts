import type { KeyboardEvent } from 'react'
import { dismissToast, showToast } from '#components/ui/toast.tsx'

type Offer = { toast: string; run: () => void; isLast: boolean }

let offer: Offer | undefined

/**
 * Says what was done, with a button that takes it back; Ctrl+Z does the same while nothing was
 * typed since. There is one offer at a time: what is done to rows next makes their positions
 * others, so that it ends the one before.
 */
export function offerUndo(
  message: string,
  undo: () => void,
  tone: 'grey' | 'amber' = 'grey',
): void {
  dropUndo()
  const run = () => {
    offer = undefined
    undo()
  }
  const mine: Offer = {
    toast: showToast({ message, tone, action: { label: 'Undo', run } }),
    run,
    isLast: true,
  }
  offer = mine
  document.addEventListener('input', () => (mine.isLast = false), { capture: true, once: true })
}

/**
 * Ends the offer: what it would take back is no longer the last thing that was done to the rows.
 */
export function dropUndo(): void {
  if (offer) dismissToast(offer.toast)
  offer = undefined
}

/**
 * Ctrl+Z takes back what was done last to rows; while text was typed since, the key is the text's
 * own.
 */
export function undoByKey(event: KeyboardEvent): void {
  if (
    !offer?.isLast ||
    event.key.toLowerCase() !== 'z' ||
    event.shiftKey ||
    event.altKey ||
    !(event.ctrlKey || event.metaKey)
  )
    return
  event.preventDefault()
  // A key that is held takes back one thing, not one after the other.
  if (event.repeat) return
  const { toast, run } = offer
  dismissToast(toast)
  run()
}
