/**
 * A ref that takes the focus to an element as it appears: the button that led to it is gone by
 * then.
 */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
