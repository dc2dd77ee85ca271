import { timingSafeEqual } from 'node:crypto'

/** True if two texts are equal. It takes as long for any two of one length, so time tells nothing. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
