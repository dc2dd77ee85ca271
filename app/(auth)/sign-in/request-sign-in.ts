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
    return 'The console cannot be reached. Check your connection and try again.'
  }
  if (reply.ok) return undefined
  if (reply.status === 429) return 'Too many attempts. Wait 15 minutes, then try again.'
  if (reply.status === 400 || reply.status === 401) return 'The e-mail address and the password do not belong together.'
  if (reply.status === 403) return 'This address of the console may not sign in. Open it under its usual address.'
  if (reply.status === 503) return 'The console’s database does not answer. Try again in a moment.'
  return 'Signing in did not work. Try again; if it stays so, tell your administrator.'
}
