/** 128 random bits as 32 hexadecimal digits, in the browser too: `crypto.randomUUID` is missing there without https. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
