import { foldedWords, hasWords } from '#lib/core/folded.ts'
import { sortInSlices, type Slicer } from '#lib/core/slices.ts'
import { rosterText, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import { indexRoster, type RosterIndex } from '#lib/rules/facilities/sort-pasted.ts'

/**
 * A provider for the pages of a contract's facilities. `isStranger`: assigned, but not on the
 * roster that was read.
 */
export type Person = {
  id: string
  name: string
  npi: string | undefined
  isStranger: boolean
  isTerminated: boolean
}

/** The known providers: sorted, by id, and as an index for pasted text. */
export type People = {
  list: readonly Person[]
  byId: ReadonlyMap<string, Person>
  index: RosterIndex
  hasStrangers: boolean
}

/** No providers. */
export const noPeople: People = {
  list: [],
  byId: new Map(),
  index: { ids: new Set(), byNpi: new Map() },
  hasStrangers: false,
}

/**
 * The providers of a roster by name, then assigned providers who are not on it. In slices, because
 * there may be 100,000.
 */
export async function toPeople(
  roster: readonly RosterRow[],
  assigned: readonly ReadonlySet<string>[],
  slicer: Slicer,
  signal?: AbortSignal,
): Promise<People> {
  const members: Person[] = []
  const byId = new Map<string, Person>()
  for (const row of roster) {
    const turn = slicer()
    if (turn) await turn
    if (row.id === '') continue
    const person = {
      id: row.id,
      name: row.name ?? row.npi ?? row.id,
      npi: row.npi,
      isStranger: false,
      isTerminated: row.terminated === true,
    }
    members.push(person)
    byId.set(person.id, person)
  }
  // Compared as plain text: a comparison by language rules takes seconds for the largest rosters.
  const [names, list] = [members.map(({ name }) => name), [] as Person[]]
  for (const place of await sortInSlices(
    members.length,
    (a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0),
    signal,
  ))
    list.push(members[place]!)
  for (const ids of assigned) {
    for (const id of ids) {
      const turn = slicer()
      if (turn) await turn
      if (byId.has(id)) continue
      const stranger = { id, name: id, npi: undefined, isStranger: true, isTerminated: false }
      list.push(stranger)
      byId.set(id, stranger)
    }
  }
  const index = await indexRoster(
    list.map(({ id, npi }) => (npi === undefined ? { id } : { id, npi })),
    slicer,
  )
  return { list, byId, index, hasStrangers: list.length > members.length }
}

/**
 * Tests whether a person's name, NPI or id contains every typed word; undefined if nothing is
 * typed.
 */
export function matcher(typed: string): ((person: Person) => boolean) | undefined {
  const words = foldedWords(typed)
  return words.length === 0 ? undefined : (person) => hasWords(rosterText(person), words)
}

/** The people whose name, NPI or id contains every typed word. */
export function findPeople(people: readonly Person[], typed: string): readonly Person[] {
  const matches = matcher(typed)
  return matches ? people.filter(matches) : people
}

/** The first three people by name, and the number of the others: "Ada Moss, Ben Fox and 3 more". */
export function namesOf(ids: ReadonlySet<string>, nameOf: (id: string) => string): string {
  const first = [...ids].slice(0, 3).map(nameOf)
  return (
    first.join(', ') +
    (ids.size > first.length
      ? ` and ${(ids.size - first.length).toLocaleString('en-US')} more`
      : '')
  )
}
