'use client'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** Asks whether unsaved changes may be lost; staying is what Enter and Escape do. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  const actions = (
    <>
      <Button tone="danger" onClick={onLeave}>
        Leave without saving
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
      title="Leave without saving?"
      description="Your changes to this page have not been saved. Leaving loses them."
      actions={actions}
    />
  )
}
