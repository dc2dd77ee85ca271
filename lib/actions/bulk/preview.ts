import 'server-only'
import { capturesOpenByOthers } from '#lib/console/queue/team.ts'
import {
  captureIds,
  countCaptures,
  findBulkFix,
  keepStep,
  noTally,
  waitingCaptures,
  type BulkCapture,
  type BulkFix,
  type BulkPlan,
  type BulkTally,
} from '#lib/console/records/bulk-fixes.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { wireValue } from '#lib/contract/wire-words.ts'
import { operations } from '#lib/contract/operations.ts'
import { countOf } from '#lib/core/count-of.ts'
import { isJsonObject, parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ListRequest, PartnerRequest } from '#lib/lists/view.ts'
import { chargesOf, toChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import {
  applyChange,
  isFilledByRecords,
  notInFile,
  type Applied,
  type ReadChange,
} from '#lib/rules/bulk/bulk-change.ts'
import { keptDiagnosis, type ChangeClass } from '#lib/rules/bulk/change-class.ts'
import {
  noForecast,
  sentStates,
  stateOfCapture,
  type BulkForecast,
  type BulkSums,
  type SentState,
} from '#lib/rules/bulk/chosen-amount.ts'
import {
  changedCapture,
  forecastOf,
  valuesToLookUp,
  type ChangedCapture,
} from '#lib/rules/bulk/forecast.ts'
import { judgeChange, type Judged } from '#lib/rules/bulk/judge-change.ts'
import type { FindListed } from '#lib/rules/bulk/listed-values.ts'
import { claimClock, filingFacts } from '#lib/rules/filing/filing-clock.ts'
import { leftWords } from '#lib/rules/filing/left-words.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { maxBulkCaptures, readValueFile, unknownIds } from '#lib/rules/bulk/value-file.ts'
import { noteOwners, severalOwners } from '#lib/rules/bulk/value-owners.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { controlName } from '#lib/rules/edit/field-path.ts'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import {
  readSaveTerms,
  type ChangedBody,
  type SaveTerms,
} from '#lib/actions/charge-captures/check-terms.ts'
import { preEncounterOrigin } from '#lib/actions/charge-captures/pre-encounter-origin.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { keepOf, readPartnerPage } from '#lib/actions/lists/partner-lists.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readClaims, type ClaimFacts } from './claims.ts'
import { changeOf, classIn, noFix, ownerOf } from './fix.ts'
import { lookUpListed, type LookedUp } from './look-up-listed.ts'

/**
 * A capture as it is stored for a page: what of it does not follow from the other captures of its
 * claim. Values are texts of controls.
 */
export type ShownRow = {
  external_id?: string
  patient?: string
  /** Its claim creation, or itself without one. */
  claim?: string
  /** What the capture charges, in whole cents. */
  charges?: number
  changes: { label: string; before: string; after: string }[]
  /** Further changes that are not listed. */
  more: number
  /** What the rules say of it. */
  verdict: string
}

const stepSize = 100
const readingsAtOnce = 8
const mostChanges = 3

/**
 * Reads the next captures of a fix, at most 100, and stores how the change fits each. The value is
 * the plan after it. A failure of the partner changes nothing. `lookedUp` keeps what its lists say
 * from one step to the next.
 */
export async function readStep(
  id: string,
  lookedUp: LookedUp,
  context: ActionContext,
): Promise<Result<BulkPlan>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix?.plan.change) return noFix()
  if (fix.plan.isRead) return ok(fix.plan)
  const change = changeOf(fix.plan.change)
  if ('issues' in change) return fail('InvalidInput', 'The change isn’t valid.', change)
  const found = await (fix.plan.request === undefined
    ? readKnown(fix, context)
    : readListed(fix, context))
  if (!found.ok) return found
  const { from, plan } = found.value
  const captures = found.value.captures.map((read) => withChange(read, change))
  const claims = await readClaims(
    context.connection,
    captures.flatMap(({ capture }) => textOf(capture?.claim_creation_id) ?? []),
    { withBodies: true },
  )
  if (!claims.ok) return claims
  const terms: Terms = {
    change,
    isTable: fix.plan.change.kind === 'map' && fix.plan.change.is_table === true,
    only: classIn(fix.plan.change, change).only,
    claims: claims.value,
    openBy: await capturesOpenByOthers(context),
    save: await readSaveTerms(captures.flatMap(changedBodyOf), context.connection),
  }
  const judged: JudgedCapture[] = []
  for (const capture of captures) judged.push(await judge(capture, terms, context))
  const asked = changedClaims(judged, claims.value).flatMap(([, { known, changes }]) =>
    valuesToLookUp(known, changes),
  )
  const find = await lookUpListed(asked, lookedUp, context)
  const next = afterStep(plan, judged, terms, find)
  await keepStep(owner, fix, { plan: next, captures: judged.map(({ capture }) => capture), from })
  return ok(next)
}

