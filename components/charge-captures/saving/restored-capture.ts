import type { ChargeCaptureReply } from '#lib/actions/replies.ts'
import { sameJson } from '#lib/core/json.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { changesOf, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, edited } from '#lib/rules/edit/edit-data.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { restoreEdits } from '#lib/rules/edit/draft-edits.ts'
import { type LoadedCapture, toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'

/** A capture with the edits of a draft in its form again. */
export type RestoredCapture = {
  /** The record as it is, but with the base that the edits were made on, so that saving can tell theirs from ours. */
  loaded: LoadedCapture
  draft: DraftObject
  savedAt: string
  changes: number
  /** The wire paths of the changes, and of text that cannot be sent yet. */
  paths: string[]
  /** True when the record is not the one any more that the edits were made on. */
  isBaseOld: boolean
}

/** What a kept draft gives back; undefined when it holds nothing that the record does not hold by now, as after a save. */
export function restoredCapture(
  found: FoundDraft,
  now: ChargeCaptureReply,
  body: ObjectShape,
): RestoredCapture | undefined {
  const current = toLoadedCapture(now)
  const { text, base } = toLoadedCapture({ ...now, charge_capture: found.base })
  const shape = editableShape(body, base)
  const draft = restoreEdits(base, shape, found.edits)
  const [changes, problems] = [changesOf(base, shape, draft), problemsOf(base, shape, draft)]
  const paths = [...changes, ...problems].map(({ path }) => path)
  if (paths.length === 0 || (sameJson(edited(base, shape, draft), current.base) && problems.length === 0))
    return undefined
  return {
    loaded: { ...current, text, base },
    draft,
    savedAt: found.saved_at,
    changes: changes.length,
    paths,
    isBaseOld: !sameJson(base, current.base),
  }
}
