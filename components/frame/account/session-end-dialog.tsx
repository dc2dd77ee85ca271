'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { askSession, noteActivity } from './presence.ts'
import { dataGone, sessionEnded } from './session-store.ts'
import { dropData } from './signed-in-content.tsx'
import { signInAddress } from './sign-in-address.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { useStore } from '#components/frame/use-store.ts'

/**
 * Covers the page when the session has ended, and takes its data out. Text that is not stored as a
 * draft keeps the page below, which returns once the person has signed in again in another tab.
 */
export function SessionEndDialog() {
  const [hint, setHint] = useState<string>()
  const [unsaved] = useState(() => unsavedForm.read()?.unsaved())
  const isGone = useStore(dataGone)
  const signInButton = useRef<HTMLButtonElement>(null)
  useEffect(() => void dropData(), [])
  const goOn = async (asked: boolean) => {
    const state = await askSession()
    if (state === 'alive' && isGone) location.reload()
    else if (state === 'alive') {
      sessionEnded.set(false)
      noteActivity()
    } else if (asked)
      setHint(state === 'over' ? 'You aren’t signed in yet.' : 'No connection to the server.')
  }
  useEffect(() => {
    const onFocus = () => void goOn(false)
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  })
  const signIn = async () => {
    const form = unsavedForm.read()
    if (form && !(await form.isKept()))
      return setHint(
        'Your last changes aren’t saved as a draft yet. Sign in in a new tab, then come back here.',
      )
    form?.release()
    location.assign(signInAndComeBack())
  }
  return (
    <Dialog
      open
      isCover
      width="narrow"
      initialFocus={signInButton}
      title="Your session has ended"
      description="To protect patient data, you’re signed out in every tab after 15 minutes without activity or 12 hours in total."
      actions={
        <>
          <Button onClick={() => void goOn(true)}>I’ve signed in</Button>
          <Button ref={signInButton} tone="primary" onClick={() => void signIn()}>
            Sign in
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        {unsaved === 'draft' && 'Unsaved changes are kept as a draft and return when you sign in. '}
        {unsaved === 'page' &&
          'Unsaved changes are only on this page. If you sign in here, you lose them. '}
        {isGone ? 'You can also' : 'To keep this page as it is,'}{' '}
        <a
          href="/sign-in?reason=expired"
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent underline underline-offset-2"
        >
          sign in in a new tab
        </a>{' '}
        and come back.
      </p>
      <p aria-live="polite" className="mt-2 text-sm text-red">
        {hint}
      </p>
    </Dialog>
  )
}

function signInAndComeBack(): string {
  return signInAddress(location.pathname + location.search + location.hash, 'expired')
}