function withChange(read: Read, change: ReadChange): Fitted {
  if (!read.capture) return read
  const body = contentOf(read.capture)
  return { ...read, fit: { body, applied: applyChange(body, change) } }
}

function changedBodyOf({ fit }: Fitted): ChangedBody[] {
  return fit?.applied.kind === 'changed' ? [{ body: fit.applied.after, before: fit.body }] : []
}

/** What captures are judged by. */
type Terms = {
  change: ReadChange
  isTable: boolean
  only: ChangeClass['only']
  claims: ReadonlyMap<string, ClaimFacts>
  openBy: ReadonlyMap<string, readonly string[]>
  save: SaveTerms
}

/** A capture as it is stored, and what the counts of the fix need of it. */
type JudgedCapture = {
  capture: BulkCapture
  externalId?: string
  skip?: keyof BulkTally['skips']
  sent?: {
    state: SentState
    claim: string
    cents?: number
    /** The change of a capture that is sent without a reason, for the forecast of its claim. */
    change?: ChangedCapture
    owned: { changes: LeafChange[]; body: JsonObject }
    old: string
  } & Amounts
}
type Amounts = { charges?: number; moved: number; overwrites: number }

/** `text` is the whole `capture`; both are missing where it cannot be read. */
type Read = { id: string; text?: string; capture?: JsonObject; words?: string }
type Step = { captures: Read[]; from: number; plan: BulkPlan }
/** `fit` is the update body and what the change makes of it. */
type Fitted = Read & { fit?: { body: JsonObject; applied: Applied } }

async function readKnown(fix: BulkFix, context: ActionContext): Promise<Result<Step>> {
  const waiting = await waitingCaptures(fix.id, stepSize)
  const captures: Read[] = []
  for (let at = 0; at < waiting.length; at += readingsAtOnce) {
    const replies = await Promise.all(
      waiting.slice(at, at + readingsAtOnce).map(async ({ captureId }) => {
        const params = { charge_capture_id: captureId }
        return {
          id: captureId,
          reply: await call(context.connection, operations.getChargeCapture, { params }),
        }
      }),
    )
    for (const { id, reply } of replies) {
      if (reply.ok) captures.push(readOf(id, reply.value.text))
      else if (reply.error.name === 'EntityNotFoundError')
        captures.push({ id, words: 'The partner no longer has it.' })
      else return reply
    }
  }
  await recordAct(context, 'read', 'getChargeCapture', idsOf(captures))
  const isRead = waiting.length < stepSize
  return ok({ captures, from: waiting[0]?.place ?? 0, plan: { ...fix.plan, isRead } })
}

function readOf(id: string, text: string): Read {
  const capture = parseExact(text)
  return isJsonObject(capture) ? { id, text, capture } : { id }
}

