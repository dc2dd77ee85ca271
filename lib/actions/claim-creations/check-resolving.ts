import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import type { ResolutionToKeep } from '#lib/console/records/update-resolutions.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { countOf } from '#lib/core/count-of.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Failure, type Issue, type Result } from '#lib/core/result.ts'
import { stepWords } from '#lib/lists/updates.ts'
import { toChargeCaptureRow, toClaimCreationRow } from '#lib/lists/rows/rows.ts'
import {
  mayLowerPaid,
  missingReason,
  overpaymentRisk,
  paidOf,
  riskWords,
  type OverpaymentRisk,
  type OwnReason,
} from '#lib/rules/billed-diff/overpayment.ts'
import { isSamePayer, type Advice } from '#lib/rules/billed-diff/advice.ts'
import { isWithoutCharges } from '#lib/rules/billed-diff/without-charges.ts'
import {
  billedDiffOf,
  readCapturesOf,
  toUpdatedCapture,
  type CaptureUpdate,
} from '#lib/actions/charge-captures/billed-captures.ts'
import { readEncounters } from '#lib/actions/encounters/read-encounter.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { adviceBy } from './advise.ts'

// 100 ids of 36 characters are an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
const claimNoun = { one: 'claim', many: 'claims' }

/**
 * What a person asks to resolve: changes of these claim creations, with one reason for all and own
 * ones for some.
 */
export type AskedToResolve = {
  changeIds: readonly string[]
  claimCreationIds: readonly string[]
  reason: string | undefined
  own: ReadonlyMap<string, OwnReason>
}

type Claim = { id: string; creation: unknown; captures: Json[]; updates: CaptureUpdate[] }

/**
 * Reads the claim creations as they are now and refuses with `ReasonNeeded` if one of them lowers
 * what a payer has paid, or may have paid, and has no reason of its own: its issues name each such
 * claim creation. Nothing is resolved then, also of the others. Otherwise returns what is to be
 * stored.
 */
export async function checkResolving(
  asked: AskedToResolve,
  context: ActionContext,
): Promise<Result<ResolutionToKeep[]>> {
  const { connection } = context
  const read = await readClaims(connection, asked.claimCreationIds)
  if (!read.ok) return read
  const claims = read.value
  const wanted = new Set(asked.changeIds)
  const known = new Set(claims.flatMap(({ updates }) => updates.map(({ id }) => id)))
  if (asked.changeIds.some((id) => !known.has(id)))
    return fail(
      'ChangeNotFound',
      'A change is no longer at the partner, so nothing was resolved. Reload the page.',
    )
  const today = dayNow()
  const risks = await risksOf(claims, { wanted, today }, context)
  const issues = claims.flatMap(({ id }): Issue[] => {
    const found = risks.get(id)
    const missing = missingReason(found?.risk, asked.own.get(id), today)
    return missing === undefined ? [] : [{ path: id, message: withFacts(found, missing) }]
  })
  if (issues.length > 0) return refuse(issues, claims.length, context)
  return ok(claims.map((claim) => toKeep(claim, { wanted, asked, found: risks.get(claim.id) })))
}

async function readClaims(
  connection: Connection,
  ids: readonly string[],
): Promise<Result<Claim[]>> {
  const ask = askPages(connection, operations.listClaimCreations, {}, { parse: parseExact })
  const claims: Claim[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = [...new Set(ids.slice(from, from + idsAtOnce))]
    const [creations, captures] = await Promise.all([
      readWhole(ask, { claim_creation_ids: some, limit: idsAtOnce }, { pages: 10 }),
      readCapturesOf(connection, some),
    ])
    const failure = creations.failure ?? captures.failure
    if (failure) return unchecked(failure)
    const found = new Map(
      creations.items.map((creation) => [textOf(memberAt(creation, 'id')), creation]),
    )
    const groups = Map.groupBy(captures.items, (capture) =>
      textOf(memberAt(capture, 'claim_creation_id')),
    )
    for (const id of some) {
      const own = groups.get(id) ?? []
      const updates = own.flatMap((capture) => toUpdatedCapture(capture).updates)
      claims.push({ id, creation: found.get(id), captures: own, updates })
    }
  }
  return ok(claims)
}

function unchecked(failure: Failure): { ok: false; error: Failure } {
  const message = `Couldn’t check whether a charge fell on a paid claim, so nothing was resolved. ${failure.message}`
  return { ok: false, error: { ...failure, message } }
}

/** Why a claim may be overpaid, and what is suggested for it, in words. */
type Found = { risk: OverpaymentRisk; advice: string | undefined }

