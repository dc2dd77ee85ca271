'use client'
import { useRouter } from 'next/navigation'
import { captureTrail } from '#components/form/record-trail.ts'
import { useTrailSteps } from '#components/form/trail-actions.tsx'
import { SaveBar } from '#components/form/writing/save-bar.tsx'
import type { RecordForm } from '#components/form/writing/use-record-form.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import { duplicateHref } from '#components/charge-captures/creating/duplicate-href.ts'
import { textOf } from '#components/charge-captures/loaded-capture.ts'
import type { OpenCapture } from './capture-spec.ts'

type CaptureBarProps = {
  form: RecordForm<OpenCapture, object, SavedReply>
  onSave: () => Promise<RecordForm<OpenCapture, object, SavedReply>['state']>
}

/** The save bar of a capture, with the ways and keys to the next one of the list. */
export function CaptureBar({ form, onSave }: CaptureBarProps) {
  const router = useRouter()
  const { id, capture } = form.loaded
  const trail = captureTrail(id, textOf(capture.claim_creation_id))
  const leaveTo = (href: string) => leavePage(() => router.push(href))
  const { findNext } = useTrailSteps(trail)
  const hasNext = trail?.next !== undefined || trail?.ask !== undefined
  const saveAndNext = async () => {
    const state = await onSave()
    if (!trail || (state.kind !== 'done' && state.kind !== 'unchanged')) return
    const next = await findNext()
    if (next === null) return
    if (next === undefined)
      return showToast({
        message: 'This was the last item of the list.',
        link: { label: 'Back to the list', href: trail.list },
      })
    if (state.kind === 'done' && state.words) {
      const name = textOf(capture.charge_external_id) ?? 'The capture'
      showToast({
        tone: state.words.tone,
        message: `${name} saved. ${state.words.lines.join(' ')}`,
        link: { label: 'Back to it', href: `/charge-captures/${encodeURIComponent(id)}` },
      })
    }
    leaveTo(next)
  }
  useKeys(
    form.canWrite
      ? [
          { keys: 'd', label: 'Duplicate this capture', run: () => leaveTo(duplicateHref(id)) },
          { keys: 'Mod+Enter', label: 'Save and next', run: () => void saveAndNext() },
        ]
      : [],
  )
  return (
    <SaveBar
      form={form}
      keyLabel="Save"
      onSave={onSave}
      hasMainAction={hasNext}
      renderActions={({ isBusy, isSaved }) =>
        hasNext ? (
          <Button
            tone="primary"
            busy={isBusy}
            onClick={() => void saveAndNext()}
            aria-keyshortcuts="Control+Enter"
          >
            {isSaved ? 'Next item' : 'Save and next'} <Kbd keys="Ctrl+↵" />
          </Button>
        ) : (
          isSaved && trail && <LinkButton href={trail.list}>Back to the list</LinkButton>
        )
      }
    />
  )
}
