import 'server-only'
import { now } from '#lib/console/clock.ts'
import { logDefect } from '#lib/console/log.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import {
  causeHash,
  fixesWithClaims,
  keepFixes,
  newestFixes,
  readFixes,
  settleFixes,
  unsettledFixes,
  type FixState,
  type FixToKeep,
  type RememberedFix,
  type UnsettledFix,
} from '#lib/console/queue/fixes.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { FixOffer } from '#lib/lists/queue.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { controlName, resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { checkCapture } from '#lib/rules/scrub/check-capture.ts'
import { causeOf } from '#lib/rules/queue/cause.ts'
import {
  fixOf,
  isMostlyDenied,
  isShared,
  isStillThere,
  rankFixes,
  targetOf,
  type Fix,
  type FixTarget,
  type KnownFix,
  type RankedFix,
} from '#lib/rules/queue/fix-memory.ts'
import { call } from '#lib/partner/call.ts'
import { queueModel } from './model.ts'
import { quotedIn, type Quoted } from './stored-items.ts'

/**
 * Of the saves that ended a check's findings in a field in error: how many there were, of how many
 * the claim was then made, and how many of these were denied.
 */
export type CheckOutcome = { saves: number; billed: number; denied: number }

/** Offers by the id of the error that they cleared before. */
export type Offers = { [error_id: string]: FixOffer[] }

/**
 * A save of a capture: the capture before and after it, and the JSON text of its claim creation at
 * both times.
 */
export type SettledSave = {
  before: JsonObject
  after: JsonObject
  creationBefore: string | null
  creationAfter: string | null
}

// More sources than a person would look at are not named in the trail.
const mostNamed = 50

/** An error of one capture and its cause. `isByHand`: a person resolved it. */
type Problem = {
  id: string
  cause: string
  field: string | undefined
  isResolved: boolean
  isByHand: boolean
}

/** An error that names one form control of its capture. */
type PlacedProblem = Problem & { control: string }

/**
 * The errors that concern one capture and name one of its fields, resolved ones too. `creation` is
 * its claim creation, null without one; any JSON is read.
 */
export function problemsOf(capture: JsonObject, creation: unknown): PlacedProblem[] {
  const errors = [...itemsOf(memberAt(creation, 'errors')), ...itemsOf([capture.error])]
  return causesOf(errors, textOf(capture.id), quotedIn(creation, [capture])).flatMap((problem) => {
    const place = resolveFieldInError(problem.field, capture.charge_capture_data, captureShape())
    return place?.exact ? [{ ...problem, control: controlName(place.path, captureShape()) }] : []
  })
}

function causesOf(
  errors: readonly unknown[],
  captureId: string | undefined,
  quoted: Quoted,
): Problem[] {
  const seen = new Set<string>()
  return errors.flatMap((error) => {
    const [id, owner] = [
      textOf(memberAt(error, 'id')),
      textOf(memberAt(error, 'charge_capture_id')),
    ]
    const field = textOf(memberAt(error, 'field_in_error'))
    const message = textOf(memberAt(error, 'message'))
    if (id === undefined || message === undefined || seen.has(id)) return []
    if (owner !== undefined && owner !== captureId) return []
    seen.add(id)
    const isResolved = memberAt(error, 'resolved') === true
    const isByHand = isResolved && textOf(memberAt(error, 'resolved_by')) !== undefined
    return [{ id, cause: causeOf({ message, field, ...quoted }).key, field, isResolved, isByHand }]
  })
}

/**
 * What became of a cause, by a later reading of the errors: `open` while the capture has an error
 * of it, also one that names another value. Undefined if a person resolved it: then no change
 * cleared it.
 */
function becameOf(
  problems: readonly Problem[],
  isWanted: (problem: Problem) => boolean,
  creation: unknown,
) {
  const found = problems.filter(isWanted)
  if (found.some(({ isResolved }) => !isResolved)) return 'open'
  if (found.some(({ isByHand }) => isByHand)) return undefined
  return textOf(memberAt(creation, 'created_encounter_id')) === undefined ? 'cleared' : 'billed'
}

