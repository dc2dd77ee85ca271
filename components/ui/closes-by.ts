type Change = { reason: string; event: Event }

/**
 * Closes a popup on every close request of its library except a press on the anchor, which toggles
 * the popup itself.
 */
export function closesBy(
  anchor: HTMLElement,
  onClose: () => void,
): (open: boolean, change: Change) => void {
  return (open, { reason, event }) => {
    const isOnAnchor =
      reason === 'outside-press' && event.target instanceof Node && anchor.contains(event.target)
    if (!open && !isOnAnchor) onClose()
  }
}
