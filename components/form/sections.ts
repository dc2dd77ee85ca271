/** The anchor of a section by the wire path that it stands for. */
export function sectionId(at: string): string {
  return `section-${at.replace(/^data\./, '').replaceAll('.', '-') || 'header'}`
}

/** How many fields with complaints a section holds. `names` are control names; `covers` says which belong to it. */
export function countMarked(names: Iterable<string>, covers: (name: string) => boolean): number {
  let count = 0
  for (const name of names) if (covers(name)) count += 1
  return count
}