async function readListed(fix: BulkFix, context: ActionContext): Promise<Result<Step>> {
  const { plan } = fix
  const request: PartnerRequest = {
    ...(JSON.parse(plan.request!) as ListRequest), // startFix wrote it
    operation: 'listChargeCaptures',
  }
  const ask = askPages(context.connection, operations.listChargeCaptures, {}, { parse: parseExact })
  const page = await readPartnerPage(
    {
      ...request,
      query: { ...request.query, limit: stepSize },
      position: plan.position ?? undefined,
    },
    ask,
    keepOf(request, context.connection),
  )
  if (!page.ok) return page
  const items = page.value.items.flatMap((item) =>
    isJsonObject(item) && typeof item.id === 'string'
      ? [{ id: item.id, text: JSON.stringify(item), capture: item }]
      : [],
  )
  // A capture that moved to a later page while the list was walked comes twice.
  const known = new Set(await captureIds(fix.id, allStates, idsOf(items)))
  const fresh = [...new Map(items.map((item) => [item.id, item])).values()].filter(
    (item) => !known.has(item.id),
  )
  const from = await countCaptures(fix.id, allStates)
  const captures = fresh.slice(0, maxBulkCaptures - from)
  await recordAct(context, 'read', 'listChargeCaptures', idsOf(captures))
  const isCut =
    fresh.length > captures.length ||
    (from + captures.length >= maxBulkCaptures && page.value.next !== null)
  const isRead = page.value.next === null || page.value.next === plan.position || isCut
  return ok({ captures, from, plan: { ...plan, position: page.value.next, isRead, isCut } })
}

/** Every state of a capture. */
export const allStates = ['waiting', 'ready', 'keeps', 'billed', 'needs-you', 'skipped'] as const

function idsOf(captures: readonly { id: string }[]): string[] {
  return captures.map(({ id }) => id)
}

async function judge(
  { id, text, capture, words, fit }: Fitted,
  { change, isTable, only, claims, openBy, save }: Terms,
  { connection }: ActionContext,
): Promise<JudgedCapture> {
  if (text === undefined || !capture || !fit)
    return {
      capture: {
        captureId: id,
        state: 'needs-you',
        row: rowText({}, words ?? 'It can’t be read.'),
        base: null,
      },
    }
  const { external_id, patient, charges } = toChargeCaptureRow(JSON.parse(text))
  const claim = textOf(capture.claim_creation_id)
  const facts = claim === undefined ? undefined : claims.get(claim)
  // A capture without a claim is worth what it charges.
  const cents = facts ? facts.cents : charges
  const known = {
    claim: claim ?? id,
    ...(external_id && { external_id }),
    ...(patient && { patient }),
    ...(charges !== undefined && { charges }),
  }
  const { body, applied } = fit
  const end = (
    state: 'needs-you' | 'skipped',
    why: string,
    changes: LeafChange[] = [],
  ): JudgedCapture => ({
    capture: { captureId: id, state, row: rowText(known, why, changes), base: null },
    ...(external_id && { externalId: external_id }),
  })
  if (applied.kind === 'unfit')
    return applied.words === notInFile
      ? { ...end('skipped', isTable ? 'Left empty.' : applied.words), skip: 'file' }
      : end('needs-you', applied.words)
  if (applied.kind === 'same') return { ...end('skipped', 'Nothing to change.'), skip: 'same' }
  const origin = await preEncounterOrigin(connection, capture)
  const { listsFor, ...found } = save
  const judged = judgeChange(body, applied.after, {
    shape: captureShape(),
    preEncounter: origin ? 'made' : undefined,
    lists: listsFor({ body: applied.after, before: body }),
    ...found,
  })
  if (origin && isFilledByRecords(change.path))
    return end('needs-you', 'Pre-encounter records fill this field.', judged.changes)
  const kept = only === 'invalid-code' ? keptDiagnosis(body, change, save.findCode) : undefined
  if (kept !== undefined) return end('needs-you', kept, judged.changes)
  if (judged.blocking.length > 0)
    return end(
      'needs-you',
      `The partner would refuse it: ${judged.blocking[0]!.message}`,
      judged.changes,
    )
  const colleagues = openBy.get(id)
  if (colleagues)
    return { ...end('skipped', `Open by ${colleagues.join(', ')}`, judged.changes), skip: 'open' }
  const state = stateOfCapture({
    isBilled: facts?.state === 'billed',
    hasErrors: judged.stays.length + judged.added.length > 0,
    hasNew: judged.added.length > 0,
  })
  if (state === 'needs-you')
    return end(state, `Billed already. ${verdictOf(judged, applied.after, save)}`, judged.changes)
  // What the partner says itself is told of the claim.
  const told = new Set(facts?.errors.map(({ path }) => path))
  const stays = judged.stays.filter(({ path }) => !told.has(controlName(path, captureShape())))
  const verdict =
    state === 'billed'
      ? 'Billed already: makes a change after billing'
      : verdictOf({ ...judged, stays }, applied.after, save)
  const after = chargesOf(plain(applied.after.data))
  return {
    capture: { captureId: id, state, row: rowText(known, verdict, judged.changes), base: text },
    ...(external_id && { externalId: external_id }),
    sent: {
      state,
      claim: known.claim,
      ...(cents !== undefined && { cents }),
      ...(charges !== undefined && { charges }),
      moved: charges === undefined || after === undefined ? 0 : after - charges,
      overwrites: judged.changes.filter(
        ({ before }) => before !== undefined && before !== null && before !== '',
      ).length,
      ...(state === 'ready' && { change: changedCapture(body, applied.after, judged) }),
      owned: { changes: judged.changes, body },
      old: textAt(judged.changes[0]?.path ?? change.path, judged.changes[0]?.before),
    },
  }
}

