const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * True for a UUID of any version, the form of the partner's ids: 32 hexadecimal digits in five
 * groups.
 */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
