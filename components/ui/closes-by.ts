type Change = { reason: string; event: Event }

/** How what hangs from an anchor closes: as its library says, but for a press on the anchor, which toggles it by itself. */
export function closesBy(anchor: HTMLElement, onClose: () => void): (open: boolean, change: Change) => void {
  return (open, { reason, event }) => {
    const isOnAnchor = reason === 'outside-press' && event.target instanceof Node && anchor.contains(event.target)
    if (!open && !isOnAnchor) onClose()
  }
}
