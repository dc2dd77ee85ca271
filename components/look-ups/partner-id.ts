const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for text of the form that the partner's ids have. */
export function isPartnerId(text: string): boolean {
  return uuid.test(text)
}
