import { isNpi, isNpiShape } from '../npi.ts'

/** A provider of a contract's roster, as far as pasted text can name them. */
export type RosterMember = { id: string; npi?: string }

/** A roster by what its providers are named with. Several records may carry one NPI. */
export type RosterIndex = { ids: ReadonlySet<string>; byNpi: ReadonlyMap<string, readonly string[]> }

/** What was pasted, each value once and in its order. */
export type PastedProviders = {
  /** Provider ids that are on the roster. */
  known: string[]
  /** NPIs that several providers of the roster carry: only a person can say who is meant. */
  several: string[]
  /** Ids and NPIs of nobody on the roster. */
  strangers: string[]
  /** What is neither: another kind of text, or an NPI whose check digit is wrong. */
  unreadable: string[]
}

// Ids are UUID-shaped where the interface's payloads show them ("Conventions" of the description).
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for text that looks like an identifier of the partner's. */
export function isIdShape(text: string): boolean {
  return uuid.test(text)
}

/** The roster made ready for `sortPasted`. */
export function indexRoster(members: Iterable<RosterMember>): RosterIndex {
  const ids = new Set<string>()
  const byNpi = new Map<string, string[]>()
  for (const { id, npi } of members) {
    if (id === '' || ids.has(id)) continue
    ids.add(id)
    if (npi === undefined) continue
    const same = byNpi.get(npi)
    if (same) same.push(id)
    else byNpi.set(npi, [id])
  }
  return { ids, byNpi }
}

/** Sorts pasted texts by what they name on a roster. An id in capitals is the same id. */
export function sortPasted(texts: Iterable<string>, { ids, byNpi }: RosterIndex): PastedProviders {
  const known = new Set<string>()
  const sorted = { several: new Set<string>(), strangers: new Set<string>(), unreadable: new Set<string>() }
  for (const text of texts) {
    const lower = text.toLowerCase()
    const carriers = byNpi.get(text) ?? []
    if (ids.has(text)) known.add(text)
    else if (ids.has(lower)) known.add(lower)
    else if (carriers.length === 1) known.add(carriers[0]!)
    else if (carriers.length > 1) sorted.several.add(text)
    else if (isIdShape(text) || (isNpiShape(text) && isNpi(text))) sorted.strangers.add(text)
    else sorted.unreadable.add(text)
  }
  return { known: [...known], several: [...sorted.several], strangers: [...sorted.strangers], unreadable: [...sorted.unreadable] }
}