// Numbers that are kept as their source text are no numbers for a sum.
function plain(value: Json | undefined): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

function verdictOf(
  { stays, added }: Judged,
  after: JsonObject,
  { filing: { book, today } }: SaveTerms,
): string {
  // A limit that passed is no problem of the date's field, which is right.
  const wordsOf = ({ rule, path }: Finding) =>
    (rule === 'timely-filing' &&
      leftWords(claimClock(filingFacts(after.data), book, today)?.clock.daysLeft)) ||
    pathLabel(path)
  if (added.length > 0) return `Makes ${countOf(added.length, errorNoun)}: ${wordsOf(added[0]!)}`
  if (stays.length > 0) return `${countOf(stays.length, otherNoun)}: ${wordsOf(stays[0]!)}`
  if (after.status === 'billable') return nothingLeft
  return after.status === 'planned' ? 'Planned, no errors left' : 'Not billed, no errors left'
}

/** Our checks find nothing in the capture after the change. */
export const nothingLeft = 'Billable, no errors left'
const errorNoun = { one: 'new error', many: 'new errors' }
const otherNoun = { one: 'other error stays', many: 'other errors stay' }

function rowText(known: Partial<ShownRow>, verdict: string, changes: LeafChange[] = []): string {
  const shown: ShownRow = {
    ...known,
    changes: changes.slice(0, mostChanges).map(({ path, before, after }) => ({
      label: pathLabel(path),
      before: wordsAt(path, before),
      after: wordsAt(path, after),
    })),
    more: Math.max(0, changes.length - mostChanges),
    verdict,
  }
  return JSON.stringify(shown)
}

// No value has no words: each place says so in its own way.
function wordsAt(path: string, value: Json | undefined): string {
  return value === undefined || value === null || value === '' ? '' : wireValue(path, value)
}

function textAt(path: string, value: Json | undefined): string {
  const shape = shapeAt(captureShape(), path)
  return (
    (shape && isLeaf(shape) ? toText(value, shape) : undefined) ??
    (value ? JSON.stringify(value) : '')
  )
}

// The claims that captures are changed of, as the partner has them, with these changes.
function changedClaims(judged: readonly JudgedCapture[], facts: ReadonlyMap<string, ClaimFacts>) {
  const changed = Map.groupBy(
    judged.filter(({ sent }) => sent?.change !== undefined),
    ({ sent }) => sent!.claim,
  )
  return [...changed].map(([claim, group]) => {
    const changes = new Map(
      group.map(({ capture, sent }) => [capture.captureId, sent!.change!] as const),
    )
    const known = facts.get(claim) ?? { isTried: false, errors: [], bodies: new Map() }
    return [claim, { known, changes }] as const
  })
}

