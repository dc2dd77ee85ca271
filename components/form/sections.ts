import { hasError, type MarkCount, type Marks } from './marks/mark-store.ts'

/** The anchor of a section, by its wire path. */
export function sectionId(at: string): string {
  return `section-${at.replace(/^data\./, '').replaceAll('.', '-') || 'header'}`
}

/**
 * The number of a section's fields with errors, and with warnings only; `covers` decides which
 * names belong to it.
 */
export function countMarked(marks: Marks, covers: (name: string) => boolean): MarkCount {
  const count = { errors: 0, warnings: 0 }
  for (const [name, said] of marks)
    if (covers(name)) count[hasError(said) ? 'errors' : 'warnings'] += 1
  return count
}
