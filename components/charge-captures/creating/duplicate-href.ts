/** The page that creates a capture from this one. */
export function duplicateHref(id: string): string {
  return `/charge-captures/new?from=${encodeURIComponent(id)}`
}
