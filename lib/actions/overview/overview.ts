import 'server-only'
import { now } from '#lib/console/clock.ts'
import { addDays, localDateAt, startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { undatedAge, type AgeRow, type Movement, type Overview, type PersonRow } from '#lib/lists/overview.ts'
import { queueKinds, type QueueKind, type QueueView } from '#lib/lists/queue.ts'
import { amountOf, type ModelItem, type QueueModel } from '#lib/actions/queue/model.ts'
import { chosenItems } from '#lib/actions/queue/choose.ts'
import { queueNow, stateOf } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { daysOf, movedOf, worthOf } from './updates.ts'

const mostCauses = 6
const ages = [
  { key: '0-7', label: '0–7 days', from: 0, to: 7 },
  { key: '8-30', label: '8–30 days', from: 8, to: 30 },
  { key: '31-60', label: '31–60 days', from: 31, to: 60 },
  { key: '61-90', label: '61–90 days', from: 61, to: 90 },
  { key: 'over-90', label: 'Over 90 days', from: 91, to: undefined },
] as const

/** The manager's overview, counted from the queue. */
export async function readOverviewNow(_: object, context: ActionContext): Promise<Result<Overview>> {
  const { account } = context
  const model = await queueNow(context)
  const view = (name: QueueView) => chosenItems(model, { view: name, sort: 'oldest' }, account.id)
  const [errors, held, updates, filing] = [view('causes'), view('held'), view('updates'), view('filing-soon')]
  const today = localDateAt(now())
  const nearest = filing.flatMap(({ filing_days_left: left }) => left ?? []).toSorted((a, b) => a - b)[0]
  const moved = updates.flatMap(({ change }) => change?.moved_cents ?? 0)
  return ok({
    state: stateOf(model, account.id),
    today,
    errors: amountOf(errors),
    held: amountOf(held),
    updates: {
      claims: updates.length,
      cents: movedOf(updates),
      unassigned: updates.filter(({ mark }) => mark.owner_id === undefined).length,
      up: moved.reduce((sum, cents) => sum + Math.max(0, cents), 0),
      down: moved.reduce((sum, cents) => sum + Math.min(0, cents), 0),
    },
    filing: { ...amountOf(filing), ...(nearest !== undefined && { first: addDays(today, nearest) }) },
    ages: agesOf(errors, today),
    causes: causesOf(model, errors).slice(0, mostCauses),
    holds: causesOf(model, held).map(({ trend: _trend, ...hold }) => hold),
    since: sinceOf(model, today),
    days: openDaysOf(model),
    people: peopleOf([...errors, ...held, ...updates]),
  })
}

function agesOf(errors: readonly ModelItem[], today: LocalDate): AgeRow[] {
  const rows = ages.map(({ key, label, from, to }): AgeRow => {
    const [max, min] = [addDays(today, -from), to === undefined ? undefined : addDays(today, -to)]
    // A service of a later day is new.
    const isIn = ({ date_of_service: date }: ModelItem) =>
      date !== undefined && (from === 0 || date <= max) && (min === undefined || date >= min)
    return { key, label, ...(from > 0 && { max }), ...(min !== undefined && { min }), ...amountOf(errors.filter(isIn)) }
  })
  const undated = amountOf(errors.filter(({ date_of_service }) => date_of_service === undefined))
  return undated.claims > 0 ? [...rows, { key: undatedAge, label: 'No service date', ...undated }] : rows
}

function causesOf(model: QueueModel, items: readonly ModelItem[]): Overview['causes'] {
  return [...Map.groupBy(items, ({ cause }) => cause)]
    .map(([key, some]) => {
      const { words, trend } = model.causes.get(key)! // it has the cause of every item
      return { key, words, trend, ...amountOf(some) }
    })
    .toSorted((a, b) => b.cents - a.cents || b.claims - a.claims)
}

// Cleared is what is gone, although other claims came: the sums alone would hide work that was done.
function sinceOf(model: QueueModel, today: LocalDate): Overview['since'] {
  const day = [...model.days.keys()]
    .filter((each) => each < today)
    .toSorted()
    .at(-1)
  if (day === undefined) return null
  const start = startOfDay(addDays(day, 1)).toISOString()
  const kinds = Object.fromEntries(
    queueKinds.map((kind) => {
      const items = model.items.filter((item) => item.kind === kind)
      const isNew = ({ first_seen_at }: ModelItem) => first_seen_at >= start
      const claimsOf = (some: readonly ModelItem[]) => amountOf(some).claims
      const before = worthOf(model.days.get(day)!, kind).claims
      const moved = claimsOf(items) - before
      const cleared = Math.max(0, claimsOf(items.filter(isNew)) - moved)
      const listed = items.filter(({ is_snoozed }) => !is_snoozed)
      return [kind, { before, now: claimsOf(listed), added: claimsOf(listed.filter(isNew)), cleared, moved }]
    }),
  )
  return { day, kinds: kinds as Record<QueueKind, Movement> }
}

function openDaysOf(model: QueueModel): Overview['days'] {
  const [held, updated] = [daysOf(model, 'held'), daysOf(model, 'updated')]
  return daysOf(model, 'error').map(({ day, claims: error }, place) => ({
    day,
    error,
    held: held[place]!.claims, // every kind has the same days
    updated: updated[place]!.claims,
  }))
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
