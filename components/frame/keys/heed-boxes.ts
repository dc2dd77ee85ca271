import { withoutInvisible } from '#lib/core/invisible-signs.ts'

/**
 * What holds for every box of the page: a key of an input method acts on nothing else, and signs
 * that nobody sees leave a box of one line. Returns how to end it.
 */
export function heedBoxes(): () => void {
  addEventListener('keydown', onKeyDown, true)
  addEventListener('input', onInput, true)
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('input', onInput, true)
  }
}

// 229: Safari tells the Enter that ends a composition after its end.
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
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

// React would take a value that is set on its own box for one that it knows already.
function setValue(box: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, value)
}
