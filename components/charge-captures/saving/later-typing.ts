import { sameJson, type JsonObject } from '#lib/core/json.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { draftFromJson } from '#lib/rules/edit/draft-from-json.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { mergeThree, type Choice } from '#lib/rules/merge/merge-three.ts'

/** A form before a save came back: what it was drawn from, what was sent off, and what it says now. */
export type SentForm = { base: JsonObject; shape: ObjectShape; sent: DraftObject; now: DraftObject }

/**
 * The form of a record that was just saved, with what was typed while the save was on its way; undefined when nothing
 * was. `texts` are controls whose text cannot be sent yet, to be typed again as they are.
 */
export function laterTyping(
  { base, shape, sent, now }: SentForm,
  next: JsonObject,
  nextShape: ObjectShape,
): { draft: DraftObject; texts: { name: string; text: string }[] } | undefined {
  const unfinished = problemsOf(base, shape, now).filter(({ path }) => textAt(now, path) !== textAt(sent, path))
  const [saved, wanted] = [edited(base, shape, sent) as JsonObject, edited(base, shape, now) as JsonObject]
  if (unfinished.length === 0 && sameJson(saved, wanted)) return undefined
  const draft = draftFromJson(next, nextShape, typedOver({ base: saved, mine: wanted, theirs: next })) as DraftObject
  const texts = unfinished
    .map(({ path }) => ({ name: path, text: textAt(now, path) ?? '' }))
    .filter(({ name }) => textAt(draft, name) !== undefined)
  return { draft, texts }
}

// Typing after the save is newer than any value in its answer.
function typedOver(triple: { base: JsonObject; mine: JsonObject; theirs: JsonObject }): JsonObject {
  const choices: Choice[] = []
  for (;;) {
    const { merged, conflicts } = mergeThree(triple, choices)
    if (conflicts.length === 0) return merged
    choices.push(...conflicts.map(({ path }) => ({ path, take: 'mine' as const })))
  }
}

function textAt(draft: DraftObject, name: string): string | undefined {
  const value = name
    .split('.')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? (at as { [part: string]: unknown })[part] : undefined),
      draft,
    )
  return typeof value === 'string' ? value : undefined
}
