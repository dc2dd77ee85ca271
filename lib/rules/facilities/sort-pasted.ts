import type { Slicer } from '#lib/core/slices.ts'
import { readListedValue } from '#lib/rules/roster/listed-value.ts'

/** The identifiers of a provider on a contract's roster. */
export type RosterMember = { id: string; npi?: string }

/** A roster by identifier. Several records may have the same NPI. */
export type RosterIndex = {
  ids: ReadonlySet<string>
  byNpi: ReadonlyMap<string, readonly string[]>
}

/** The pasted values, each once and in order. */
export type PastedProviders = {
  /** The number of different values. */
  read: number
  /** Provider ids on the roster. */
  known: string[]
  /** NPIs of several roster providers: only a person can decide. */
  several: string[]
  /** Ids and NPIs that are not on the roster. */
  strangers: string[]
  /** Values that are neither an id nor an NPI, by reason. */
  unreadable: ReadonlyMap<string, readonly string[]>
}

/** Indexes the roster for `sortPasted`, in slices, because it may have 100,000 members. */
export async function indexRoster(
  members: Iterable<RosterMember>,
  slicer: Slicer,
): Promise<RosterIndex> {
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

/** Sorts pasted values by their match on a roster, in slices. Ids ignore case. */
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
      value.kind === 'npi'
        ? (byNpi.get(value.npi) ?? [])
        : [text, value.id].filter((id) => ids.has(id)).slice(0, 1)
    if (named.length === 1) known.add(named[0]!)
    else (named.length > 1 ? several : strangers).add(value.kind === 'npi' ? value.npi : value.id)
  }
  return {
    read: seen.size,
    known: [...known],
    several: [...several],
    strangers: [...strangers],
    unreadable,
  }
}
