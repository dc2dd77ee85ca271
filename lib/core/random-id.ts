/**
 * 128 random bits as 32 hexadecimal digits. Works in browsers without https, which lack
 * `crypto.randomUUID`.
 */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
