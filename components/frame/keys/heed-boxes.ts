import { withoutInvisible } from '#lib/core/invisible-signs.ts'
import { withWholeYear } from '#lib/core/local-date.ts'

/**
 * What holds for every box of the page: a key of an input method acts on nothing else, signs that
 * nobody sees leave a box of one line, and two digits of a year are completed when its date is left
 * or sent. Returns how to end it.
 */
export function heedBoxes(): () => void {
  addEventListener('keydown', onKeyDown, true)
  addEventListener('input', onInput, true)
  addEventListener('focusout', finishYear, true)
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('input', onInput, true)
    removeEventListener('focusout', finishYear, true)
  }
}

// 229: Safari tells the Enter that ends a composition after its end.
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  else if (event.key === 'Enter' || event.ctrlKey || event.metaKey || event.altKey)
    finishYear(event)
}

function onInput(event: Event): void {
  const box = event.target
  if (!(box instanceof HTMLInputElement) || (event instanceof InputEvent && event.isComposing))
    return
  const clean = withoutInvisible(box.value)
  if (clean === box.value) return
  const caret = withoutInvisible(box.value.slice(0, box.selectionStart ?? undefined)).length
  setValue(box, clean)
  if (box.selectionStart !== null) box.setSelectionRange(caret, caret)
}

function finishYear({ target: box }: Event): void {
  if (!(box instanceof HTMLInputElement) || box.type !== 'date' || box.readOnly) return
  const whole = withWholeYear(box.value, /birth/.test(box.name))
  if (whole === box.value) return
  setValue(box, whole)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.dispatchEvent(new Event('change', { bubbles: true }))
}

// React would take a value that is set on its own box for one that it knows already.
function setValue(box: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, value)
}
