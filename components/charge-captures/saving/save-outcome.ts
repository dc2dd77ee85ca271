import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { pathLabel, shortValue } from '#components/form/field-label.ts'
import { keptLines } from '#components/form/kept-words.ts'
import { valueAt } from '#components/form/record-context.tsx'
import { claimCreationStatusWord } from '#components/ui/status-words.ts'
import { countOf, errorNoun } from '#lib/lists/count-of.ts'
import { type LoadedCapture, textOf } from '#components/charge-captures/loaded-capture.ts'

/** What a save led to, in sentences. */
export type SaveOutcome = { tone: 'green' | 'amber'; lines: string[] }

/** Says what changed: in the claim creation, in its errors, and where the partner kept something else than was sent. */
export function outcomeOf(
  reply: SavedReply,
  before: LoadedCapture,
  after: LoadedCapture,
  sent: JsonObject,
): SaveOutcome {
  const change = reply.claim_creation_change
  const lines: string[] = []
  const encounterId = textOf(after.claimCreation?.created_encounter_id)
  const hadEncounter = textOf(before.claimCreation?.created_encounter_id)
  if (change)
    lines.push(...statusLines(change, encounterId !== undefined && encounterId !== hadEncounter), ...errorLines(change))
  else if (reply.claim_creation_failure)
    lines.push(`Its claim creation could not be read: ${reply.claim_creation_failure.message}`)
  lines.push(...keptLines(reply))
  const newUpdates = lengthOf(after.capture.updates) - lengthOf(before.capture.updates)
  if (newUpdates > 0) lines.push('The partner recorded a change after billing.')
  for (const path of reply.unverified.slice(0, 5)) lines.push(keptLine(path, sent, after.base))
  if (reply.unverified.length > 5) lines.push(`${reply.unverified.length - 5} more fields differ from what was sent.`)
  return { tone: reply.is_verified && (change?.remaining ?? 0) === 0 ? 'green' : 'amber', lines }
}

/** Whether the save brought an error: by its id, as the same words may stand at several lines. */
export function isNewSince({ added }: Pick<CreationChange, 'added'>, error: { id: string; message: string }): boolean {
  return added.some(({ id, message }) => (id === '' ? message === error.message : id === error.id))
}

type CreationChange = NonNullable<SavedReply['claim_creation_change']>

function statusLines(change: CreationChange, madeEncounter: boolean): string[] {
  if (change.status_after === null) return []
  const word = claimCreationStatusWord(change.status_after).word.toLowerCase()
  // Its id stands beside the claim creation, where it can be copied.
  const encounter = madeEncounter ? '; an encounter was created' : ''
  if (change.status_after !== change.status_before) return [`Claim creation is now ${word}${encounter}.`]
  return [`Claim creation is still ${word}${encounter}.`]
}

function errorLines(change: CreationChange): string[] {
  const { cleared, added, remaining } = change
  const standing = remaining - added.length
  const before = remaining - added.length + cleared.length
  const lines: string[] = []
  if (cleared.length > 0) lines.push(`${cleared.length} of ${countOf(before, errorNoun)} cleared.`)
  if (added.length > 0)
    lines.push(
      `${countOf(added.length, { one: 'new error', many: 'new errors' })}: ${added.map(({ message }) => asSentence(message)).join(' ')}`,
    )
  if (standing > 0) lines.push(`${countOf(standing, { one: 'error still stands', many: 'errors still stand' })}.`)
  return lines
}

// The partner's own words end as they like.
function asSentence(message: string): string {
  return /[.!?…]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`
}

function keptLine(path: string, sent: JsonObject, kept: JsonObject): string {
  return `The partner keeps ${pathLabel(path)} as ${shortValue(valueAt(kept, path))}; ${shortValue(valueAt(sent, path))} was sent.`
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0
}
