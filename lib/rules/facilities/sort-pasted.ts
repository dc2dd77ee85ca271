import type { Slicer } from '#lib/core/slices.ts'
import { readListedValue } from '#lib/rules/roster/listed-value.ts'

/** A provider of a contract's roster, as far as pasted text can name them. */
export type RosterMember = { id: string; npi?: string }

/** A roster by what its providers are named with. Several records may carry one NPI. */
export type RosterIndex = { ids: ReadonlySet<string>; byNpi: ReadonlyMap<string, readonly string[]> }

/** What was pasted, each value once and in its order. */
export type PastedProviders = {
  /** How many different values were read. */
  read: number
  /** Provider ids that are on the roster. */
  known: string[]
  /** NPIs that several providers of the roster carry: only a person can say who is meant. */
  several: string[]
  /** Ids and NPIs of nobody on the roster. */
  strangers: string[]
  /** What is neither an id nor an NPI, by why. */
  unreadable: ReadonlyMap<string, readonly string[]>
}

/** The roster made ready for `sortPasted`; in slices, because it may have 100,000 members. */
export async function indexRoster(members: Iterable<RosterMember>, slicer: Slicer): Promise<RosterIndex> {
  const ids = new Set<string>()
  const byNpi = new Map<string, string[]>()
  for (const { id, npi } of members) {
    const turn = slicer()
    if (turn) await turn
    if (id === '' || ids.has(id)) continue
    ids.add(id)
    if (npi === undefined) continue
    const same = byNpi.get(npi)
    if (same) same.push(id)
    else byNpi.set(npi, [id])
  }
  return { ids, byNpi }
}

/** Sorts pasted texts by what they name on a roster, in slices. An id in capitals is the same id. */
export async function sortPasted(
  texts: Iterable<string>,
  { ids, byNpi }: RosterIndex,
  slicer: Slicer,
): Promise<PastedProviders> {
  const seen = new Set<string>()
  const known = new Set<string>()
  const [several, strangers] = [new Set<string>(), new Set<string>()]
  const unreadable = new Map<string, string[]>()
  for (const text of texts) {
    const turn = slicer()
    if (turn) await turn
    if (seen.has(text)) continue
    seen.add(text)
    const value = readListedValue(text)
    if (value.kind === 'invalid') {
      const same = unreadable.get(value.why)
      if (same) same.push(text)
      else unreadable.set(value.why, [text])
      continue
    }
    const named =
      value.kind === 'npi' ? (byNpi.get(value.npi) ?? []) : [text, value.id].filter((id) => ids.has(id)).slice(0, 1)
    if (named.length === 1) known.add(named[0]!)
    else (named.length > 1 ? several : strangers).add(value.kind === 'npi' ? value.npi : value.id)
  }
  return { read: seen.size, known: [...known], several: [...several], strangers: [...strangers], unreadable }
}
