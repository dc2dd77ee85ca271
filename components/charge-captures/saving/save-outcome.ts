import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { shortValue } from '#lib/contract/short-value.ts'
import { othersChangeLines } from '#components/form/others-changes.ts'
import { valueAt } from '#components/form/record-context.tsx'
import type { SavedWords } from '#components/form/writing/write-state.ts'
import { claimCreationStatusWord } from '#components/ui/status-words.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import { type LoadedCapture, textOf } from '#components/charge-captures/loaded-capture.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'

/**
 * Says what changed in the claim creation and its errors, and where the partner stored another
 * value than was sent.
 */
export function outcomeOf(
  reply: SavedReply,
  before: LoadedCapture,
  after: LoadedCapture,
  sent: JsonObject,
): SavedWords {
  const change = reply.claim_creation_change
  const lines: string[] = []
  const encounterId = textOf(after.claimCreation?.created_encounter_id)
  const hadEncounter = textOf(before.claimCreation?.created_encounter_id)
  if (change)
    lines.push(
      ...statusLines(change, encounterId !== undefined && encounterId !== hadEncounter),
      ...errorLines(change),
    )
  else if (reply.claim_creation_failure)
    lines.push(`Couldn’t load its claim creation: ${reply.claim_creation_failure.message}`)
  lines.push(...othersChangeLines(reply))
  const newUpdates = lengthOf(after.capture.updates) - lengthOf(before.capture.updates)
  if (newUpdates > 0) lines.push('The partner recorded a change after billing.')
  for (const path of reply.unverified.slice(0, 5)) lines.push(storedLine(path, sent, after.base))
  if (reply.unverified.length > 5)
    lines.push(`${reply.unverified.length - 5} more fields differ from what you sent.`)
  return { tone: reply.is_verified && (change?.remaining ?? 0) === 0 ? 'green' : 'amber', lines }
}

/**
 * True if the save added the error: compared by id, because several lines may have the same
 * message.
 */
export function isNewSince(
  { added }: Pick<CreationChange, 'added'>,
  error: { id: string; message: string },
): boolean {
  return added.some(({ id, message }) => (id === '' ? message === error.message : id === error.id))
}

type CreationChange = NonNullable<SavedReply['claim_creation_change']>

function statusLines(change: CreationChange, madeEncounter: boolean): string[] {
  if (change.status_after === null) return []
  const word = claimCreationStatusWord(change.status_after).word.toLowerCase()
  // The claim creation's panel shows the encounter's id, to copy.
  const encounter = madeEncounter ? '. Encounter created' : ''
  if (change.status_after !== change.status_before)
    return [`Claim creation is now ${word}${encounter}.`]
  if (isWaiting(change)) return ['Waiting for the partner to try again.']
  return [`Claim creation is still ${word}${encounter}.`]
}

/** Every error was cleared, and the partner has not tried again yet. */
function isWaiting({ status_before, status_after, cleared, remaining }: CreationChange): boolean {
  return (
    status_before === 'in-error' &&
    status_after === 'in-error' &&
    remaining === 0 &&
    cleared.length > 0
  )
}

function errorLines(change: CreationChange): string[] {
  const { cleared, added, remaining } = change
  const old = remaining - added.length
  const before = remaining - added.length + cleared.length
  const lines: string[] = []
  if (cleared.length > 0 && !isWaiting(change))
    lines.push(`${cleared.length} of ${countOf(before, errorNoun)} cleared.`)
  if (added.length > 0)
    lines.push(
      `${countOf(added.length, { one: 'new error', many: 'new errors' })}: ${added.map(({ message }) => asSentence(partnerWords(message))).join(' ')}`,
    )
  if (old > 0) lines.push(`${countOf(old, { one: 'error remains', many: 'errors remain' })}.`)
  return lines
}

// The partner's own words end as they like.
function asSentence(message: string): string {
  return /[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`
}

function storedLine(path: string, sent: JsonObject, stored: JsonObject): string {
  return `The partner keeps ${pathLabel(path)} as ${shortValue(valueAt(stored, path))}; ${shortValue(valueAt(sent, path))} was sent.`
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0
}
