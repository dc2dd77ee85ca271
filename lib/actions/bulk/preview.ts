import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { openElsewhere } from '#lib/console/queue/team.ts'
import {
  captureIds,
  countCaptures,
  findBulkFix,
  keepStep,
  waitingCaptures,
  type BulkCapture,
  type BulkFix,
  type BulkPlan,
  type BulkTally,
} from '#lib/console/records/bulk-fixes.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { operations } from '#lib/contract/operations.ts'
import { countOf } from '#lib/core/count-of.ts'
import { isJsonObject, parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { toChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import { applyChange, isFilledByRecords, type ReadChange } from '#lib/rules/bulk/bulk-change.ts'
import { judgeChange, type Judged } from '#lib/rules/bulk/judge-change.ts'
import { maxBulkCaptures, readValueFile, unknownIds } from '#lib/rules/bulk/value-file.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { preEncounterOrigin } from '#lib/actions/charge-captures/pre-encounter-origin.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { readPartnerPage } from '#lib/actions/lists/partner-lists.ts'
import type { BulkRow, BulkStanding } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { changeOf, noFix, ownerOf, standingOf } from './fix.ts'

/** A capture as a page shows it before it is sent. */
export type ShownRow = Omit<BulkRow, 'id' | 'place' | 'state' | 'result'> & { bills?: true }

const stepSize = 100
const readingsAtOnce = 8
const mostChanges = 3

/**
 * Reads the next captures of a fix, at most 100, and judges the change in each. Asked again until `is_read`: where a
 * reading ended early, the next one goes on. A failure of the partner changes nothing.
 */
export async function readOn({ id }: { id: string }, context: ActionContext): Promise<Result<BulkStanding>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix) return noFix()
  if (fix.plan.isRead || !fix.plan.change) return ok(await standingOf(fix, context))
  const change = changeOf(fix.plan.change)
  if ('issues' in change) return fail('InvalidInput', 'The change isn’t valid.', change)
  const found = await (fix.plan.request === undefined ? readKnown(fix, context) : readListed(fix, context))
  if (!found.ok) return found
  const { captures, from, plan } = found.value
  const names = await openElsewhere(context)
  const judged: BulkCapture[] = []
  for (const capture of captures) judged.push(await judge(capture, change, names.get(capture.id)?.join(', '), context))
  const next = afterStep(plan, judged)
  await keepStep(owner, fix, { plan: next, captures: judged, from })
  const now = await findBulkFix(owner, id)
  return now ? ok(await standingOf(now, context)) : noFix()
}

type Read = { id: string; text: string | undefined; words?: string }
type Step = { captures: Read[]; from: number; plan: BulkPlan }

async function readKnown(fix: BulkFix, context: ActionContext): Promise<Result<Step>> {
  const waiting = await waitingCaptures(fix.id, stepSize)
  const captures: Read[] = []
  for (let at = 0; at < waiting.length; at += readingsAtOnce) {
    const replies = await Promise.all(
      waiting.slice(at, at + readingsAtOnce).map(async ({ captureId }) => {
        const params = { charge_capture_id: captureId }
        return { id: captureId, reply: await call(context.connection, operations.getChargeCapture, { params }) }
      }),
    )
    for (const { id, reply } of replies) {
      if (reply.ok) captures.push({ id, text: reply.value.text })
      else if (reply.error.name === 'EntityNotFoundError')
        captures.push({ id, text: undefined, words: 'The partner no longer has it.' })
      else return reply
    }
  }
  await auditRead(context, 'getChargeCapture', captures)
  const isRead = waiting.length < stepSize
  return ok({ captures, from: waiting[0]?.place ?? 0, plan: { ...fix.plan, isRead } })
}

async function readListed(fix: BulkFix, context: ActionContext): Promise<Result<Step>> {
  const { plan } = fix
  const request = JSON.parse(plan.request!) as ListRequest // startFix wrote it
  const ask = askPages(context.connection, operations.listChargeCaptures, {}, { parse: parseExact })
  const page = await readPartnerPage(
    {
      ...request,
      operation: 'listChargeCaptures',
      query: { ...request.query, limit: stepSize },
      position: plan.position ?? undefined,
    },
    ask,
  )
  if (!page.ok) return page
  const items = page.value.items.flatMap((item) =>
    isJsonObject(item) && typeof item.id === 'string' ? [{ id: item.id, text: JSON.stringify(item) }] : [],
  )
  // A capture that moved to a later page while the list was walked comes twice.
  const known = new Set(
    await captureIds(
      fix.id,
      allStates,
      items.map((item) => item.id),
    ),
  )
  const fresh = [...new Map(items.map((item) => [item.id, item])).values()].filter((item) => !known.has(item.id))
  const from = await countCaptures(fix.id, allStates)
  const captures = fresh.slice(0, maxBulkCaptures - from)
  await auditRead(context, 'listChargeCaptures', captures)
  const isCut =
    fresh.length > captures.length || (from + captures.length >= maxBulkCaptures && page.value.next !== null)
  const isRead = page.value.next === null || page.value.next === plan.position || isCut
  return ok({ captures, from, plan: { ...plan, position: page.value.next, isRead, isCut } })
}

