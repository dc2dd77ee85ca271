import { timingSafeEqual } from 'node:crypto'

/** Compares a signature with the expected one in constant time. */
export function sameText(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
