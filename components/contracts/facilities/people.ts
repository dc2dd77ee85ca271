import type { RosterRow } from '#lib/lists/roster-rows.ts'

/** A provider as the pages of a contract's facilities name them. `isStranger`: assigned, but not on the roster as it was read. */
export type Person = { id: string; name: string; npi: string | undefined; isStranger: boolean; isTerminated: boolean }

/** The providers of a roster, by name, followed by those who are assigned without being on it. */
export function toPeople(roster: readonly RosterRow[], assigned: Iterable<string>): Person[] {
  const people = roster.filter(({ id }) => id !== '').map((row) => ({ id: row.id, name: row.name ?? row.npi ?? row.id, npi: row.npi, isStranger: false, isTerminated: row.terminated === true }))
  // By plain text: comparing by a language's rules takes seconds for the largest rosters.
  people.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const known = new Set(people.map(({ id }) => id))
  const strangers = [...new Set(assigned)].filter((id) => !known.has(id)).map((id) => ({ id, name: id, npi: undefined, isStranger: true, isTerminated: false }))
  return [...people, ...strangers]
}

/** The people whose name, NPI or id holds every typed word. */
export function findPeople(people: readonly Person[], typed: string): readonly Person[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter(({ id, name, npi }) => {
    const text = `${name} ${npi ?? ''} ${id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The first names of people, and how many more there are: "Ada Moss, Ben Fox and 3 more". */
export function namesOf(ids: ReadonlySet<string>, nameOf: (id: string) => string): string {
  const first = [...ids].slice(0, 3).map(nameOf)
  return first.join(', ') + (ids.size > first.length ? ` and ${(ids.size - first.length).toLocaleString('en-US')} more` : '')
}
