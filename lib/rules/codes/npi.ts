/**
 * The check digit for the first nine digits of an NPI. Source: CMS, "NPI check digit": Luhn's
 * formula over the card-issuer prefix 80840 and the digits; the constant prefix always adds 24 to
 * the sum.
 */
export function npiCheckDigit(firstNine: string): number {
  let sum = 24
  for (let index = 0; index < 9; index += 1) {
    const digit = firstNine.charCodeAt(index) - 48
    const doubled = digit * 2
    // Luhn doubles every second digit, starting beside the check digit: indexes 8, 6, 4, 2, 0.
    if (index % 2 === 0) sum += doubled > 9 ? doubled - 9 : doubled
    else sum += digit
  }
  return (10 - (sum % 10)) % 10
}

/** True for ten digits that start with 1 or 2, whatever the check digit. */
export function isNpiShape(text: string): boolean {
  return /^[12]\d{9}$/.test(text)
}

/**
 * True for an NPI: ten digits, the first 1 or 2, with a correct check digit. The number may still
 * not be issued.
 */
export function isNpi(text: string): boolean {
  return isNpiShape(text) && npiCheckDigit(text.slice(0, 9)) === text.charCodeAt(9) - 48
}
