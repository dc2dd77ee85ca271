/**
 * Moves the focus to the main control of a row that was scrolled to: it may be drawn only some
 * frames later. What took the focus meanwhile, as a menu does, keeps it.
 */
export function focusSoon(
  scroller: HTMLElement | null,
  index: number,
  { tries = 5, before = document.activeElement } = {},
): void {
  const { activeElement } = document
  if (activeElement !== before && activeElement !== document.body) return
  const control = scroller?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-main]`)
  if (control) control.focus({ preventScroll: true })
  else if (tries > 0)
    requestAnimationFrame(() => focusSoon(scroller, index, { tries: tries - 1, before }))
}
