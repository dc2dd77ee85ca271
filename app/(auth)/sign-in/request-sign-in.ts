/** Asks the server to sign in. Undefined on success (the cookie is set), else what to tell the person. */
export async function requestSignIn(email: string, password: string): Promise<string | undefined> {
  let reply: Response
  try {
    reply = await fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  } catch {
    return 'No connection to the server. Check your connection and try again.'
  }
  if (reply.ok) return undefined
  if (reply.status === 429) return 'Too many attempts. Wait 15 minutes, then try again.'
  if (reply.status === 400 || reply.status === 401) return 'Wrong e-mail address or password.'
  if (reply.status === 403) return 'You can’t sign in at this address. Open the app at its usual address.'
  if (reply.status === 503) return 'The database isn’t answering. Try again in a moment.'
  return 'Sign-in failed. Try again. If it happens again, tell your administrator.'
}
