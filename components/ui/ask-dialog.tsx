'use client'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AskDialogProps = {
  title: string
  /** What follows, also what cannot be taken back. */
  description: string
  /** The buttons: what is asked about, and leaving it as it is. */
  verb: string
  cancel?: string
  /** Does it; the dialog stays, busy, until it is done. */
  onDo: () => unknown
  onClose: () => void
}

/**
 * Asks before something is done that nothing brings back at once: mount it to ask. Enter and Escape
 * leave everything as it is. Load it with `onDemand`.
 */
export function AskDialog({
  title,
  description,
  verb,
  cancel = 'Cancel',
  onDo,
  onClose,
}: AskDialogProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onDo()
    setBusy(false)
  }
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void run()}>
            {verb}
          </Button>
        </>
      }
    />
  )
}
