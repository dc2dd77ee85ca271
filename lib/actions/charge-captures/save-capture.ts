import 'server-only'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { operations } from '#lib/contract/operations.ts'
import {
  canonicalText,
  isJsonObject,
  sameJson,
  type Json,
  type JsonObject,
} from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { mergeThree } from '#lib/rules/merge/merge-three.ts'
import { claimCreationChange } from '#lib/actions/claim-creations/claim-creation-change.ts'
import { learnFixes } from '#lib/actions/queue/fix-memory.ts'
import { noteWritten } from '#lib/actions/queue/settling.ts'
import { invalid, readObject } from '#lib/actions/writing/parse-body.ts'
import { writeRecord, type SaveInput } from '#lib/actions/writing/write-record.ts'
import { contentOf, differingPaths, isUntellable, readablePart } from './capture-content.ts'
import {
  keepReason,
  missingAttachment,
  newIssues,
  openErrors,
  reasonNeeded,
  type SavePast,
} from './capture-refusals.ts'
import { noteOverwritten, preEncounterOrigin } from './pre-encounter-origin.ts'
import {
  claimCreationIdOf,
  readClaimCreationText,
  withClaimCreation,
  withFixes,
} from './read-charge-capture.ts'

/**
 * `body`: JSON text of the PATCH body, numbers as written. `base`: JSON text of the capture as it
 * was loaded. `past`: the reason for saving past what the checks find.
 */
export type SaveCaptureInput = SaveInput & {
  id: string
  body: string
  base: string
  past?: SavePast | undefined
}

/**
 * Saves a charge capture. Errors that the checks find in it, as it would be with other people's
 * changes in it, need a person's reason. The reply tells how its claim creation changed.
 */
export const saveCapture = writeRecord({
  noun: 'charge capture',
  operation: 'updateChargeCapture',
  readOperation: 'getChargeCapture',
  async prepare(input: SaveCaptureInput) {
    const [body, base] = [readObject(input.body), readObject(input.base)]
    if (!body || !base || base.id !== input.id)
      return fail('InvalidInput', 'This change doesn’t belong to this charge capture.')
    const issues = newIssues(body, base)
    if (issues.length > 0) return invalid(issues)
    const loaded = contentOf(base)
    // Another form of the request would refuse, as reused, a save that is under way while the
    // console is upgraded.
    const asked = { ...input, body, base: await keyedHash(canonicalText(loaded)) }
    const request = JSON.parse(JSON.stringify(asked)) as JsonObject
    return ok({ record: input.id, request, ids: [input.id], body, loaded, past: input.past })
  },
  read: ({ record }, { connection }) => readCapture(connection, record),
  content: ({ capture }) => contentOf(capture),
  loaded: ({ loaded }) => loaded,
  async plan({ body, loaded }, before, { choices, isUncertain }, { connection }) {
    const theirs = contentOf(before.capture)
    // A member that captures never return cannot show whether a lost send arrived; the others can.
    const wanted = isUncertain ? readablePart(body) : body
    const triple = { base: loaded, mine: { ...loaded, ...wanted }, theirs }
    const { merged, ...found } = mergeThree(triple, choices, isUncertain)
    const origin = await preEncounterOrigin(connection, before.capture)
    // If we only inferred that pre-encounter records fill a member, send it anyway: omitting it
    // could delete it.
    const isFilled = origin !== null && origin.source !== 'seen'
    // A person who edits such an inferred member ("Edit anyway") answers for it as for any other
    // capture.
    const isOwn = origin?.source === 'seen' && editsFilled(merged, theirs)
    const errors = await openErrors(
      merged,
      captureShape(),
      origin && !isOwn ? 'made' : undefined,
      connection,
      theirs,
    )
    const creation =
      found.conflicts.length > 0 ? null : await claimCreationText(connection, before.text)
    const sent = bodyToSend(Object.keys(wanted), merged, theirs, isFilled)
    return {
      ...found,
      before: before.capture,
      claimCreation: claimCreationIdOf(before.text),
      sent,
      isFilled,
      errors,
      creation,
    }
  },
  refuseFirst: ({ past }, { errors }) =>
    errors.length > 0 && !past ? reasonNeeded(errors, captureShape()) : undefined,
  send: ({ record }, { sent }, _before, { connection }) =>
    call(
      connection,
      operations.updateChargeCapture,
      { params: { charge_capture_id: record }, body: {} },
      { bodyText: JSON.stringify(sent), explain: missingAttachment(sent) },
    ),
  differing(_job, { sent, before, isFilled }, { capture }) {
    if (isUntellable(sent, capture)) return undefined
    const paths = differingPaths(sent, before, capture)
    return isFilled ? paths.filter((path) => !isFilledPath(path)) : paths
  },
  async show(
    { record, past },
    { before, claimCreation, errors, creation },
    after,
    unverified,
    context,
  ) {
    if (past) await keepReason(context, record, errors, past)
    const putBack = unverified.filter((path) => isPutBack(before, after.capture, path))
    await noteOverwritten(context.connection, record, putBack)
    const records = await withClaimCreation(context.connection, after.text)
    // A change can move the capture to another claim creation.
    noteWritten(context.connection, {
      claimCreations: [claimCreation, claimCreationIdOf(after.text)],
    })
    await learnFixes(context, {
      before,
      after: after.capture,
      creationBefore: creation,
      creationAfter: records.claim_creation,
    })
    return {
      ...(await withFixes(records, context)),
      claim_creation_change: claimCreationChange(creation, records.claim_creation),
      is_verified: unverified.length === 0,
    }
  },
})

