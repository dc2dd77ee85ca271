import 'server-only'
import { now } from '#lib/console/clock.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { dayAt, dayNow, timeZone } from '#lib/console/time-zone.ts'
import { addDays, startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import {
  movingKinds,
  undatedAge,
  type AgeRow,
  type Cleared,
  type Movement,
  type Overview,
  type PartRows,
  type PersonRow,
} from '#lib/lists/overview.ts'
import type { QueueKind, QueuePart, QueueView } from '#lib/lists/queue.ts'
import { amountOf, filingOf, type ModelItem, type QueueModel } from '#lib/actions/queue/model.ts'
import { consoleAccount } from '#lib/actions/jobs/job-kind.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { chosenItems, partReaders } from '#lib/actions/queue/choose.ts'
import { queueNow, refresh, stateOf } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { resolvedByHand } from '#lib/actions/queue/stored-items.ts'
import type { Watch } from './cleared.ts'
import { flowOf, openDaysOf } from './flow.ts'
import { knownFigures, overviewReading, unlinkedReading } from './reading-job.ts'
import { movedOf, worthOf } from './updates.ts'

const mostCauses = 6
const mostParts = 6
// The walk of the partner's list may take minutes: people's Refresh starts one a minute at most,
// all of them together.
const walkAtMostEveryMs = 60_000
const ages = [
  { key: '0-7', label: '0–7 days', from: 0, to: 7 },
  { key: '8-30', label: '8–30 days', from: 8, to: 30 },
  { key: '31-60', label: '31–60 days', from: 31, to: 60 },
  { key: '61-90', label: '61–90 days', from: 61, to: 90 },
  { key: 'over-90', label: 'Over 90 days', from: 91, to: undefined },
] as const

/** The manager's overview, counted from the queue and from the newest background reading. */
export async function readOverviewNow(
  _: object,
  context: ActionContext,
): Promise<Result<Overview>> {
  const { account, connection } = context
  const model = await queueNow(context)
  if (model.head.readAt !== null) await startReadings(context)
  const known = await knownFigures(connection)
  const view = (name: QueueView) => chosenItems(model, { view: name, sort: 'oldest' }, account.id)
  const [errors, resolved, held, updates] = [
    view('causes'),
    view('resolved'),
    view('held'),
    view('updates'),
  ]
  const today = dayNow()
  const filing = filingOf(model)
  const left = view('filing-soon').flatMap(({ filing_days_left: days }) =>
    days === undefined || days < 0 ? [] : days,
  )
  const cleared = known.cleared && clearedOf(known.cleared)
  const moved = updates.flatMap(({ change }) => change?.moved_cents ?? 0)
  return ok({
    state: await stateOf(model, context),
    today,
    errors: amountOf(errors),
    resolved: { ...amountOf(resolved), ...oldestOf(resolved) },
    held: {
      ...amountOf(held),
      past: amountOf(
        held.filter(({ date_of_service: date }) => date !== undefined && date < today),
      ),
      to_come: amountOf(
        held.filter(({ date_of_service: date }) => date !== undefined && date >= today),
      ),
      undated: amountOf(held.filter(({ date_of_service: date }) => date === undefined)),
    },
    unlinked: known.unlinked,
    is_unlinked_read: known.unlinked !== null || known.isUnlinkedOpen === false,
    is_unlinked_reading: known.isUnlinkedOpen === true,
    updates: {
      claims: updates.length,
      cents: movedOf(updates),
      unassigned: updates.filter(({ mark }) => mark.owner_id === undefined).length,
      up: moved.reduce((sum, cents) => sum + Math.max(0, cents), 0),
      down: moved.reduce((sum, cents) => sum + Math.min(0, cents), 0),
    },
    filing: {
      past: filing.past,
      near: filing.near,
      ...(left.length > 0 && { first: addDays(today, Math.min(...left)) }),
      payers_without_limit: filing.payersWithoutLimit,
      claims_without_limit: filing.claimsWithoutLimit,
      payers_on_default: filing.payersOnDefault,
    },
    ages: agesOf(errors, today),
    causes: causesOf(model, errors).slice(0, mostCauses),
    parts: {
      payers: partsOf(errors, 'payers'),
      facilities: partsOf(errors, 'facilities'),
      providers: partsOf(errors, 'providers'),
    },
    holds: causesOf(model, held).map(({ trend: _trend, ...hold }) => hold),
    since: sinceOf(model, today, cleared),
    cleared,
    flow: flowOf(known.cleared, today),
    days: openDaysOf(model, today, known.cleared?.records),
    people: peopleOf([...errors, ...resolved, ...held, ...updates]),
  })
}

/**
 * Reads the queue anew, looks what became of the errors, and reads the captures without a claim, in
 * the background; the latter at most once a minute.
 */
export async function refreshOverview(_: object, context: ActionContext): Promise<Result<null>> {
  const { connection } = context
  const newest = await newestJob(connection, unlinkedReading.kind)
  if (!newest || now() - Date.parse(newest.started_at) >= walkAtMostEveryMs)
    await enqueueJob({ account: consoleAccount, connection }, unlinkedReading, {})
  await enqueueJob({ account: consoleAccount, connection }, overviewReading, {})
  return refresh({}, context)
}

// Starts the readings that never ran. Later ones follow by themselves.
async function startReadings({ connection }: ActionContext): Promise<void> {
  for (const kind of [overviewReading, unlinkedReading])
    if ((await newestJob(connection, kind.kind)) === undefined)
      await enqueueJob({ account: consoleAccount, connection }, kind, {})
}

function agesOf(errors: readonly ModelItem[], today: LocalDate): AgeRow[] {
  const rows = ages.map(({ key, label, from, to }): AgeRow => {
    const [max, min] = [addDays(today, -from), to === undefined ? undefined : addDays(today, -to)]
    // A service of a later day is new.
    const isIn = ({ date_of_service: date }: ModelItem) =>
      date !== undefined && (from === 0 || date <= max) && (min === undefined || date >= min)
    return {
      key,
      label,
      ...(from > 0 && { max }),
      ...(min !== undefined && { min }),
      ...amountOf(errors.filter(isIn)),
    }
  })
  const undated = amountOf(errors.filter(({ date_of_service }) => date_of_service === undefined))
  return undated.claims > 0
    ? [...rows, { key: undatedAge, label: 'No service date', ...undated }]
    : rows
}

function causesOf(model: QueueModel, items: readonly ModelItem[]): Overview['causes'] {
  return [...Map.groupBy(items, ({ cause }) => cause)]
    .map(([key, some]) => {
      const { words, trend } = model.causes.get(key)! // it has the cause of every item
      return { key, words, trend, ...amountOf(some) }
    })
    .toSorted((a, b) => b.cents - a.cents || b.claims - a.claims)
}

// A claim whose captures differ is in the row of each.
function partsOf(errors: readonly ModelItem[], part: QueuePart): PartRows {
  const groups = Map.groupBy(errors, (item) => partReaders[part](item)[0])
  const named = [...groups].flatMap(([value, items]) =>
    value === undefined
      ? []
      : { value, label: partReaders[part](items[0]!)[1] ?? value, items, ...amountOf(items) },
  )
  named.sort((a, b) => b.cents - a.cents || b.claims - a.claims || (a.label < b.label ? -1 : 1))
  const others = named.slice(mostParts)
  return {
    rows: named.slice(0, mostParts).map(({ items: _items, ...row }) => row),
    others: { parts: others.length, ...amountOf(others.flatMap(({ items }) => items)) },
    unnamed: amountOf(groups.get(undefined) ?? []),
  }
}

function oldestOf(items: readonly ModelItem[]): { oldest?: LocalDate } {
  const oldest = items.flatMap(({ date_of_service }) => date_of_service ?? []).toSorted()[0]
  return oldest === undefined ? {} : { oldest }
}

// Claims of every saver count, and claims that were fixed outside this console.
function clearedOf({ since, days }: Pick<Watch, 'since' | 'days'>): Cleared {
  const groups = [...Map.groupBy(days, ({ day }) => day)]
  return {
    since: dayAt(Date.parse(since)),
    days: groups.map(([day, some]) => ({
      day,
      claims: some.reduce((sum, { claims }) => sum + claims, 0),
      cents: some.reduce((sum, { cents }) => sum + cents, 0),
    })),
  }
}

// What is gone counts although other claims came: the sums alone would hide work that was done.
function sinceOf(model: QueueModel, today: LocalDate, cleared: Cleared | null): Overview['since'] {
  const day = [...model.days.keys()]
    .filter((each) => each < today)
    .toSorted()
    .at(-1)
  if (day === undefined) return null
  const start = startOfDay(addDays(day, 1), timeZone()).toISOString()
  const kinds = Object.fromEntries(
    movingKinds.map((kind) => {
      const items = model.items.filter((item) => item.kind === kind)
      const isNew = ({ first_seen_at }: ModelItem) => first_seen_at >= start
      const claimsOf = (some: readonly ModelItem[]) => amountOf(some).claims
      const before = worthOf(model.days.get(day)!, kind).claims
      const moved = claimsOf(items) - before
      const gone = Math.max(0, claimsOf(items.filter(isNew)) - moved)
      const listed = items.filter(({ is_snoozed }) => !is_snoozed)
      return [
        kind,
        { before, now: claimsOf(listed), added: claimsOf(listed.filter(isNew)), gone, moved },
      ]
    }),
  )
  // A claim that came after that day was never among those before.
  const byHand = model.items.filter(
    ({ cause, changed_at, first_seen_at }) =>
      cause === resolvedByHand && changed_at >= start && first_seen_at < start,
  )
  const accepted = (cleared?.days ?? []).reduce(
    (sum, each) => (each.day > day ? sum + each.claims : sum),
    0,
  )
  return {
    day,
    kinds: kinds as Record<(typeof movingKinds)[number], Movement>, // every kind has an entry
    accepted: cleared !== null && cleared.since <= day ? accepted : null,
    by_hand: amountOf(byHand).claims,
  }
}

function peopleOf(items: readonly ModelItem[]): PersonRow[] {
  const owned = Map.groupBy(items, ({ mark }) => mark.owner_id)
  const row = (id: string | undefined, own: readonly ModelItem[]): PersonRow => {
    const count = (kind: QueueKind) => amountOf(own.filter((item) => item.kind === kind)).claims
    const oldest = own.flatMap(({ date_of_service }) => date_of_service ?? []).toSorted()[0]
    return {
      account_id: id ?? null,
      name: id === undefined ? 'Unassigned' : (own[0]?.mark.owner ?? 'Former colleague'),
      errors: count('error'),
      resolved: count('resolved'),
      held: count('held'),
      updates: count('updated'),
      cents: amountOf(own).cents,
      ...(oldest !== undefined && { oldest }),
    }
  }
  const people = [...owned].flatMap(([id, own]) => (id === undefined ? [] : [row(id, own)]))
  people.sort((a, b) => b.cents - a.cents || a.name.localeCompare(b.name))
  return [...people, row(undefined, owned.get(undefined) ?? [])]
}
