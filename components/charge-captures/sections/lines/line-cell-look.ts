import { classNames } from '#components/ui/class-names.ts'

// Cells share their edges, as in a spreadsheet.
export const cellLook =
  'block h-control w-[calc(100%+1px)] min-w-0 rounded-none border border-control bg-panel px-1.5 text-sm text-ink'

/** A cell of a run that is selected. */
export const selectedLook =
  'relative z-1 border-accent bg-accent-tint shadow-[inset_0_0_0_1px_var(--accent)] forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]'

const codes = new Set(['procedure_code', 'modifiers', 'diagnosis_pointers'])

/**
 * The style of a cell's text by field: codes with digits of one width, diagnosis letters as
 * capitals.
 */
export function codeLook(name: string): string {
  const field = name.split('.').at(-1)!
  return classNames(codes.has(field) && 'font-mono', field === 'diagnosis_pointers' && 'uppercase')
}