type Contents = { before: JsonObject; after: JsonObject }

function fixesAt(
  problems: readonly PlacedProblem[],
  { before, after }: Contents,
): { cause: string; fix: Fix }[] {
  const found = problems.flatMap(({ cause, control }) => {
    const fix = fixOf(before, after, control)
    return fix ? [{ cause, control, fix }] : []
  })
  if (found.length === 0) return []
  const [was, is] = [checksAt(before), checksAt(after)]
  return found.map(({ cause, control, fix }) => {
    const now = is.get(control)
    const checks = [...(was.get(control) ?? [])].filter((check) => !now?.has(check))
    return { cause, fix: { ...fix, checks } }
  })
}

// The checks with a finding at each control. Without the code lists and other captures: the checks
// that need them are in no memory.
function checksAt(content: JsonObject): Map<string, Set<string>> {
  const shape = captureShape()
  const findings = checkCapture(content, { shape, today: dayNow() })
  const groups = Map.groupBy(findings, ({ path }) => controlName(path, shape))
  return new Map([...groups].map(([name, some]) => [name, new Set(some.map(({ rule }) => rule))]))
}

function stateAfter(cause: string, capture: JsonObject, creation: unknown): FixState | undefined {
  return becameOf(problemsOf(capture, creation), (problem) => problem.cause === cause, creation)
}

/**
 * What an earlier save changed in the fields of a capture's errors, and what became of the errors
 * by now. `contents` are the update bodies that would change nothing, before and after the save.
 */
export function fixesOf(
  capture: JsonObject,
  creation: unknown,
  contents: Contents,
): { cause: string; fix: Fix; became: FixState | undefined }[] {
  return fixesAt(problemsOf(capture, creation), contents).map(({ cause, fix }) => ({
    cause,
    fix,
    became: stateAfter(cause, capture, creation),
  }))
}

/**
 * Remembers what a save changed in fields that had an error, sealed. A save has succeeded by then,
 * so this never throws: without its memory it stays a save.
 */
export async function learnFixes(
  { account, connection }: ActionContext,
  save: SettledSave,
): Promise<void> {
  try {
    const { before, after, creationBefore, creationAfter } = save
    if (creationBefore === null) return
    const creation = parseExact(creationBefore)
    const claimCreationId = textOf(memberAt(creation, 'id'))
    const chargeCaptureId = textOf(after.id)
    if (claimCreationId === undefined || chargeCaptureId === undefined) return
    const savedAt = new Date(now())
    const contents = { before: contentOf(before), after: contentOf(after) }
    const problems = problemsOf(before, creation).filter(({ isResolved }) => !isResolved)
    const fixes = fixesAt(problems, contents).flatMap(({ cause, fix }): FixToKeep[] => {
      // An unread claim creation is looked at later.
      const state =
        creationAfter === null ? 'open' : stateAfter(cause, after, parseExact(creationAfter))
      if (state === undefined) return []
      const value = JSON.stringify(fix)
      return [
        { cause, chargeCaptureId, claimCreationId, accountId: account.id, state, savedAt, value },
      ]
    })
    await keepFixes(connection.boundTo, fixes)
  } catch (error) {
    logDefect(error, 'learnFixes')
  }
}

/**
 * What cleared the open errors of a capture before, at most three values for each; none without
 * errors. The audit trail names the captures that the values come from. Never throws: without it
 * there are no offers.
 */
