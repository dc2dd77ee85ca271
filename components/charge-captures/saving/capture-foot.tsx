'use client'
import { useFormContext } from 'react-hook-form'
import { useKeys } from '#components/frame/keys/keys.ts'
import { DraftWords } from '#components/form/drafts/draft-note.tsx'
import { captureTrail } from '#components/form/record-trail.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useDraft } from '#components/form/drafts/use-draft.ts'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { showToast } from '#components/ui/toast.tsx'
import { hasEdits, problemsOf } from '#lib/rules/edit/edit-changes.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { duplicateHref } from '#components/charge-captures/creating/duplicate-href.ts'
import { useLiveChanges } from './live-changes.tsx'
import { type LoadedCapture, textOf } from '#components/charge-captures/loaded-capture.ts'
import { SaveBar } from './save-bar.tsx'
import type { SaveState } from './use-capture-save.ts'

type CaptureFootProps = {
  loaded: LoadedCapture
  shape: ObjectShape
  state: SaveState
  readOnly: boolean
  draft: OpenedDraft | undefined
  onSave: () => Promise<SaveState>
  onDiscard: () => void
}

/** The save bar with the editor's keys, and the question before unsaved changes are left behind. */
export function CaptureFoot({ loaded, shape, state, readOnly, draft: opened, onSave, onDiscard }: CaptureFootProps) {
  // A text that cannot be read is no change yet, but it is not saved either.
  const unread = problemsOf(loaded.base, shape, useSettledDraft()).length
  const unsaved = useLiveChanges(loaded, shape).length + unread
  const { getValues } = useFormContext()
  const id = textOf(loaded.capture.id) ?? ''
  // A new row that nobody filled in is drawn, but it is no edit.
  const isDirty = () => hasEdits(loaded.base, shape, getValues())
  const draft = useDraft({
    place: { kind: 'charge-capture', record: id },
    opened,
    base: loaded.base,
    baseText: loaded.text,
    shape,
    isDirty,
    isOn: !readOnly,
  })
  const discard = async () => {
    onDiscard()
    await draft.flush()
  }
  const { leaveTo, dialog } = useUnsavedGuard(isDirty, {
    flush: draft.flush,
    discard,
  })
  const trail = captureTrail(id, textOf(loaded.capture.claim_creation_id))
  const go = (href: string | undefined, words: string) =>
    href === undefined ? showToast({ message: words }) : leaveTo(href)
  const saveAndNext = async () => {
    const settled = await onSave()
    if (settled.kind !== 'saved' && settled.kind !== 'unchanged') return
    if (!trail) return
    if (trail.next === undefined)
      return showToast({
        message: 'This was the last item of the list.',
        link: { label: 'Back to the list', href: trail.list },
      })
    if (settled.kind === 'saved') {
      const name = textOf(loaded.capture.charge_external_id) ?? 'The capture'
      showToast({
        tone: settled.outcome.tone,
        message: `${name} saved. ${settled.outcome.lines.join(' ')}`,
        link: { label: 'Back to it', href: `/charge-captures/${encodeURIComponent(id)}` },
      })
    }
    leaveTo(trail.next)
  }
  useKeys([
    {
      keys: 'n',
      label: 'Next item of the list',
      run: () => go(trail?.next, 'There is no next item in the list.'),
    },
    {
      keys: 'p',
      label: 'Previous item of the list',
      run: () => go(trail?.previous, 'There is no previous item in the list.'),
    },
    ...(readOnly
      ? []
      : [
          { keys: 'd', label: 'Duplicate this capture', run: () => leaveTo(duplicateHref(id)) },
          { keys: 'Mod+s', label: 'Save', run: () => void onSave() },
          { keys: 'Mod+Enter', label: 'Save and next', run: () => void saveAndNext() },
        ]),
  ])
  return (
    <>
      <SaveBar
        state={state}
        changes={unsaved}
        hasNext={trail?.next !== undefined}
        list={trail?.list}
        readOnly={readOnly}
        draft={<DraftWords state={draft.state} />}
        onSave={() => void onSave()}
        onSaveAndNext={() => void saveAndNext()}
        onDiscard={() => void discard()}
      />
      {dialog}
    </>
  )
}