async function risksOf(
  claims: readonly Claim[],
  { wanted, today }: { wanted: ReadonlySet<string>; today: LocalDate },
  context: ActionContext,
): Promise<Map<string, Found>> {
  const falling = claims.flatMap(({ id, creation, captures, updates }) => {
    if (isNoiseOnly(updates, wanted)) return []
    const diff = billedDiffOf(creation, captures)
    const encounterId = textOf(memberAt(creation, 'created_encounter_id'))
    return mayLowerPaid(diff) ? [{ id, creation, captures, diff, encounterId }] : []
  })
  const found = new Map<string, Found>()
  if (falling.length === 0) return found
  const ids = falling.flatMap(({ encounterId }) => encounterId ?? [])
  const [encounters, book] = await Promise.all([
    readEncounters(ids, context),
    readRulebook(context.connection.boundTo),
  ])
  for (const { id, diff, encounterId, ...claim } of falling) {
    const read = encounters.get(encounterId ?? '')
    const risk = overpaymentRisk(diff, paidOf(read?.ok ? read.value : undefined))
    if (!risk) continue
    const advised = diff && read && adviceBy({ ...claim, diff }, read, book, today)
    const isOtherId = risk.why === 'other-payer' && risk.fell_cents === 0
    if (isOtherId && advised && isSamePayer(advised.signs, book)) continue
    found.set(id, { risk, advice: advised ? adviceLine(advised.advice) : undefined })
  }
  return found
}

function adviceLine({ kind, frequency, reason }: Advice): string {
  return `${stepWords(kind, frequency)}. ${reason}`
}

// An ADT message carries no charges. If another change of the claim stays open, that one asks for
// the reason.
function isNoiseOnly(updates: readonly CaptureUpdate[], wanted: ReadonlySet<string>): boolean {
  const open = updates.filter(({ id, resolved }) => !resolved || wanted.has(id))
  return (
    open.filter(({ id }) => wanted.has(id)).every(isWithoutCharges) &&
    open.some(({ id }) => !wanted.has(id))
  )
}

function withFacts(found: Found | undefined, words: string): string {
  if (found === undefined) return words
  const { fell_cents: fell, paid_cents: paid } = found.risk
  const fallen = fell > 0 ? `Charges fell by ${formatCents(fell)}. ` : ''
  const paidWords = paid ? formatCents(paid) : 'not known'
  const suggested = found.advice === undefined ? '' : ` Suggestion: ${found.advice}`
  return `${words} ${fallen}Paid: ${paidWords}.${suggested}`
}

async function refuse(
  issues: Issue[],
  total: number,
  context: ActionContext,
): Promise<{ ok: false; error: Failure }> {
  await recordAct(
    context,
    'refused',
    'resolveChargeCaptureChanges',
    issues.map(({ path }) => path),
    { outcome: 'ReasonNeeded', recordKind: 'claim-creation' },
  )
  const needs = issues.length === 1 ? 'needs a reason of its own' : 'need a reason each'
  const words = `Nothing was resolved. ${issues.length} of ${countOf(total, claimNoun)} ${needs}: it may be overpaid.`
  return fail('ReasonNeeded', words, { issues })
}

function toKeep(
  { id, creation, captures, updates }: Claim,
  {
    wanted,
    asked,
    found,
  }: { wanted: ReadonlySet<string>; asked: AskedToResolve; found: Found | undefined },
): ResolutionToKeep {
  const own = asked.own.get(id)
  const row = toClaimCreationRow(creation)
  const rows = captures.map(toChargeCaptureRow)
  const names = rows.map((capture) => capture.external_id ?? capture.id).join(', ')
  const reason = own?.reason ?? asked.reason
  const diff = billedDiffOf(creation, captures)
  const payer = row.payer ?? rows[0]?.payer
  return {
    claimCreationId: id,
    changeIds: updates.flatMap((update) => (wanted.has(update.id) ? [update.id] : [])),
    what: {
      name: row.patient ?? rows[0]?.patient ?? (names || id),
      ...(reason && { reason }),
      ...(names && { captures: names.slice(0, 300) }),
      ...(payer && { payer }),
      ...(diff && { moved_cents: diff.moved_cents }),
      ...(found && { risk: riskWords(found.risk) }),
      ...(found?.advice !== undefined && { advice: found.advice }),
      ...(found?.risk.paid_cents !== undefined && { paid_cents: found.risk.paid_cents }),
      ...(own?.overpayment && { overpaid_cents: own.overpayment.cents }),
    },
    identifiedOn: own?.overpayment?.identified_on,
  }
}
