/** Separators that people copy from a card: spaces, dots, hyphens and dashes. */
const onlySeparated = /^[A-Z\d\s.\-\u2010-\u2015]+$/i
const socialSecurityShape = /^\d{3}[\s.\-\u2010-\u2015]\d{2}[\s.\-\u2010-\u2015]\d{4}$/

/** Words that people type instead of an id, or beside one. */
const noteWords = new Set(
  (
    'CALL CARD COPY FILE INSURANCE LATER MEDICAID MEDICARE MISSING NA NEED NEW NONE NOT NULL OLD ON PAY PENDING ' +
    'REQUESTED SEE SELF TBA TBD TEST UNK UNKNOWN VERIFY WAITING'
  ).split(' '),
)

// People fill a required box with one repeated letter or digit.
const isFilledIn = (id: string) => /^(.)\1+$/.test(id)

/**
 * True for a plain run of letters and digits that may be a member id. Source: X12 837P NM109, 2 to 80 characters.
 */
export function isMemberId(id: string): boolean {
  return /^[A-Z\d]{2,80}$/i.test(id) && !isFilledIn(id) && !isMemberNote(id)
}

/**
 * True for a Medicare beneficiary identifier without hyphens, in any case.
 * Source: CMS, "Understanding the MBI format": 11 characters of fixed kinds, without the letters S, L, O, I, B and Z.
 */
function isMbi(id: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/i.test(
    id,
  )
}

/**
 * True if the text in a member id field is something else: words, a placeholder, two ids, or a number shaped like a
 * social security number, which must not go to a payer.
 */
export function isMemberNote(text: string): boolean {
  const groups = groupsOf(text)
  return (
    socialSecurityShape.test(text.trim()) ||
    groups.some((group) => noteWords.has(group.toUpperCase())) ||
    groups.filter((group) => group.length > 5).length > 1 ||
    // Letters alone are a word, except for the short prefix that some payers print before the number.
    (groups.length > 1 && groups.some((group, place) => !/\d/.test(group) && (place > 0 || group.length > 3)))
  )
}

/**
 * The id in a text that was copied from a card with separators; undefined unless exactly one id is possible. With
 * `isMedicare`, only a Medicare beneficiary identifier counts.
 */
export function memberIdIn(text: string, isMedicare: boolean): string | undefined {
  const groups = groupsOf(text)
  const id = groups.join('')
  if (groups.length < 2 || !onlySeparated.test(text) || isMemberNote(text)) return undefined
  if (isMedicare) return isMbi(id) ? id : undefined
  return id.length >= 6 && id.length <= 20 && isMemberId(id) ? id : undefined
}

function groupsOf(text: string): string[] {
  return text.split(/[^A-Z\d]+/i).filter(Boolean)
}
