import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** The second factors that can follow a password. */
export type Method = 'totp' | 'passkey'

/**
 * What a step of signing in came to. `expired` means that the person starts again with the
 * password.
 */
export type Step =
  | { is: 'signed-in' }
  | { is: 'second-step'; methods: readonly Method[] }
  | { is: 'refused'; message: string; expired?: boolean }

type Reply = {
  ok?: boolean
  methods?: Method[]
  options?: PublicKeyCredentialRequestOptionsJSON
  code?: string
  message?: string
}

/** Asks the server to sign in with a password. */
export async function requestSignIn(email: string, password: string): Promise<Step> {
  return post('sign-in/email', { email, password }, 'Wrong e-mail address or password.')
}

/** Sends the second factor: the app's code, or a recovery code. */
export async function sendCode(code: string, kind: 'code' | 'recovery'): Promise<Step> {
  return kind === 'code'
    ? post('two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') }, wrongCode)
    : post('two-factor/verify-backup-code', { code: code.trim() }, wrongRecoveryCode)
}

/** Signs in with a passkey, which the browser asks the person for. */
export async function signInWithPasskey(): Promise<Step> {
  const asked = await send('passkey/sign-in-options', {})
  if (!asked.reply?.options) return refused(asked, passkeyRefused)
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const response = await startAuthentication({ optionsJSON: asked.reply.options })
    return await post('passkey/sign-in', { response }, passkeyRefused)
  } catch {
    return { is: 'refused', message: 'No passkey was used. Try again, or sign in another way.' }
  }
}

const wrongCode = 'This code is wrong. Enter the one that your app shows now.'
const wrongRecoveryCode = 'This recovery code is wrong or was used already.'
const passkeyRefused = 'This passkey isn’t known here. It may have been removed from your account.'
const databaseAway = 'The database isn’t answering. Try again in a moment.'
const tooMany = 'Too many attempts. Try again in a few minutes.'
const again =
  'Too many wrong codes, or more than ten minutes have passed. Enter your password again.'

const words: { [code: string]: string } = {
  CODE_USED: 'This code was used already. Wait for the next one.',
  CLOCK_AHEAD:
    'Your phone’s clock is ahead. Set it to the automatic time, then enter the next code.',
  CLOCK_BEHIND:
    'Your phone’s clock is behind. Set it to the automatic time, then enter the next code.',
  ACCOUNT_TEMPORARILY_LOCKED: tooMany,
  NO_PASSKEYS_HERE: 'Browsers know no passkeys at an IP address. Open the app by its name.',
}
const over = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])

type Sent = { status: number; reply?: Reply }

async function post(path: string, body: object, wrong: string): Promise<Step> {
  const sent = await send(path, body)
  if (sent.status !== 200) return refused(sent, wrong)
  return sent.reply?.methods
    ? { is: 'second-step', methods: sent.reply.methods }
    : { is: 'signed-in' }
}

async function send(path: string, body: object): Promise<Sent> {
  try {
    const reply = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: reply.status,
      reply: (await reply.json().catch(() => undefined)) as Reply | undefined,
    }
  } catch {
    return { status: 0 }
  }
}

function refused({ status, reply }: Sent, wrong: string): Step {
  const code = reply?.code ?? ''
  if (over.has(code)) return { is: 'refused', message: again, expired: true }
  // The server knows how long to wait.
  if (status === 429 && reply?.message) return { is: 'refused', message: reply.message }
  if (words[code]) return { is: 'refused', message: words[code] }
  return { is: 'refused', message: messageOf(status, wrong) }
}

function messageOf(status: number, wrong: string): string {
  if (status === 0) return 'No connection to the server. Check your connection and try again.'
  if (status === 429) return tooMany
  if (status === 400 || status === 401) return wrong
  if (status === 403) return 'You can’t sign in at this address. Open the app at its usual address.'
  if (status === 503) return databaseAway
  return 'Sign-in failed. Try again. If it happens again, tell your administrator.'
}

/**
 * Asks for the identity provider's page, which leads back to `next`; or what to tell the person.
 */
export async function requestSingleSignOn(
  next: string,
): Promise<{ url: string } | { problem: string }> {
  try {
    const reply = await fetch('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ next }),
    })
    const { url } = (await reply.json().catch(() => ({}))) as { url?: unknown }
    if (reply.ok && typeof url === 'string') return { url }
    if (reply.status === 503) return { problem: databaseAway }
    return { problem: 'The identity provider isn’t answering. Try again in a moment.' }
  } catch {
    return { problem: 'No connection to the server. Check your connection and try again.' }
  }
}
