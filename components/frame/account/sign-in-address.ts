/** The reason for which the sign-in page is shown. */
export type SignInReason = 'expired'

/** The sign-in page's address; after sign-in the person returns to `next`. */
export function signInAddress(next: string, reason?: SignInReason): string {
  const query = new URLSearchParams()
  if (safeNext(next) !== home) query.set('next', safeNext(next))
  if (reason) query.set('reason', reason)
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in'
}

/** The console's start address. It redirects to the role's first page. */
export const home = '/'

/**
 * A role's first page: a manager sees the overview, credentialing staff the coverage board, others
 * the work queue.
 */
export function startPath(role: string): string {
  if (role === 'credentialing') return '/credentialing'
  return role === 'manager' ? '/overview' : '/queue'
}

// Printable ASCII without blanks and backslashes: browsers drop or convert other characters, which
// can produce `//`.
const plain = /^[!-[\]-~]+$/

/**
 * The path to open after sign-in. A path that leads elsewhere, or back to sign-in, becomes the
 * start page.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !plain.test(next)) return home
  const url = URL.parse(next, 'http://console.invalid')
  if (url?.host !== 'console.invalid' || url.pathname.startsWith('//')) return home
  if (/^\/(sign-in|setup|invitation|api)(\/|$)/.test(url.pathname) || url.pathname === '/')
    return home
  return `${url.pathname}${url.search}${url.hash}`
}
