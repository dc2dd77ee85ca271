'use client'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

type LeaveDialogProps = {
  /** True if the changes are stored as a draft; undefined while that is not known. */
  isKept: boolean | undefined
  onStay: () => void
  onLeave: () => void
  /** Set if there is a draft: leaves without it. */
  onDiscard: (() => void) | undefined
  /** The question where something else than a form would be lost. */
  words?: LeaveWords | undefined
}

export type LeaveWords = { title: string; description: string; leave: string }

/**
 * Asks before unsaved changes are left behind, and says what becomes of them; staying is what Enter
 * and Escape do.
 */
export function LeaveDialog({ isKept, onStay, onLeave, onDiscard, words }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const actions = (
    <>
      {onDiscard && isKept && (
        <Button tone="danger" className="mr-auto" onClick={onDiscard}>
          Discard and leave
        </Button>
      )}
      <Button tone={isKept ? 'plain' : 'danger'} busy={isKept === undefined} onClick={onLeave}>
        {words?.leave ?? (isKept === false ? 'Leave without saving' : 'Leave, keep draft')}
      </Button>
      <Button tone="primary" ref={stay} onClick={onStay}>
        Stay
      </Button>
    </>
  )
  return (
    <Dialog
      open
      width="narrow"
      initialFocus={stay}
      onOpenChange={(open) => {
        if (!open) onStay()
      }}
      title={words?.title ?? 'Leave without saving?'}
      description={
        words
          ? words.description
          : isKept === false
            ? 'Your last changes couldn’t be saved as a draft. If you leave, you lose them.'
            : 'Your changes aren’t saved yet. They’re kept as a draft for 14 days. Open this page again to continue.'
      }
      actions={actions}
    />
  )
}
