import { leavePage } from '#components/frame/unsaved-form.ts'
import { forgetActivity } from './presence.ts'

/** Signs out. If the page has unsaved changes, it asks first. */
export function signOut(): void {
  leavePage(endSession)
}

/**
 * Ends the session with a form post, so that the browser leaves the page, drops its data including
 * the cache of records, and opens the sign-in page.
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

// The next person has no use for the tab's notes.
function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Without session storage there is nothing to clear.
  }
}