export async function offersFor(
  context: ActionContext,
  captureText: string,
  creationText: string | null,
): Promise<Offers> {
  const { connection } = context
  try {
    const [capture, creation] = [
      parseExact(captureText),
      creationText === null ? null : parseExact(creationText),
    ]
    if (!isJsonObject(capture)) return {}
    const open = problemsOf(capture, creation).filter(({ isResolved }) => !isResolved)
    const known = await knownFixes(
      connection.boundTo,
      open.map(({ cause }) => cause),
    )
    const content = contentOf(capture)
    const ranked = open.map(({ id, cause, control }) => {
      const others = (known.get(cause) ?? []).filter((fix) => fix.capture !== capture.id)
      return { id, control, found: rankFixes(others, targetOf(content, control)) }
    })
    const sources = [
      ...new Set(ranked.flatMap(({ found }) => found.flatMap((fix) => fix.captures))),
    ]
    if (sources.length === 0) return {}
    await recordAct(context, 'read', 'readFixMemory', sources.slice(0, mostNamed))
    return Object.fromEntries(
      ranked.flatMap(({ id, control, found }) =>
        found.length === 0 ? [] : [[id, found.map((fix) => offerOf(fix, control))]],
      ),
    )
  } catch (error) {
    logDefect(error, 'offersFor')
    return {}
  }
}

/** The fixes that cleared some causes, by the cause's key. */
export async function knownFixes(
  at: string,
  causes: readonly string[],
): Promise<Map<string, KnownFix[]>> {
  return Map.groupBy((await readFixes(at, causes)).map(toKnown), ({ cause }) => cause)
}

/** A ranked fix as it is offered at a control. */
function offerOf({ value, times, billed, denied, by, where }: RankedFix, path: string): FixOffer {
  return {
    path,
    value: JSON.stringify(value),
    times,
    billed,
    denied,
    where,
    ...(by !== undefined && { by }),
  }
}

function toKnown({
  cause,
  chargeCaptureId,
  isBilled,
  isDenied,
  savedAt,
  by,
  value,
}: RememberedFix): KnownFix & { cause: string } {
  return {
    ...fixIn(value),
    cause,
    capture: chargeCaptureId,
    isBilled,
    isDenied,
    by,
    at: savedAt.toISOString(),
  }
}

function fixIn(value: string): Fix {
  return parseExact(value) as unknown as Fix // learnFixes stored this type
}

/**
 * What became of the saves of the last 90 days, at most 2,000, that ended a check's findings in a
 * field with an error of the partner, by the check's id; `since` is the first of them (ISO, UTC).
 * Saves before this was noted count nowhere.
 */
export async function outcomesOfChecks(
  at: string,
): Promise<{ since?: string; of: Map<string, CheckOutcome> }> {
  const of = new Map<string, CheckOutcome>()
  let since: string | undefined
  for (const { state, savedAt, value } of await newestFixes(at)) {
    const { checks } = fixIn(value)
    if (!checks) continue
    since = savedAt.toISOString()
    for (const check of checks) {
      const { saves, billed, denied } = of.get(check) ?? { saves: 0, billed: 0, denied: 0 }
      of.set(check, {
        saves: saves + 1,
        billed: billed + (state === 'billed' || state === 'denied' ? 1 : 0),
        denied: denied + (state === 'denied' ? 1 : 0),
      })
    }
  }
  return { ...(since !== undefined && { since }), of }
}

// Enough to find the value that fits most of a cause.
const mostCompared = 50

/**
 * The value that cleared a cause before and fits most of its items; {} without one. It is never one
 * for one patient alone, nor one that payers mostly denied.
 */
export function commonFix(
  known: readonly KnownFix[],
  items: readonly { capture_id?: string; target?: FixTarget }[],
): { fix?: FixOffer } {
  const shared = known.filter((fix) => isShared(fix))
  if (shared.length === 0) return {}
  const found = items.slice(0, mostCompared).flatMap(({ capture_id, target }) => {
    const others = shared.filter(({ capture }) => capture !== capture_id)
    const ranked = target ? rankFixes(others, target).filter((fix) => !isMostlyDenied(fix)) : []
    return ranked.map((fix) => offerOf(fix, target!.path)) // without a target nothing is ranked
  })
  const [fits] = [
    ...Map.groupBy(found, ({ path, value }) => JSON.stringify([path, value])).values(),
  ].toSorted((a, b) => b.length - a.length)
  const fix = fits?.toSorted((a, b) => b.times - a.times)[0]
  return fix ? { fix } : {}
}

