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

/** How a list was read; `refused` says why it was rejected. */
export type ListSummary =
  | { refused: string }
  | { refused?: undefined; read: number; columns: ListColumn[]; column: number | undefined }

/** A plan in numbers, and what still must be looked up for it. */
export type PlanSummary = {
  mode: RosterMode
  counts: Record<Outcome, number>
  repeated: number
  read: number
  roster: number
  toLookUp: { ids: number; npis: number }
}

/** The unsent part of a confirmed change, by the latest roster. */
export type Remaining = { add: number; remove: number }

/**
 * A roster change, from the list to the last batch, with no roster, no list and nothing looked up
 * yet. It runs in a worker: lists and rosters of 100,000 would block the page.
 */
export function createRosterChange() {
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
    /** Clears the roster; `addRoster` then adds its pages. */
    clearRoster(): void {
      roster = emptyIndex()
    },
    addRoster(providers: readonly Listed[]): void {
      for (const provider of providers) addToIndex(roster, provider)
    },
    /** Replaces the list; `column` chooses one of its columns. */
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
    /** Providers that were chosen one by one; they come before the list. */
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
    /** Computes what the list would do. */
    plan(mode: RosterMode): PlanSummary {
      const values = [...chosen.map(({ id }) => id), ...list.values]
      const lines = [...chosen.map(() => 0), ...list.lines]
      plan = planRoster(mode, { values, lines }, roster, { found, asked, isClosed })
      const open = toLookUp(plan)
      return {
        mode,
        counts: Object.fromEntries(
          outcomes.map((outcome) => [outcome, plan!.entries[outcome].length]),
        ) as Record<Outcome, number>,
        repeated: plan.repeated,
        read: plan.read,
        roster: roster.byId.size,
        toLookUp: { ids: open.ids.length, npis: open.npis.length },
      }
    },
    /** Ids and NPIs that still must be looked up for the plan. */
    open(): { ids: string[]; npis: string[] } {
      return plan ? toLookUp(plan) : { ids: [], npis: [] }
    },
    /** Records the result of a look-up for the ids and NPIs that it asked for. */
    noteFound(providers: readonly Listed[], askedFor: readonly string[]): void {
      for (const provider of providers) addToIndex(found, provider)
      for (const value of askedFor) asked.add(value)
    },
    /** Every provider of the organization was read: any other value is unknown. */
    noteAllFound(): void {
      const open = plan ? toLookUp(plan) : { ids: [], npis: [] }
      for (const value of [...open.ids, ...open.npis]) asked.add(value)
    },
    /** The key may not look up providers. */
    noteClosed(): void {
      isClosed = true
    },
    /** Lines of the plan with one outcome, from an index on. */
    entries(outcome: Outcome, from: number, count: number): PlanEntry[] {
      return plan?.entries[outcome].slice(from, from + count) ?? []
    },
    /** Every line of the plan as cells: outcome, value, line number, provider and reason. */
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
      return [['Outcome', 'Value', 'Line', 'Provider ID', 'NPI', 'Name', 'Reason'], ...rows]
    },
    /**
     * Fixes the confirmed change: only providers that were shown are sent, even if the roster
     * changes meanwhile.
     */
    agree({ withUnchecked }: { withUnchecked: boolean }): Remaining {
      const idsOf = (outcome: Outcome) =>
        plan?.entries[outcome].flatMap(({ provider }) => (provider ? [provider.id] : [])) ?? []
      agreed = {
        add: [...idsOf('add'), ...(withUnchecked ? idsOf('unchecked') : [])],
        remove: idsOf('remove'),
      }
      return { add: agreed.add.length, remove: agreed.remove.length }
    },
    /** The remaining part, by the latest roster. */
    remaining(): Remaining {
      const { add, remove } = waiting()
      return { add: add.length, remove: remove.length }
    },
    /** The next ids to send. */
    nextBatch(kind: 'add' | 'remove'): string[] {
      return inBatches(waiting()[kind])[0] ?? []
    },
    /**
     * The partner accepted the ids: they count as added or removed until the roster is read again.
     */
    noteSent(kind: 'add' | 'remove', ids: readonly string[]): void {
      for (const id of ids) {
        if (kind === 'remove') roster.byId.delete(id.toLowerCase())
        else addToIndex(roster, found.byId.get(id.toLowerCase()) ?? { id, npi: '', name: '' })
      }
    },
    /** The number of providers on the roster. */
    size(): number {
      return roster.byId.size
    },
  }
}
