'use client'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { askSession, noteActivity } from './presence.ts'
import { sessionEnded } from './session-store.ts'
import { signInAddress } from './sign-in-address.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'

/**
 * Covers the page when the session is over. The page stays as it is underneath, with what was typed into it,
 * and comes back once the person has signed in again in another tab.
 */
export function SessionEndDialog() {
  const [hint, setHint] = useState<string>()
  const [unsaved] = useState(() => unsavedForm.read()?.unsaved())
  const goOn = async (asked: boolean) => {
    const state = await askSession()
    if (state === 'alive') {
      sessionEnded.set(false)
      noteActivity()
    } else if (asked) setHint(state === 'over' ? 'You are not signed in yet.' : 'The console cannot be reached.')
  }
  useEffect(() => {
    const onFocus = () => void goOn(false)
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  })
  const signIn = async () => {
    const form = unsavedForm.read()
    if (form && !(await form.isKept()))
      return setHint('Your last changes are not kept on the server yet: sign in in a new tab, and come back here.')
    form?.release()
    location.assign(signInAndComeBack())
  }
  return (
    <Dialog
      open
      isCover
      width="narrow"
      title="Your session has ended"
      description="To keep patient data safe, the console signs you out after 15 minutes without work or 12 hours in all, and in every tab at once."
      actions={
        <>
          <Button onClick={() => void goOn(true)}>I have signed in</Button>
          <Button tone="primary" onClick={() => void signIn()}>
            Sign in
          </Button>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        {unsaved === 'draft' && 'Changes that were not saved are kept as a draft, which is back when you are. '}
        {unsaved === 'page' && 'Changes that were not saved are in this page alone: signing in here loses them. '}
        To find this page as you left it,{' '}
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
  return signInAddress(location.pathname + location.search, 'expired')
}