/** Every state of a capture. */
export const allStates = ['waiting', 'ready', 'keeps', 'needs-you', 'skipped'] as const

async function auditRead({ account, connection }: ActionContext, operation: string, captures: Read[]): Promise<void> {
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation,
    stage: 'read',
    outcome: 'ok',
    recordIds: captures.map((capture) => capture.id),
  })
}

async function judge(
  { id, text, words }: Read,
  change: ReadChange,
  openBy: string | undefined,
  { connection }: ActionContext,
): Promise<BulkCapture> {
  const capture = text === undefined ? undefined : parseExact(text)
  if (text === undefined || !isJsonObject(capture))
    return { captureId: id, state: 'needs-you', row: rowText({}, words ?? 'It can’t be read.'), base: null }
  const { external_id, patient, charges } = toChargeCaptureRow(JSON.parse(text))
  const known = { ...(external_id && { external_id }), ...(patient && { patient }), ...(charges && { cents: charges }) }
  const body = contentOf(capture)
  const applied = applyChange(body, change)
  const end = (state: 'needs-you' | 'skipped', why: string, changes: LeafChange[] = []): BulkCapture => ({
    captureId: id,
    state,
    row: rowText(known, why, changes),
    base: null,
  })
  if (applied.kind === 'unfit')
    return end(applied.words === 'Not in the file.' ? 'skipped' : 'needs-you', applied.words)
  if (applied.kind === 'same') return end('skipped', 'Nothing to change.')
  const origin = await preEncounterOrigin(connection, capture)
  const judged = judgeChange(body, applied.after, {
    shape: captureShape(),
    today: localDateAt(Date.now()),
    preEncounter: origin ? 'made' : undefined,
  })
  if (origin && isFilledByRecords(change.path))
    return end('needs-you', 'Pre-encounter records fill this field.', judged.changes)
  if (judged.blocking.length > 0)
    return end('needs-you', `The partner would refuse it: ${judged.blocking[0]!.message}`, judged.changes)
  if (openBy !== undefined) return end('skipped', `Open by ${openBy}`, judged.changes)
  const state = judged.stays.length + judged.added.length > 0 ? 'keeps' : 'ready'
  return {
    captureId: id,
    state,
    row: rowText(
      { ...known, ...(state === 'ready' && applied.after.status === 'billable' && { bills: true }) },
      verdictOf(judged, applied.after),
      judged.changes,
    ),
    base: text,
  }
}

function verdictOf({ stays, added }: Judged, after: JsonObject): string {
  const fieldOf = ({ path }: { path: string }) => pathLabel(path)
  if (added.length > 0) return `Brings ${countOf(added.length, errorNoun)}: ${fieldOf(added[0]!)}`
  if (stays.length > 0) return `${countOf(stays.length, otherNoun)}: ${fieldOf(stays[0]!)}`
  if (after.status === 'billable') return 'Billable, no errors left'
  return after.status === 'planned' ? 'Planned, no errors left' : 'Not billed, no errors left'
}

const errorNoun = { one: 'new error', many: 'new errors' }
const otherNoun = { one: 'other error stays', many: 'other errors stay' }

function rowText(known: Partial<ShownRow>, verdict: string, changes: LeafChange[] = []): string {
  const shown: ShownRow = {
    ...known,
    changes: changes.slice(0, mostChanges).map(({ path, before, after }) => ({
      label: pathLabel(path),
      before: textOf(path, before),
      after: textOf(path, after),
    })),
    more: Math.max(0, changes.length - mostChanges),
    verdict,
  }
  return JSON.stringify(shown)
}

function textOf(path: string, value: Json | undefined): string {
  const shape = shapeAt(captureShape(), path)
  return (shape && isLeaf(shape) ? toText(value, shape) : undefined) ?? (value ? JSON.stringify(value) : '')
}

function afterStep(plan: BulkPlan, judged: readonly BulkCapture[]): BulkPlan {
  const tally: BulkTally = { ...plan.tally, read: plan.tally.read + judged.length }
  const matched = new Set<string>()
  for (const { state, row } of judged) {
    const { cents = 0, external_id, bills } = JSON.parse(row) as ShownRow // rowText wrote it
    if (external_id !== undefined) matched.add(external_id)
    if (state === 'needs-you') tally.needs += 1
    else if (state === 'skipped') tally.skipped += 1
    else {
      const which = state === 'keeps' ? 'keeps' : 'ready'
      tally[which] += 1
      tally[`${which}_cents`] += cents
      if (bills) tally.bills += 1
    }
  }
  const next = { ...plan, tally }
  if (plan.change?.kind !== 'map') return next
  const unmatched = plan.unmatched?.filter((external) => !matched.has(external)) ?? []
  return { ...next, unmatched, ...(plan.isRead && { problems: fileProblems(plan, unmatched) }) }
}

// Only once every capture was read is an id without one surely unknown.
function fileProblems({ change }: BulkPlan, unmatched: string[]) {
  if (change?.kind !== 'map' || unmatched.length === 0) return []
  const file = readValueFile(change.file, change.path, captureShape())
  if ('problems' in file) return file.problems
  return unknownIds({ lines: new Map(unmatched.map((id) => [id, file.lines.get(id) ?? 0])) }, new Set())
}
