/** Why someone comes to sign in. */
export type SignInReason = 'expired'

/** The sign-in page's address that brings the person back to `next` afterwards. */
export function signInAddress(next: string, reason?: SignInReason): string {
  const query = new URLSearchParams()
  if (safeNext(next) !== home) query.set('next', safeNext(next))
  if (reason) query.set('reason', reason)
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in'
}

/** Where the console starts: the bare address leads on to what needs the person's work. */
export const home = '/'

/** What needs work first: a manager looks at what changed after billing, credentialing staff at contracts, a biller at what is in error. */
export function startPath(role: string): string {
  if (role === 'credentialing') return '/contracts'
  return role === 'manager' ? '/updates' : '/claim-creations?claim_creation_status=in-error'
}

// Printable ASCII without blanks and backslashes: browsers drop or bend the rest, and then `//` can appear.
const plain = /^[!-[\]-~]+$/

/** A path of this console to go to after sign-in. Anything that could lead elsewhere, or back to sign-in, becomes the start page. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !plain.test(next)) return home
  const url = URL.parse(next, 'http://console.invalid')
  if (url?.host !== 'console.invalid' || url.pathname.startsWith('//')) return home
  if (/^\/(sign-in|setup|invitation|api)(\/|$)/.test(url.pathname) || url.pathname === '/') return home
  return `${url.pathname}${url.search}${url.hash}`
}
