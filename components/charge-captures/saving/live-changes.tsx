'use client'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { type Change, changesOf } from '#lib/rules/edit/edit-changes.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { ChangesPanel } from './changes-panel.tsx'
import type { LoadedCapture } from '#components/charge-captures/loaded-capture.ts'

const known = new WeakMap<DraftObject, { base: JsonObject; changes: Change[] }>()

/** What the form would change, as of the last pause in typing. Whether anything is unsaved is asked of the form itself. */
export function useLiveChanges(loaded: LoadedCapture, shape: ObjectShape): Change[] {
  const draft = useSettledDraft()
  const last = known.get(draft)
  if (last?.base === loaded.base) return last.changes
  const changes = changesOf(loaded.base, shape, draft)
  known.set(draft, { base: loaded.base, changes })
  return changes
}

/** The changes of the form as they are made. */
export function LiveChanges({ loaded, shape }: { loaded: LoadedCapture; shape: ObjectShape }) {
  return <ChangesPanel changes={useLiveChanges(loaded, shape)} />
}