type Read = { text: string; capture: JsonObject }

async function readCapture(connection: Connection, id: string): Promise<Result<Read>> {
  const reply = await call(connection, operations.getChargeCapture, {
    params: { charge_capture_id: id },
  })
  if (!reply.ok) return reply
  const { text, status } = reply.value
  const capture = readObject(text)
  if (capture) return ok({ text, capture })
  return fail('UnreadableReply', 'The partner’s reply has an unknown format.', { status })
}

async function claimCreationText(connection: Connection, capture: string): Promise<string | null> {
  return (await readClaimCreationText(connection, claimCreationIdOf(capture))).claim_creation
}

/**
 * The members that differ from what the partner has now; `data` goes whole, since an update
 * replaces it.
 */
function bodyToSend(
  names: readonly string[],
  merged: JsonObject,
  theirs: JsonObject,
  isFilled: boolean,
): JsonObject {
  const sent: JsonObject = {}
  for (const name of names) {
    if (
      Object.hasOwn(merged, name) &&
      !(Object.hasOwn(theirs, name) && sameJson(merged[name], theirs[name]))
    )
      sent[name] = merged[name]!
  }
  if (!isFilled || !isJsonObject(sent.data)) return sent
  const { data, ...header } = sent
  const isSame =
    isJsonObject(theirs.data) && sameJson(withoutFilled(data), withoutFilled(theirs.data))
  return isSame ? header : { ...header, data: withoutFilled(data) }
}

/** True when the merged record changes a member that pre-encounter records fill. */
function editsFilled(merged: JsonObject, theirs: JsonObject): boolean {
  const [data, was] = [merged.data, theirs.data].map((value): JsonObject =>
    isJsonObject(value) ? value : {},
  )
  return preEncounterFilledMembers.some(
    (name) => !sameJson(data![name] ?? null, was![name] ?? null),
  )
}

function withoutFilled(data: JsonObject): JsonObject {
  const filled: readonly string[] = preEncounterFilledMembers
  return Object.fromEntries(Object.entries(data).filter(([name]) => !filled.includes(name)))
}

function isFilledPath(path: string): boolean {
  return preEncounterFilledMembers.some((name) => `${path}.`.startsWith(`data.${name}.`))
}

// Pre-encounter records put the earlier value back. A third value is from somebody who saved
// between our write and our read.
function isPutBack(before: JsonObject, after: JsonObject, path: string): boolean {
  const [was, is] = [valueAt(contentOf(before), path), valueAt(contentOf(after), path)] as (
    | Json
    | undefined
  )[]
  return is !== undefined && was !== undefined && sameJson(is, was)
}
