/**
 * The look of a row's checkbox in one element: the tick is the box's own pseudo-element, for a thousand rows have a
 * thousand of them.
 */
export const selectBox =
  "grid size-3.5 appearance-none place-content-center rounded-sm border border-control bg-panel hover:border-ink-2 disabled:opacity-50 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent before:size-2.5 before:scale-0 before:bg-accent-ink before:content-[''] before:[clip-path:polygon(14%_44%,0_62%,40%_100%,100%_16%,84%_2%,38%_66%)] checked:before:scale-100 indeterminate:before:scale-100 indeterminate:before:[clip-path:inset(42%_8%)]"
