/**
 * The digits without trailing zeros: "5010" -> "501". A loop instead of a pattern, because a
 * pattern anchored at the end is tried at every position before it, so its time is quadratic.
 */
export function trimTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
