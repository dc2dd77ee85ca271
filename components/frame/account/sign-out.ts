import { leavePage } from '#components/frame/unsaved-form.ts'
import { forgetActivity } from './presence.ts'

/** Signs out, after a question where the page holds unsaved changes. */
export function signOut(): void {
  leavePage(endSession)
}

/**
 * Ends the session: a real form post, so that the browser leaves the page and drops all that it held of it
 * (the cache of records with it), and lands on the sign-in page.
 */
function endSession(): void {
  forgetTab()
  forgetActivity()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/api/sign-out'
  document.body.append(form)
  form.submit()
}

// What the tab notes for its next page is of no use to the next person.
function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // A browser that keeps nothing for the tab.
  }
}
