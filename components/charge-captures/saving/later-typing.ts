import { sameJson, type JsonObject } from '#lib/core/json.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { draftFromJson } from '#lib/rules/edit/draft-from-json.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { mergeThree, type Choice } from '#lib/rules/merge/merge-three.ts'

/**
 * A form around a save: the record it was loaded from, the edits that were sent, and the edits now.
 */
export type SentForm = { base: JsonObject; shape: ObjectShape; sent: DraftObject; now: DraftObject }

/**
 * Returns the form of a saved record with the edits that were typed during the save; undefined
 * without such edits. `texts` are controls with unfinished text that cannot be sent yet, to be
 * filled in again unchanged.
 */
export function laterTyping(
  { base, shape, sent, now }: SentForm,
  next: JsonObject,
  nextShape: ObjectShape,
): { draft: DraftObject; texts: { name: string; text: string }[] } | undefined {
  const unfinished = problemsOf(base, shape, now).filter(
    ({ path }) => textAt(now, path) !== textAt(sent, path),
  )
  const [saved, wanted] = [
    edited(base, shape, sent) as JsonObject,
    edited(base, shape, now) as JsonObject,
  ]
  if (unfinished.length === 0 && sameJson(saved, wanted)) return undefined
  const draft = draftFromJson(
    next,
    nextShape,
    typedOver({ base: saved, mine: wanted, theirs: next }),
  ) as DraftObject
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
      (at, part) =>
        typeof at === 'object' && at !== null
          ? (at as { [part: string]: unknown })[part]
          : undefined,
      draft,
    )
  return typeof value === 'string' ? value : undefined
}
