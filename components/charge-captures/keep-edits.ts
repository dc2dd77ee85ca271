import type { Json } from '#lib/core/json.ts'
import { valueAt } from '#components/form/record-context.tsx'
import type { Change } from '#lib/rules/edit-changes.ts'
import { changesOf } from '#lib/rules/edit-changes.ts'
import type { DraftObject } from '#lib/rules/edit-data.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import type { LoadedCapture } from './loaded-capture.ts'

/** The edits that can be made again on a newer reading: the controls' texts by name, and what could not be kept. */
export type KeptEdits = { texts: { name: string; text: string }[]; lost: Change[] }

/**
 * What a person changed in a form, to be made again on the record as it is now. Fields of rows are kept only while
 * both readings have as many rows and the person moved none: otherwise a text could land in another row.
 */
export function keepEdits(draft: DraftObject, shape: ObjectShape, before: LoadedCapture, now: LoadedCapture): KeptEdits {
  const changes = changesOf(before.base, shape, draft)
  const moved = changes.filter((change) => change.kind !== 'set').map((change) => listOf(change.path))
  const isKept = (change: Change) => {
    const list = listOf(change.path)
    if (change.kind !== 'set') return false
    return list === undefined || (!moved.includes(list) && lengthAt(before, list) === lengthAt(now, list))
  }
  const texts = changes.filter(isKept).map(({ path }) => ({ name: path, text: textIn(draft, path) }))
  return { texts, lost: changes.filter((change) => !isKept(change)) }
}

/** What was typed after a draft was sent off, while its save was on the way: the controls' texts by name. */
export function editsSince(sent: DraftObject, draft: DraftObject, shape: ObjectShape, before: LoadedCapture, now: LoadedCapture): KeptEdits['texts'] {
  const names = new Set([sent, draft].flatMap((each) => keepEdits(each, shape, before, now).texts.map(({ name }) => name)))
  return [...names].map((name) => ({ name, text: textIn(draft, name) })).filter(({ name, text }) => text !== textIn(sent, name))
}

function textIn(draft: DraftObject, name: string): string {
  return String(valueAt(draft as Json, name) ?? '')
}

// The list that a path runs through: `data.service_lines.1.units` -> `data.service_lines`.
function listOf(path: string): string | undefined {
  return /^(.*?)\.\d+(\.|$)/.exec(path)?.[1]
}

function lengthAt({ base }: LoadedCapture, path: string): number {
  const list = valueAt(base, path)
  return Array.isArray(list) ? list.length : 0
}
