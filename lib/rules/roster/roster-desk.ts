import { inBatches } from './batches.ts'
import { readList, type ListColumn } from './read-list.ts'
import {
  addToIndex,
  emptyIndex,
  outcomes,
  planRoster,
  toLookUp,
  type Listed,
  type Outcome,
  type PlanEntry,
  type RosterMode,
  type RosterPlan,
} from './roster-plan.ts'

/** How a list was read; `refused` says why nothing of it is taken. */
export type ListSummary =
  | { refused: string }
  | { refused?: undefined; read: number; columns: ListColumn[]; column: number | undefined }

/** A plan in numbers, and what has still to be looked up for it. */
export type PlanSummary = {
  mode: RosterMode
  counts: Record<Outcome, number>
  repeated: number
  read: number
  roster: number
  toLookUp: { ids: number; npis: number }
}

/** What a change that was agreed to has still to do, by the roster as it was read last. */
export type Remaining = { add: number; remove: number }

/** Everything that a roster change works on. It lives in a worker: lists and rosters of 100,000 never stand in the page's way. */
export type RosterDesk = ReturnType<typeof createRosterDesk>

/** A desk with no roster, no list and nothing looked up. */
export function createRosterDesk() {
  let roster = emptyIndex()
  let list: { values: string[]; lines: number[] } = { values: [], lines: [] }
  let chosen: Listed[] = []
  let found = emptyIndex()
  let asked = new Set<string>()
  let isClosed = false
  let plan: RosterPlan | undefined
  let agreed: { add: string[]; remove: string[] } = { add: [], remove: [] }

  const waiting = (): { add: string[]; remove: string[] } => ({
    add: agreed.add.filter((id) => !roster.byId.has(id.toLowerCase())),
    remove: agreed.remove.filter((id) => roster.byId.has(id.toLowerCase())),
  })

  return {
    /** Forgets the roster; `addRoster` then gives it page by page. */
    clearRoster(): void {
      roster = emptyIndex()
    },
    addRoster(providers: readonly Listed[]): void {
      for (const provider of providers) addToIndex(roster, provider)
    },
    /** Takes a list in place of the one before; `column` picks one of its columns. */
    takeText(text: string, column?: number): ListSummary {
      plan = undefined
      const read = readList(text, column)
      if ('refused' in read) {
        list = { values: [], lines: [] }
        return read
      }
      list = read
      return { read: read.values.length, columns: read.columns, column: read.column }
    },
    /** Providers that were chosen one by one; they stand before the list. */
    choose(providers: readonly Listed[]): void {
      chosen = [...providers]
      for (const provider of providers) {
        addToIndex(found, provider)
        asked.add(provider.id.toLowerCase())
      }
    },
    clearText(): void {
      list = { values: [], lines: [] }
    },
    /** Works out what the list would do. */
    plan(mode: RosterMode): PlanSummary {
      const values = [...chosen.map(({ id }) => id), ...list.values]
      const lines = [...chosen.map(() => 0), ...list.lines]
      plan = planRoster(mode, { values, lines }, roster, { found, asked, isClosed })
      const open = toLookUp(plan)
      return {
        mode,
        counts: Object.fromEntries(outcomes.map((outcome) => [outcome, plan!.entries[outcome].length])) as Record<
          Outcome,
          number
        >,
        repeated: plan.repeated,
        read: plan.read,
        roster: roster.byId.size,
        toLookUp: { ids: open.ids.length, npis: open.npis.length },
      }
    },
    /** Ids and NPIs that the plan has still to have looked up. */
    open(): { ids: string[]; npis: string[] } {
      return plan ? toLookUp(plan) : { ids: [], npis: [] }
    },
    /** Notes what a look-up found among those that it was asked for. */
    noteFound(providers: readonly Listed[], askedFor: readonly string[]): void {
      for (const provider of providers) addToIndex(found, provider)
      for (const value of askedFor) asked.add(value)
    },
    /** All providers of the organization were given: whoever is not among them is unknown. */
    noteAllFound(): void {
      const open = plan ? toLookUp(plan) : { ids: [], npis: [] }
      for (const value of [...open.ids, ...open.npis]) asked.add(value)
    },
    /** The key may not look up. */
    noteClosed(): void {
      isClosed = true
    },
    /** Lines of the plan with one outcome, from a place on. */
    entries(outcome: Outcome, from: number, count: number): PlanEntry[] {
      return plan?.entries[outcome].slice(from, from + count) ?? []
    },
    /** Every line of the plan as cells: the outcome, the value, where it stood, the provider and the reason. */
    report(): string[][] {
      if (!plan) return []
      const rows = outcomes.flatMap((outcome) =>
        plan!.entries[outcome].map(({ value, line, provider, why }) => [
          outcome,
          value,
          line ? String(line) : '',
          provider?.id ?? '',
          provider?.npi ?? '',
          provider?.name ?? '',
          why ?? '',
        ]),
      )
      return [['outcome', 'value', 'line', 'provider_id', 'npi', 'name', 'reason'], ...rows]
    },
    /** Holds fast what was agreed to: nobody is sent who was not shown, whatever the roster becomes meanwhile. */
    agree({ withUnchecked }: { withUnchecked: boolean }): Remaining {
      const idsOf = (outcome: Outcome) =>
        plan?.entries[outcome].flatMap(({ provider }) => (provider ? [provider.id] : [])) ?? []
      agreed = { add: [...idsOf('add'), ...(withUnchecked ? idsOf('unchecked') : [])], remove: idsOf('remove') }
      return { add: agreed.add.length, remove: agreed.remove.length }
    },
    /** What is left of it by the roster that was read last. */
    remaining(): Remaining {
      const { add, remove } = waiting()
      return { add: add.length, remove: remove.length }
    },
    /** The next ids to send. */
    nextBatch(kind: 'add' | 'remove'): string[] {
      return inBatches(waiting()[kind])[0] ?? []
    },
    /** The ids were taken by the partner: they count as on, or off, the roster until it is read again. */
    noteSent(kind: 'add' | 'remove', ids: readonly string[]): void {
      for (const id of ids) {
        if (kind === 'remove') roster.byId.delete(id.toLowerCase())
        else addToIndex(roster, found.byId.get(id.toLowerCase()) ?? { id, npi: '', name: '' })
      }
    },
    /** How many providers the roster has. */
    size(): number {
      return roster.byId.size
    },
  }
}