function afterStep(
  plan: BulkPlan,
  judged: readonly JudgedCapture[],
  { change, only, claims: facts, save }: Terms,
  find: FindListed,
): BulkPlan {
  const owner = only === 'invalid-code' || only === 'rewriting' ? undefined : only
  const before = plan.tally
  const tally: BulkTally = {
    ...noTally,
    ...before,
    read: before.read + judged.length,
    skips: { ...before.skips },
  }
  const claims = { ...plan.claims }
  const owners = { ...plan.owners }
  const olds = { ...plan.olds }
  const parts = structuredClone(before.sums)
  for (const { capture, externalId, skip, sent } of judged) {
    if (capture.state === 'needs-you') tally.needs += 1
    if (capture.state === 'skipped') tally.skipped += 1
    if (skip) tally.skips[skip] += 1
    if (!sent) continue
    const { state, claim, cents, charges = 0, moved, overwrites } = sent
    tally[state] += 1
    const sums = parts[state]
    sums.charges += charges
    sums.moved += moved
    sums.overwrites += overwrites
    if (cents === undefined) sums.unknown += 1
    const together: [number, number, number] = [...(claims[claim]?.together ?? [0, 0, 0])]
    together[sentStates.indexOf(state)]! += 1
    claims[claim] = { ...claims[claim], ...(cents !== undefined && { cents }), together }
    if (owner)
      noteOwners(owners, sent.owned.changes, {
        only: owner,
        id: capture.captureId,
        external: externalId,
        body: sent.owned.body,
        findProviders: save.findProviders,
      })
    if (Object.hasOwn(olds, sent.old) || Object.keys(olds).length < mostOlds)
      olds[sent.old] = (olds[sent.old] ?? 0) + 1
  }
  for (const [claim, { known, changes }] of changedClaims(judged, facts)) {
    // Captures of an earlier step have cleared some already, and have new values of their own.
    const { errors = known.errors, unknown: earlier = [] } = claims[claim]!
    const forecast = forecastOf({ ...known, errors }, changes, { today: save.today, find })
    const unknown = [...new Set([...earlier, ...forecast.unknown])]
    const outlook =
      forecast.outlook === 'bills' && unknown.length > 0 ? 'unknown' : forecast.outlook
    claims[claim] = { ...claims[claim]!, ...forecast, unknown, outlook }
  }
  tally.forecast = forecastIn(claims)
  const next = {
    ...plan,
    claims,
    ...(owner && { owners }),
    olds,
    tally: { ...tally, sums: withClaims(parts, claims) },
  }
  const several = owner ? severalOwners(owners, owner, change.path) : []
  const problems = several.map((message) => ({ line: 0, message }))
  if (problems.length > 0) next.problems = problems
  if (plan.change?.kind !== 'map') return next
  const matched = new Set(judged.map(({ externalId }) => externalId))
  const unmatched = plan.unmatched?.filter((external) => !matched.has(external)) ?? []
  return {
    ...next,
    unmatched,
    ...(plan.isRead && { problems: [...problems, ...fileProblems(plan, unmatched)] }),
  }
}

const mostOlds = 10

// The claims that have captures which are sent.
function forecastIn(claims: NonNullable<BulkPlan['claims']>): BulkForecast {
  const sum = { ...noForecast }
  for (const { cents = 0, outlook, together } of Object.values(claims)) {
    if (together[0] === 0) continue
    sum.of += 1
    if (outlook === 'unknown') sum.unknown += 1
    if (outlook !== 'bills') continue
    sum.claims += 1
    sum.cents += cents
  }
  return sum
}

// Each claim counts once: where it has ready captures there, otherwise where it would get a new
// error.
function withClaims(sums: BulkSums, claims: NonNullable<BulkPlan['claims']>): BulkSums {
  const cents = { ready: 0, keeps: 0, billed: 0 }
  for (const { cents: worth = 0, together } of Object.values(claims)) {
    const at = together.findIndex((count) => count > 0)
    cents[sentStates[at]!] += worth // a claim is there because a capture was counted
  }
  return {
    ready: { ...sums.ready, cents: cents.ready },
    keeps: { ...sums.keeps, cents: cents.keeps },
    billed: { ...sums.billed, cents: cents.billed },
  }
}

// Only once every capture was read is an id without one surely unknown.
function fileProblems({ change }: BulkPlan, unmatched: string[]) {
  if (change?.kind !== 'map' || unmatched.length === 0) return []
  const file = readValueFile(change.file, change.path, captureShape(), change.leave_out)
  if ('problems' in file) return file.problems
  return unknownIds(
    { lines: new Map(unmatched.map((id) => [id, file.lines.get(id) ?? 0])) },
    new Set(),
  )
}
