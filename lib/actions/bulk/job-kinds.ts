import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { listItems } from '#lib/console/jobs/store.ts'
import { bulkBase, findBulkFix, type BulkPlan } from '#lib/console/records/bulk-fixes.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import { parseExact, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { applyChange, undoBody, type ReadChange } from '#lib/rules/bulk/bulk-change.ts'
import { reasonWords } from '#lib/rules/bulk/change-class.ts'
import { causeOf } from '#lib/rules/queue/cause.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import {
  claimCreationIdOf,
  readClaimCreationText,
} from '#lib/actions/charge-captures/read-charge-capture.ts'
import { saveCapture, type SaveCaptureInput } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveError } from '#lib/actions/claim-creations/resolve.ts'
import {
  endOfWrite,
  type ItemEnd,
  type JobKind,
  type JobTools,
  type WorkItem,
} from '#lib/actions/jobs/job-kind.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { changeOf, noFix } from './fix.ts'
import type { LookedUp } from './look-up-listed.ts'
import { readStep } from './preview.ts'

/** `reason`: why captures that get a new error are saved. */
type FixInput = { fix: string; path: string; reason: string }

/**
 * Reads the captures of a fix and judges the change in each, 100 at a time; a page shows what was
 * read so far. A start of the job after another goes on where that one was.
 */
export const bulkReadJob: JobKind<{ fix: string; path: string }> = {
  kind: 'bulk-read',
  task: 'updateChargeCapture',
  mostOpen: 5,
  title: ({ path }) => `Preview of a bulk fix: ${labelOf(path)}`,
  async run(tools) {
    const lookedUp: LookedUp = new Map()
    for (let done = 0; ;) {
      const step = await tools.retrying(
        (connection) => readStep(tools.input.fix, lookedUp, { account: tools.account, connection }),
        () => done,
      )
      if (!step.ok) return step
      const { isRead, tally } = step.value
      done = tally.read
      await tools.report({ words: 'Captures read', done, total: isRead ? done : null })
      if (isRead) return ok(undefined)
    }
  },
}

// The partner states no limit. This leaves room for people's own reads; a 429 slows it further.
const itemsASecond = 20
// The partner tries a claim creation again soon after a save.
const looks = 4
const lookEveryMs = 1_500

/**
 * Sends a fix: the first capture alone, and the others once its claim creation has been read again.
 */
export const bulkFixJob = {
  kind: 'bulk-fix',
  task: 'updateChargeCapture',
  mostOpen: 5,
  title: ({ path }) => `Bulk fix: ${labelOf(path)}`,
  run: (tools) => eachCapture(tools, { isUndo: false }),
} as const satisfies JobKind<FixInput>

/**
 * Takes a fix back: of each capture only what the fix changed, merged with what others changed
 * since.
 */
export const bulkUndoJob: JobKind<FixInput> = {
  kind: 'bulk-undo',
  task: 'updateChargeCapture',
  mostOpen: 5,
  title: ({ path }) => `Undo of a bulk fix: ${labelOf(path)}`,
  run: (tools) => eachCapture(tools, { isUndo: true }),
}

/** Resolves errors of claim creations, all with one reason. */
export const bulkResolveJob: JobKind<{ reason: string; count: number }> = {
  kind: 'bulk-resolve',
  task: 'resolveClaimCreationError',
  mostOpen: 5,
  title: ({ count }) => `Resolve ${countOf(count, errorNoun)}`,
  async run(tools) {
    const work = async ({ record, operationId }: WorkItem): Promise<ItemEnd> => {
      const input = {
        operation_id: operationId,
        error_id: record,
        resolution_reason: tools.input.reason,
      }
      const result = await resolveError(input, contextOf(tools))
      return endOfWrite(result.ok ? ok({ kind: 'saved' }) : result)
    }
    await tools.eachItem(work, { rate: itemsASecond })
    return ok(undefined)
  },
}

async function eachCapture(
  tools: JobTools<FixInput>,
  { isUndo }: { isUndo: boolean },
): Promise<Result<void>> {
  const owner = { accountId: tools.account.id, connection: tools.connection }
  const fix = await findBulkFix(owner, tools.input.fix)
  const change = fix?.plan.change && changeOf(fix.plan.change)
  if (!fix || !change || 'issues' in change) return noFix()
  if (!isUndo && fix.undoJobId !== null)
    return fail('AlreadyUndone', 'This bulk fix was undone. Begin a new one.')
  const [first] = await listItems(tools.id, { limit: 1 })
  const work = async (item: WorkItem): Promise<ItemEnd> => {
    const read = await bulkBase(tools, fix.id, item.record)
    if (read === undefined) return { state: 'cancelled', words: 'It isn’t part of this fix.' }
    const two = bothOf(read, change)
    if (!two) return { state: 'cancelled', words: 'Nothing to change.' }
    if (isUndo) return undoOne(item, two, tools)
    const end = await fixOne(item, two, tools, item.record === first?.record)
    if (end.state === 'verified') await giveReason(item.record, fix.plan, tools)
    return end
  }
  const gate = async () => {
    const [ended] = await listItems(tools.id, { limit: 1 })
    if (ended?.state === 'verified' && ended.words === null) return null
    const why = ended?.words ?? 'The first capture could not be changed.'
    return `The first capture was sent alone. ${why} The others have not been sent.`
  }
  await tools.eachItem(work, { rate: itemsASecond, ...(!isUndo && { first: 1, gate }) })
  return ok(undefined)
}

