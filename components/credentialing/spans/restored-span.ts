import type { SpanReply } from '#lib/actions/spans/read-span.ts'
import { sameJson } from '#lib/core/json.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { changesOf, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, edited } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { restoreEdits } from '#lib/rules/edit/draft-edits.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { toLoadedSpan, type LoadedSpan } from './loaded-span.ts'

/** A span with the edits of a draft in its form again. */
export type RestoredSpan = {
  /** The span as it is, but with the terms that the edits were made on, so that a save can tell others' changes from ours. */
  loaded: LoadedSpan
  draft: DraftObject
  savedAt: string
  changes: number
  /** True when its terms are not those any more that the edits were made on. */
  isBaseOld: boolean
}

/** What a kept draft gives back; undefined when it holds nothing that the span does not say by now, as after a save. */
export function restoredSpan(
  kind: SpanKind,
  found: FoundDraft,
  now: SpanReply,
  shape: ObjectShape,
): RestoredSpan | undefined {
  const current = toLoadedSpan(kind, now.span)
  const { text, terms } = toLoadedSpan(kind, found.base)
  const draft = restoreEdits(terms, shape, found.edits)
  const changes = changesOf(terms, shape, draft).length
  const hasProblems = problemsOf(terms, shape, draft).length > 0
  if (!hasProblems && (changes === 0 || sameJson(edited(terms, shape, draft), current.terms))) return undefined
  return {
    loaded: { ...current, text, terms },
    draft,
    savedAt: found.saved_at,
    changes,
    isBaseOld: !sameJson(terms, current.terms),
  }
}
