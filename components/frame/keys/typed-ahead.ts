import { keptFor } from './early-keys.ts'

/** What was typed while something to type in was opening, and what had the focus before. */
type TypedAhead = { from: Element | null; until: number; text: string }

let ahead: TypedAhead | undefined

/** Something to type in was opened: what is typed until it has the focus is meant for it. */
export function beginTypingAhead(): void {
  endTypingAhead()
  ahead = { from: document.activeElement, until: performance.now() + keptFor, text: '' }
  document.addEventListener('focusin', handOver)
}

/** Nothing is awaited any more; what was typed is let go. */
export function endTypingAhead(): void {
  ahead = undefined
  document.removeEventListener('focusin', handOver)
}

/** Keeps a key for what is opening. False where nothing is, so that the key is the page's. */
export function typeAhead(event: KeyboardEvent): boolean {
  if (!ahead) return false
  // Whoever presses a combination, such as that of saving, waits no more either.
  const isOver = performance.now() > ahead.until || document.activeElement !== ahead.from
  if (isOver || event.key === 'Escape' || event.ctrlKey || event.metaKey || event.altKey) {
    endTypingAhead()
    return false
  }
  const text = nextText(ahead.text, event)
  if (text === undefined) return true
  event.preventDefault()
  ahead = { ...ahead, text }
  return true
}

// The text after a key; undefined for a key that types nothing. Enter types nothing either, and must press nothing else.
function nextText(text: string, event: KeyboardEvent): string | undefined {
  if (event.key === 'Backspace') return text.slice(0, -1)
  if (event.key === 'Enter') return text
  return event.key.length === 1 ? text + event.key : undefined
}

function handOver({ target }: FocusEvent) {
  // A dialog may have the focus for a moment, before its field; whoever stands at anything else types nothing into it.
  if (!ahead || !(target instanceof HTMLElement) || target.tabIndex < 0) return
  const { text, until } = ahead
  const takesText =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && ['text', 'search'].includes(target.type))
  endTypingAhead()
  if (performance.now() > until || !takesText || text === '' || target.readOnly) return
  // After the ones who gave it the focus: some of them select or place the caret next.
  queueMicrotask(() => {
    target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  })
}
