import 'server-only'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  return loopback.has(new URL(address).hostname)
}

/**
 * True for an address that may receive a key: https, or http on this machine; no user, query or
 * fragment.
 */
export function isAllowedBase(address: string): boolean {
  const url = new URL(address)
  const plain = !url.username && !url.password && !url.search && !url.hash
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(address)))
}

/**
 * Normalizes an address for a connection: no trailing slashes. Undefined if it may not receive a
 * key.
 */
export function cleanAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed) || !isAllowedBase(trimmed)) return undefined
  let end = trimmed.length
  while (trimmed[end - 1] === '/') end -= 1
  return trimmed.slice(0, end)
}

/** The environment strip's kind for an address. Without a sign of another kind it is production. */
export function environmentOf(address: string): 'sandbox' | 'staging' | 'production' {
  if (isLoopback(address)) return 'sandbox'
  const { hostname } = new URL(address)
  if (/(^|[.-])sandbox([.-]|$)/.test(hostname)) return 'sandbox'
  return /(^|[.-])(staging|stage|test|dev)([.-]|$)/.test(hostname) ? 'staging' : 'production'
}

/** The name of a connection without a given name: its host. */
export function describeOrigin(address: string): string {
  return new URL(address).host
}

const readOnly = ', read only'

/**
 * The reach of a key, in words for the strip. The sandbox's keys are documented; a real partner
 * does not say which billing NPIs a key reaches. `isReadOnly` is what a test of the key told.
 */
export function scopeLabelOf(key?: string, isReadOnly = key === 'sandbox-readonly'): string {
  const reach = {
    'sandbox-full': 'All billing NPIs',
    'sandbox-readonly': 'All billing NPIs',
    'sandbox-scoped': '3 billing NPIs',
  }
  return `${(key && reach[key as keyof typeof reach]) || 'Billing NPIs of the key'}${isReadOnly ? readOnly : ''}`
}

/** The same words for a key of which a test told something else. */
export function withAccess(label: string, isReadOnly: boolean): string {
  return `${label.endsWith(readOnly) ? label.slice(0, -readOnly.length) : label}${isReadOnly ? readOnly : ''}`
}

/** True for the label of a key that cannot write. */
export function isReadOnlyLabel(label: string): boolean {
  return label.endsWith(readOnly)
}
