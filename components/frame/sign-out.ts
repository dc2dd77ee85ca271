/**
 * Ends the session: a real form post, so that the browser leaves the page and drops all that it held of it
 * (the cache of records with it), and lands on the sign-in page.
 */
export function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/api/sign-out'
  document.body.append(form)
  form.submit()
}