// Each capture's own trail says why it was changed, also where the change went to many. An item
// that is worked on again after a restart may have the entry twice.
async function giveReason(record: string, { why, consent }: BulkPlan, tools: JobTools<FixInput>) {
  if (!why) return
  const approved_by = consent?.decided?.by
  await recordAct(tools, 'outcome', 'giveBulkReason', [record], {
    recordKind: 'charge-capture',
    change: {
      before: {},
      after: { reason: reasonWords(why), ...(approved_by !== undefined && { approved_by }) },
    },
  })
}

/** A capture's text as it was read, its body then, and the body with the change. */
type Both = { text: string; capture: JsonObject; before: JsonObject; after: JsonObject }

function bothOf(text: string, change: ReadChange): Both | undefined {
  const capture = parseExact(text) as JsonObject // the preview stored only objects
  const before = contentOf(capture)
  const applied = applyChange(before, change)
  return applied.kind === 'changed' ? { text, capture, before, after: applied.after } : undefined
}

async function fixOne(
  { record, operationId, input }: WorkItem,
  { text, capture, before, after }: Both,
  tools: JobTools<FixInput>,
  isCanary: boolean,
): Promise<ItemEnd> {
  const sent = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !sameJson(value, before[name])),
  )
  const keeps = memberAt(input, 'keeps') === true
  const request: SaveCaptureInput = {
    id: record,
    operation_id: operationId,
    base: text,
    body: JSON.stringify(sent),
    ...(keeps && { past: { reason: tools.input.reason, findings: [] } }),
  }
  const end = endOf(await saveCapture(request, contextOf(tools)))
  if (!isCanary || end.state !== 'verified' || after.status !== 'billable') return end
  const stays = await errorThatStays(capture, tools)
  return stays === undefined ? end : { ...end, words: stays }
}

async function undoOne(
  { record, operationId }: WorkItem,
  { capture, before, after }: Both,
  tools: JobTools<FixInput>,
): Promise<ItemEnd> {
  const { data, ...header } = after
  const base = JSON.stringify({
    ...capture,
    ...header,
    ...(data !== undefined && { charge_capture_data: data }),
  })
  const request = {
    id: record,
    operation_id: operationId,
    base,
    body: JSON.stringify(undoBody(before, after)),
  }
  const result = await saveCapture(request, contextOf(tools))
  if (result.ok || !asksWithReason.has(result.error.name)) return endOf(result)
  // The errors that it had come back with it. Nothing was sent without a reason, so the operation
  // is still unused, or an attempt before has used it with the reason.
  const past = { reason: 'Undo of a bulk fix.', findings: [] }
  return endOf(await saveCapture({ ...request, past }, contextOf(tools)))
}

const asksWithReason = new Set(['ReasonNeeded', 'OperationReused'])

function endOf(result: Awaited<ReturnType<typeof saveCapture>>): ItemEnd {
  const end = endOfWrite(result)
  if (!result.ok || result.value.kind !== 'saved') return end
  // A change can move the capture to another claim creation: the new one tells what became of it.
  const claim = claimCreationIdOf(result.value.charge_capture)
  if (result.value.is_verified) return claim === undefined ? end : { ...end, result: { claim } }
  const fields = result.value.unverified.slice(0, 3).map(pathLabel).join(', ')
  return { state: 'rejected', words: `The partner kept another value: ${fields}.` }
}

/**
 * The words of the capture's error if its claim creation still has it after a while, by field only.
 */
async function errorThatStays(
  capture: JsonObject,
  { retrying }: JobTools<FixInput>,
): Promise<string | undefined> {
  const { error, id } = capture
  // A message may quote the value: with another wrong one the problem is still the same.
  const problemOf = (other: unknown) =>
    causeOf({ message: textOf(memberAt(other, 'message')) ?? '', values: 'any' }).key
  const creationId = textOf(memberAt(capture, 'claim_creation_id'))
  if (
    memberAt(error, 'message') === undefined ||
    memberAt(error, 'resolved') === true ||
    !creationId
  )
    return undefined
  const isSame = (other: unknown) =>
    memberAt(other, 'resolved') !== true &&
    memberAt(other, 'charge_capture_id') === id &&
    problemOf(other) === problemOf(error) &&
    memberAt(other, 'field_in_error') === memberAt(error, 'field_in_error')
  for (let look = 1; ; look += 1) {
    // A partner that puts the reading off, or is away, is waited for.
    const read = await retrying(async (connection) => {
      const { claim_creation, failure } = await readClaimCreationText(connection, creationId)
      return failure ? { ok: false, error: failure } : ok(claim_creation)
    })
    const claim_creation = read.ok ? read.value : null
    if (claim_creation === null)
      return 'It was saved, but its claim creation could not be read again.'
    const errors = itemsOf(memberAt(JSON.parse(claim_creation) as Json, 'errors'))
    if (!errors.some(isSame)) return undefined
    if (look === looks) return 'It was saved, but its claim creation still has the same error.'
    await sleep(lookEveryMs)
  }
}

function contextOf({
  account,
  connection,
}: Pick<JobTools, 'account' | 'connection'>): ActionContext {
  return { account, connection }
}

function labelOf(path: string): string {
  return pathLabel(path.replaceAll('.*', ''))
}
