import 'server-only'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True for an address that only this machine answers. */
export function isLoopback(address: string): boolean {
  return loopback.has(new URL(address).hostname)
}

/** True for an address that a key may be sent to: https, or http on this machine; no user, query or fragment. */
export function isAllowedBase(address: string): boolean {
  const url = new URL(address)
  const plain = !url.username && !url.password && !url.search && !url.hash
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(address)))
}

/** Which strip colour an address deserves. Anything that does not say otherwise counts as production. */
export function environmentOf(address: string): 'sandbox' | 'staging' | 'production' {
  if (isLoopback(address)) return 'sandbox'
  const { hostname } = new URL(address)
  if (/(^|[.-])sandbox([.-]|$)/.test(hostname)) return 'sandbox'
  return /(^|[.-])(staging|stage|test|dev)([.-]|$)/.test(hostname) ? 'staging' : 'production'
}

/** A name for a connection that was given none: its host. */
export function describeOrigin(address: string): string {
  return new URL(address).host
}

/** What is known of a key's reach: the sandbox's keys are documented, a real partner does not tell. */
export function scopeLabelOf(key?: string): string {
  if (key === 'sandbox-full') return 'All billing NPIs'
  if (key === 'sandbox-scoped') return '3 billing NPIs'
  if (key === 'sandbox-readonly') return 'All billing NPIs, read only'
  return 'Billing NPIs of the key'
}
