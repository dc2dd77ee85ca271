/** Prefixes that the IRS gives to no employer. Source: IRS, "How EINs are assigned and valid EIN prefixes". */
const unusedPrefixes = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/**
 * The nine digits of a tax id that is written with separators; undefined where the digits can be nobody's: one digit
 * over and over, 123456789, an employer's number with a prefix that the IRS does not give, a social security number of
 * area 000, 666 or 900 to 999. The separators say which of the two it is; where they do not, either may be meant.
 */
export function taxIdIn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s.\-\u2010-\u2015]/g, '')
  if (digits === text || !/^\d{9}$/.test(digits) || /^(.)\1+$/.test(digits) || digits === '123456789') return undefined
  const shape = text.trim().replaceAll(/\d+/g, (run) => String(run.length))
  const isEmployers = !unusedPrefixes.has(digits.slice(0, 2))
  const isPersons = !/^(?:000|666|9)/.test(digits)
  if (/^2\D7$/.test(shape)) return isEmployers ? digits : undefined
  if (/^3\D2\D4$/.test(shape)) return isPersons ? digits : undefined
  return isEmployers || isPersons ? digits : undefined
}
