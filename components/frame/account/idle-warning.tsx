'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { staySignedIn } from './presence.ts'
import { signOut } from './sign-out.ts'

/**
 * Says that the session is about to end, with the time left, and extends it. `end` is in UTC
 * milliseconds.
 */
export function IdleWarning({ end }: { end: number }) {
  const [now, setNow] = useState(Date.now)
  const [busy, setBusy] = useState(false)
  const [hint, setHint] = useState<string>()
  const [unsaved] = useState(() => unsavedForm.read()?.unsaved())
  const stayButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((end - now) / 1_000))
  const stay = async () => {
    setBusy(true)
    setHint(undefined)
    const isHeard = await staySignedIn()
    setBusy(false)
    if (!isHeard) setHint('No connection to the server. Try again.')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void stay()}
      width="narrow"
      title="Are you still there?"
      description="You’re signed out after 15 minutes without activity, in every tab."
      initialFocus={stayButton}
      actions={
        <>
          <Button onClick={signOut}>Sign out</Button>
          <Button ref={stayButton} tone="primary" busy={busy} onClick={() => void stay()}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p className="flex items-baseline gap-2 text-sm text-ink-2">
        Time left
        <span
          role="timer"
          aria-label="Time left"
          className="text-2xl font-semibold text-ink tabular-nums"
        >
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
      </p>
      {unsaved === 'draft' && (
        <p className="mt-2 text-sm text-ink-2">
          Unsaved changes are kept as a draft and return when you sign in.
        </p>
      )}
      {unsaved === 'page' && (
        <p className="mt-2 text-sm text-ink-2">
          Unsaved changes are only on this page. Stay signed in to keep them.
        </p>
      )}
      <p aria-live="polite" className="mt-2 text-sm text-red">
        {hint}
        {seconds <= 30 && seconds > 0 && !hint && 'Less than 30 seconds left.'}
      </p>
    </Dialog>
  )
}
