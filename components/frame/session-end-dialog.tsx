'use client'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { sessionEnded } from './session-store.ts'
import { signInAddress } from './sign-in-address.ts'

/** Says that the session is over and how to go on; the page under it, with what was typed, stays as it is. */
export function SessionEndDialog() {
  return (
    <Dialog
      open
      onOpenChange={(open) => sessionEnded.set(open)}
      width="narrow"
      title="Your session has ended"
      description="For the safety of patient data, the console signs you out after 15 minutes without work, or 12 hours in all."
      actions={
        <>
          <Button
            onClick={() => {
              window.open(signInAndComeBack(), '_blank', 'noopener')
              sessionEnded.set(false)
            }}
          >
            Sign in in a new tab
          </Button>
          <Button tone="primary" onClick={() => location.assign(signInAndComeBack())}>
            Sign in again
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        Unsaved changes live in this page. To keep them, sign in in a new tab, come back here and repeat what you did last.
      </p>
    </Dialog>
  )
}

function signInAndComeBack(): string {
  return signInAddress(location.pathname + location.search, 'expired')
}
