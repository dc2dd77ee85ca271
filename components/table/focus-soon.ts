/**
 * Moves the focus to the main control of a row that was scrolled to: it may be drawn only some
 * frames later.
 */
export function focusSoon(scroller: HTMLElement | null, index: number, tries = 5): void {
  const control = scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-main]`)
  if (control) control.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(scroller, index, tries - 1))
}
