/**
 * The digits without the zeros at their end: "5010" -> "501". By hand, because a pattern that is tied to the end alone
 * is tried at every place before it, so that its time grows with the square of the length.
 */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
