import 'server-only'
import { mostStoredRules, readPayerRules, savePayerRules } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { FilingSums } from '#lib/lists/queue.ts'
import type { NamedPayer } from '#lib/rules/filing/insurances.ts'
import { everyOtherName } from '#lib/rules/filing/rule-file.ts'
import {
  defaultRules,
  everyOther,
  limitFor,
  limitNames,
  payerKind,
  rulebookOf,
  type PayerKind,
  type PayerLimits,
  type PayerRule,
} from '#lib/rules/filing/rulebook.ts'
import { filingOf, type QueueModel } from '#lib/actions/queue/model.ts'
import { queueNow } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * A payer of the rulebook. `limits` and `source` are those in force; `own` are those that a person
 * entered for the payer, the others are defaults that nobody confirmed for it.
 */
export type PayerRow = {
  payer_id: string
  payer: string
  /** Missing if the claims in the queue do not tell one kind. */
  kind?: PayerKind
  /** A row that stands for many payers: a default by law, or every other payer. */
  is_shared?: true
  limits: PayerLimits
  own?: PayerLimits
  source: string
  confirmed_by?: string
  /** An instant (ISO, UTC). */
  confirmed_at?: string
}

/**
 * Every payer of the queue and every payer with limits of its own, by name, after the rows that
 * stand for many. An id that the partner calls unmapped is no payer.
 */
export async function readBook(
  _: object,
  context: ActionContext,
): Promise<Result<{ rows: PayerRow[]; filing: FilingSums }>> {
  const model = await queueNow(context)
  const { rules } = model
  const book = rulebookOf(rules)
  const rowOf = (payer_id: string, payer: string, named: NamedPayer): PayerRow => {
    const own = rules.find((rule) => rule.payer_id === payer_id)
    const found = limitNames.map((kind) => [kind, limitFor(named, kind, book)] as const)
    const limits = Object.fromEntries(
      found.flatMap(([kind, one]) => [
        ...(one ? [[kind, one.limit]] : []),
        ...(one?.counted_from ? [['corrected_from', one.counted_from]] : []),
      ]),
    )
    const source = own?.source ?? found.find(([, one]) => one)?.[1]?.source ?? ''
    const kind = payerKind(named)
    return {
      payer_id,
      payer,
      ...(kind && { kind }),
      limits,
      ...(own && { own: own.limits }),
      source,
      ...(own?.confirmed_by !== undefined && { confirmed_by: own.confirmed_by }),
      ...(own?.confirmed_at !== undefined && { confirmed_at: own.confirmed_at }),
    }
  }
  const shared = [
    ...defaultRules.map((law): PayerRow => {
      const own = rules.find((rule) => rule.payer_id === law.payer_id)
      const { payer_id, payer, kind } = law
      return {
        ...rowOf(payer_id, payer, {}),
        kind,
        is_shared: true,
        limits: { ...law.limits, ...own?.limits },
        source: own?.source ?? law.source,
      }
    }),
    {
      ...rowOf(everyOther, everyOtherName, { payer_id: everyOther }),
      is_shared: true as const,
    },
  ]
  const ids = new Set(shared.map(({ payer_id }) => payer_id))
  const payers = payersOf(model)
  for (const { payer_id, payer } of rules)
    if (!payers.has(payer_id)) payers.set(payer_id, { payer_id, payer })
  const rows = [...payers.values()]
    .filter(({ payer_id }) => !ids.has(payer_id))
    .map((named) => rowOf(named.payer_id, named.payer, named))
    .toSorted((a, b) => a.payer.localeCompare(b.payer) || a.payer_id.localeCompare(b.payer_id))
  return ok({ rows: [...shared, ...rows], filing: filingOf(model) })
}

type QueuePayer = { payer_id: string; payer: string; plan_type?: string }

// The payers of the queue by id. Cards of several plan types do not tell the payer's kind.
function payersOf({ items }: Pick<QueueModel, 'items'>): Map<string, QueuePayer> {
  const groups = Map.groupBy(
    items.filter(({ payer_id }) => payer_id !== undefined),
    ({ payer_id }) => payer_id!, // the others were left out
  )
  return new Map(
    [...groups].map(([payer_id, some]) => {
      const payer = some.find((item) => item.payer !== undefined)?.payer ?? payer_id
      const plans = [...new Set(some.flatMap(({ plan_type }) => plan_type ?? []))]
      const told = new Set(plans.map((plan_type) => payerKind({ plan_type })))
      return [
        payer_id,
        { payer_id, payer, ...(told.size === 1 && plans[0] && { plan_type: plans[0] }) },
      ]
    }),
  )
}

/**
 * The entered rules that concern these payers of a claim. `today` is the server's local date: the
 * browser's may be another.
 */
export async function rulesFor(
  { payers }: { payers: readonly NamedPayer[] },
  { connection }: Pick<ActionContext, 'connection'>,
): Promise<Result<{ rules: PayerRule[]; today: LocalDate }>> {
  const ids = new Set([
    everyOther,
    ...defaultRules.map(({ payer_id }) => payer_id),
    ...payers.flatMap(({ payer_id }) => payer_id ?? []),
  ])
  const names = new Set(payers.flatMap(({ payer }) => payer?.toLowerCase() ?? []))
  const stored = await readPayerRules(connection.boundTo, { ids, names })
  const rules = stored.map(({ payer_id, payer, limits, source }) => ({
    payer_id,
    payer,
    limits,
    source,
  }))
  return ok({ rules, today: dayNow() })
}

/**
 * Stores limits of payers, all or none. Empty limits end those of their payer. Answers how many
 * payers changed.
 */
export async function saveRules(
  { rules }: { rules: readonly PayerRule[] },
  context: ActionContext,
): Promise<Result<{ changed: number }>> {
  const changed = await savePayerRules(context, rules)
  return changed === 'full'
    ? fail(
        'InvalidInput',
        `Nothing was saved: at most ${mostStoredRules.toLocaleString('en-US')} payers have limits of their own. Remove those of payers you no longer bill.`,
      )
    : ok({ changed })
}
