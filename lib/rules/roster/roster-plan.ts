import { copiedId } from '#lib/core/copied-id.ts'
import { readListedValue } from './listed-value.ts'

/**
 * What to do with a roster: add the listed providers, remove them, or make the roster equal to the
 * list.
 */
export type RosterMode = 'add' | 'remove' | 'equal'

/** A provider from the roster or a look-up. */
export type Listed = { id: string; npi: string; name: string }

/**
 * The outcome for a listed value.
 * - add, remove: will be sent. present, absent: nothing to do, because it is already on or not on the roster.
 * - unknown: no rendering provider has it. several: the NPI of more than one provider. invalid: neither an id nor an
 *   NPI.
 * - open: still to be looked up. unchecked: cannot be looked up; the partner decides.
 */
export const outcomes = [
  'add',
  'remove',
  'present',
  'absent',
  'unknown',
  'several',
  'invalid',
  'open',
  'unchecked',
] as const
export type Outcome = (typeof outcomes)[number]

/**
 * One line of a plan. `line` is the value's line number; a provider that is only on the roster has
 * none.
 */
export type PlanEntry = {
  value: string
  line: number | undefined
  provider?: Listed | undefined
  why?: string | undefined
}

/**
 * What a change would do, before anything is sent. `repeated` counts values that name an already
 * named provider.
 */
export type RosterPlan = { entries: Record<Outcome, PlanEntry[]>; repeated: number; read: number }

/** Providers by id (in lower case) and by NPI. */
export type ProviderIndex = { byId: Map<string, Listed>; byNpi: Map<string, Listed[]> }

/**
 * The results of look-ups. `asked` contains the ids and NPIs that were looked up; `isClosed` means
 * that the key may not look up.
 */
export type LookedUp = { found: ProviderIndex; asked: ReadonlySet<string>; isClosed: boolean }

/** An index without providers. */
export function emptyIndex(): ProviderIndex {
  return { byId: new Map(), byNpi: new Map() }
}

/** Adds a provider to an index; an existing one stays. */
export function addToIndex({ byId, byNpi }: ProviderIndex, provider: Listed): void {
  const id = provider.id.toLowerCase()
  if (id === '' || byId.has(id)) return
  byId.set(id, provider)
  const same = byNpi.get(provider.npi)
  if (same) same.push(provider)
  else byNpi.set(provider.npi, [provider])
}

/**
 * Plans what a list would do to a roster. Each provider appears once. With `equal`, every unlisted
 * provider is removed.
 */
export function planRoster(
  mode: RosterMode,
  list: { values: readonly string[]; lines: readonly number[] },
  roster: ProviderIndex,
  looked: LookedUp,
): RosterPlan {
  const entries = Object.fromEntries(
    outcomes.map((outcome) => [outcome, []]),
  ) as unknown as RosterPlan['entries']
  const seen = new Set<string>()
  let repeated = 0
  const there = mode === 'remove' ? 'remove' : 'present'
  for (let index = 0; index < list.values.length; index += 1) {
    const value = list.values[index]!
    const line = list.lines[index]
    // Most values of a long list match by id alone. Partners may use ids other than UUIDs: any id
    // on the roster counts.
    const written = value.toLowerCase()
    const id = roster.byId.has(written) ? written : copiedId(written)
    const provider = roster.byId.get(id)
    if (provider) {
      if (seen.has(id)) repeated += 1
      else entries[there].push({ value, line, provider })
      seen.add(id)
      continue
    }
    const { outcome, why, providers, key } = judge(mode, value, roster, looked)
    if (seen.has(key)) {
      repeated += 1
      continue
    }
    seen.add(key)
    if (providers.length === 0 || outcome === 'several') {
      entries[outcome].push({ value, line, provider: undefined, why })
      continue
    }
    const fresh = providers.filter(
      ({ id }) => id.toLowerCase() === key || !seen.has(id.toLowerCase()),
    )
    if (fresh.length === 0) repeated += 1
    for (const provider of fresh) {
      seen.add(provider.id.toLowerCase())
      entries[outcome].push({ value, line, provider, why })
    }
  }
  if (mode === 'equal') {
    for (const [id, provider] of roster.byId)
      if (!seen.has(id)) entries.remove.push({ value: provider.id, line: undefined, provider })
  }
  return { entries, repeated, read: list.values.length }
}

/** The ids and NPIs that still must be looked up for a plan. */
export function toLookUp(plan: RosterPlan): { ids: string[]; npis: string[] } {
  const read = plan.entries.open.map(({ value }) => readListedValue(value))
  return {
    ids: read.flatMap((value) => (value.kind === 'id' ? [value.id] : [])),
    npis: read.flatMap((value) => (value.kind === 'npi' ? [value.npi] : [])),
  }
}

type Judged = { outcome: Outcome; providers: readonly Listed[]; key: string; why?: string }

function judge(mode: RosterMode, text: string, roster: ProviderIndex, looked: LookedUp): Judged {
  const value = readListedValue(text)
  if (value.kind === 'invalid')
    return { outcome: 'invalid', providers: [], key: text, why: value.why }
  const [key, index] =
    value.kind === 'id' ? [value.id, 'byId' as const] : [value.npi, 'byNpi' as const]
  const on = toList(roster[index].get(key))
  if (on.length > 0) {
    if (mode !== 'remove') return { outcome: 'present', providers: on, key }
    return on.length === 1
      ? { outcome: 'remove', providers: on, key }
      : { outcome: 'several', providers: on, key, why: severalWords(on, 'of the roster') }
  }
  if (mode === 'remove') return { outcome: 'absent', providers: [], key }
  const found = toList(looked.found[index].get(key))
  if (found.length === 1) return { outcome: 'add', providers: found, key }
  if (found.length > 1)
    return {
      outcome: 'several',
      providers: found,
      key,
      why: severalWords(found, 'of the organization'),
    }
  if (looked.asked.has(key))
    return {
      outcome: 'unknown',
      providers: [],
      key,
      why: `No rendering provider has this ${value.kind === 'id' ? 'id' : 'NPI'}.`,
    }
  if (!looked.isClosed) return { outcome: 'open', providers: [], key }
  if (value.kind === 'npi')
    return {
      outcome: 'unknown',
      providers: [],
      key,
      why: 'This connection can’t look up providers, so an NPI can’t be matched to an ID.',
    }
  return {
    outcome: 'unchecked',
    providers: [{ id: value.id, npi: '', name: '' }],
    key,
    why: 'This connection can’t look up providers. The partner checks it when you send it.',
  }
}

function toList(found: Listed | readonly Listed[] | undefined): readonly Listed[] {
  return found === undefined
    ? []
    : Array.isArray(found)
      ? (found as readonly Listed[])
      : [found as Listed]
}

function severalWords(providers: readonly Listed[], where: string): string {
  const names = providers
    .slice(0, 3)
    .map(({ id, name }) => `${name || 'no name'} ${id}`)
    .join('; ')
  return `${providers.length} providers ${where} have this NPI. List the one you mean by its ID (${names}${providers.length > 3 ? '; …' : ''}).`
}