// Of one reading of the queue: few requests, since most claims bill by themselves within some of
// them.
const mostWatched = 200
const mostRead = 20

/**
 * Looks again at fixes whose claims have not billed, the longest unseen first: in the queue's
 * snapshot, which tells that an error is still there, otherwise at the partner, at most 20 claim
 * creations. Then asks which claims were denied since, of at most 100 fixes that made one.
 */
export async function watchFixes(connection: Connection, signal: AbortSignal): Promise<void> {
  const { rows } = await queueModel(connection)
  const unsettled = await unsettledFixes(connection.boundTo, mostWatched)
  const still: string[] = []
  const wanted: UnsettledFix[] = []
  for (const fix of unsettled) {
    const items = rows.get(fix.claimCreationId)?.value?.items ?? []
    const open = await Promise.all(items.map(({ cause }) => causeHash(connection.boundTo, cause)))
    if (open.includes(fix.causeHash)) still.push(fix.id)
    else wanted.push(fix)
  }
  await settleFixes(still, 'open')
  for (const [id, fixes] of [...Map.groupBy(wanted, (fix) => fix.claimCreationId)].slice(
    0,
    mostRead,
  )) {
    if (signal.aborted) return
    const params = { charge_capture_claim_creation_id: id }
    const reply = await call(connection, operations.getClaimCreation, { params }, { signal })
    if (!reply.ok && reply.error.name !== 'EntityNotFoundError') return
    const creation = reply.ok ? (JSON.parse(reply.value.text) as unknown) : undefined
    for (const fix of fixes) await settleFixes([fix.id], await lookedUp(connection, fix, creation))
  }
  await watchDenials(connection, signal)
}

// As many claim creations as the partner finds at once.
const mostJudged = 100
const denials = ['denied', 'finalized_denied'] as const

// A denial counts against the value that made the claim. One that the payer reversed no longer
// does.
async function watchDenials(connection: Connection, signal: AbortSignal): Promise<void> {
  const fixes = await fixesWithClaims(connection.boundTo, mostJudged)
  if (fixes.length === 0 || signal.aborted) return
  const claim_creation_ids = [...new Set(fixes.map(({ claimCreationId }) => claimCreationId))]
  const denied = new Set<string | undefined>()
  for (const claim_status of denials) {
    const query = { claim_creation_ids, claim_status, limit: mostJudged }
    const reply = await call(connection, operations.listClaimCreations, { query }, { signal })
    if (!reply.ok) return
    for (const item of itemsOf(memberAt(JSON.parse(reply.value.text), 'items')))
      denied.add(textOf(memberAt(item, 'id')))
  }
  const isDenied = ({ claimCreationId }: { claimCreationId: string }) => denied.has(claimCreationId)
  await settleFixes(
    fixes.filter(isDenied).map(({ id }) => id),
    'denied',
  )
  await settleFixes(
    fixes.filter((fix) => !isDenied(fix)).map(({ id }) => id),
    'billed',
  )
}

// A claim creation that is gone tells nothing more.
async function lookedUp(
  connection: Connection,
  fix: UnsettledFix,
  creation: unknown,
): Promise<FixState | undefined> {
  if (creation === undefined) return fix.state === 'open' ? undefined : fix.state
  const problems = causesOf(
    itemsOf(memberAt(creation, 'errors')),
    fix.chargeCaptureId,
    quotedIn(creation, []),
  )
  const own = await Promise.all(
    problems.map(
      async ({ cause }) => (await causeHash(connection.boundTo, cause)) === fix.causeHash,
    ),
  )
  const became = becameOf(problems, (problem) => own[problems.indexOf(problem)] === true, creation)
  const merged = memberAt(creation, 'encounter_creation_input')
  if (became === undefined || became === 'open') return became
  // Somebody may have written another value since, here or in the partner's own system.
  if (!isJsonObject(merged)) return fix.state
  return isStillThere(fixIn(fix.value), merged) ? became : undefined
}
