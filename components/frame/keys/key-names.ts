/** A pressed key as bindings write it ("j", "Shift+x", "?", "Mod+k"); undefined for a modifier alone or an Alt combination. */
export function keyName(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | undefined {
  const { key } = event
  if (event.altKey || ['Shift', 'Control', 'Meta', 'Alt', 'CapsLock', 'Dead', 'Unidentified'].includes(key))
    return undefined
  const base = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  // Shift is part of the character for "?" and its like; for letters and named keys it is a choice of its own.
  const shifted = event.shiftKey && (key.length > 1 || key === ' ' || key.toLowerCase() !== key.toUpperCase())
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${shifted ? 'Shift+' : ''}${base}`
}

/** Whether the pressed keys are one of the bindings exactly, or the start of a longer one. */
export function matchKeys(
  pressed: readonly string[],
  bindings: readonly string[],
): { exact: string | undefined; partial: boolean } {
  const typed = pressed.join(' ')
  return {
    exact: bindings.find((keys) => keys === typed),
    partial: bindings.some((keys) => keys.startsWith(`${typed} `)),
  }
}

const toggles = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'])
const ownKeys = new Set(['Enter', 'Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/** True where the key belongs to what has the focus: text being typed, a pressed button, a dialog or a menu. */
export function isTypingTarget(target: EventTarget | null, name: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select, [role="textbox"], [role="combobox"]')) return true
  if (target instanceof HTMLInputElement && !toggles.has(target.type)) return true
  if (ownKeys.has(name) && target.matches('a[href], button, summary, input, [role="tab"]')) return true
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null
}
