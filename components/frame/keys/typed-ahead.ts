/** What was typed while something to type in was opening, and what had the focus before. */
type TypedAhead = { from: Element | null; until: number; text: string }

// Longer than that nothing takes to open: whoever types on waits for it no more.
const waitsFor = 1_500
let ahead: TypedAhead | undefined

/** Something to type in was opened: what is typed until it has the focus is meant for it. */
export function beginTypingAhead(): void {
  endTypingAhead()
  ahead = { from: document.activeElement, until: performance.now() + waitsFor, text: '' }
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
  if (performance.now() > ahead.until || document.activeElement !== ahead.from || event.key === 'Escape') {
    endTypingAhead()
    return false
  }
  const text = nextText(ahead.text, event)
  if (text === undefined) return true
  event.preventDefault()
  ahead = { ...ahead, text, until: performance.now() + waitsFor }
  return true
}

/** The text after a key; undefined for a key that types nothing. Enter types nothing either, and must press nothing else. */
export function nextText(text: string, event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Backspace') return text.slice(0, -1)
  if (event.key === 'Enter') return text
  return event.key.length === 1 ? text + event.key : undefined
}

function handOver({ target }: FocusEvent) {
  if (!ahead || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const { text } = ahead
  const takesText = target instanceof HTMLTextAreaElement || ['text', 'search'].includes(target.type)
  endTypingAhead()
  if (!takesText || text === '' || target.readOnly) return
  // After the ones who gave it the focus: some of them select or place the caret next.
  queueMicrotask(() => {
    target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  })
}
