import type { RosterLine } from '#lib/queries/contracts.ts'

/** The rows that hold every word of the query in their name, NPI or id; all of them for a blank query. */
export function searchRoster(rows: readonly RosterLine[], query: string): readonly RosterLine[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? rows : rows.filter(({ text }) => words.every((word) => text.includes(word)))
}
