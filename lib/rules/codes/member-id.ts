/** What people copy along from a card: spaces, dots, hyphens and dashes. */
const onlySeparated = /^[A-Z\d\s.\-\u2010-\u2015]+$/i
const socialSecurityShape = /^\d{3}[\s.\-\u2010-\u2015]\d{2}[\s.\-\u2010-\u2015]\d{4}$/

/** Words that people write into a box which they cannot fill yet, or beside an id. */
const noteWords = new Set(
  (
    'CALL CARD COPY FILE INSURANCE LATER MEDICAID MEDICARE MISSING NA NEED NEW NONE NOT NULL OLD ON PAY PENDING ' +
    'REQUESTED SEE SELF TBA TBD TEST UNK UNKNOWN VERIFY WAITING'
  ).split(' '),
)

// One letter or digit over and over is how people fill in a box that will not stay empty.
const isFilledIn = (id: string) => /^(.)\1+$/.test(id)

/**
 * True for a plain run of letters and digits that may be a member id. Source: X12 837P NM109, 2 to 80 characters.
 */
export function isMemberId(id: string): boolean {
  return /^[A-Z\d]{2,80}$/i.test(id) && !isFilledIn(id) && !isMemberNote(id)
}

/**
 * True for a Medicare beneficiary identifier without its hyphens, in capitals or small letters.
 * Source: CMS, "Understanding the MBI format": 11 characters in fixed kinds, without the letters S, L, O, I, B and Z.
 */
function isMbi(id: string): boolean {
  return /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/i.test(
    id,
  )
}

/**
 * True for text in a member id's place that says something else: words, a placeholder, two ids, or a number in the
 * shape of a social security number, which must not go to a payer as an id.
 */
export function isMemberNote(text: string): boolean {
  const groups = groupsOf(text)
  return (
    socialSecurityShape.test(text.trim()) ||
    groups.some((group) => noteWords.has(group.toUpperCase())) ||
    groups.filter((group) => group.length > 5).length > 1 ||
    // Letters alone are a word, but for the short prefix that some payers print before the number.
    (groups.length > 1 && groups.some((group, place) => !/\d/.test(group) && (place > 0 || group.length > 3)))
  )
}

/**
 * The id in a text that a person copied from a card with its separators; undefined unless exactly one id can be meant.
 * With `isMedicare` only a Medicare beneficiary identifier can.
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
