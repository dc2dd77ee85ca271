// Words and numbers that people type instead of a value. Source: the edits that clearinghouses
// publish, and billers' habits.

/** Words that say that a value is not known yet, refused or not needed. */
const placeholderWords = new Set(
  (
    'APPLIED ASK CALL CALLED CANCELLED DECLINED DENIED EXPIRED INACTIVE LATER MISSING NA NAN NEED NOAUTH NONE NULL ' +
    'PENDING REFUSED REQUESTED TBA TBC TBD TERMED TEST UNDEFINED UNINSURED UNK UNKNOWN VERBAL VERIFY WAITING WAIVED'
  ).split(' '),
)

/** The words and numbers of a text: its runs of letters and digits. */
export function groupsOf(text: string): string[] {
  return text.split(/[^A-Z\d]+/i).filter(Boolean)
}

/** True if a text has a word that stands for a missing value: "PENDING", "TBD 11/20", "n/a". */
export function hasPlaceholderWord(text: string): boolean {
  const groups = groupsOf(text.toUpperCase())
  return (
    groups.some((group) => placeholderWords.has(group)) || placeholderWords.has(groups.join(''))
  )
}

/** True for a text that is nothing but such words: "UNKNOWN", "n/a", "undefined undefined". */
export function isPlaceholderWord(text: string): boolean {
  const groups = groupsOf(text.toUpperCase())
  return (
    placeholderWords.has(groups.join('')) ||
    (groups.length > 0 && groups.every((group) => placeholderWords.has(group)))
  )
}

/** True for words in place of a number: "PENDING", "see attached", "per Dr Fox 11/20". */
export function isNote(text: string): boolean {
  // A hyphen may join the parts of a number: "ABC-DEF-1".
  const parts = text.trim().split(/\s+/)
  const words = parts.filter((part) => /^[A-Z]{3,}\W*$/i.test(part))
  return hasPlaceholderWord(text) || words.length > 1 || (parts.length > 1 && !/\d/.test(text))
}

/**
 * True for a number or code that fills a required field with nothing: one repeated character
 * (000000000), digits that count up or down (123456789), or a masked value (XXXX1234).
 */
export function isFilledIn(text: string): boolean {
  const bare = groupsOf(text).join('').toUpperCase()
  if (bare.length < 2) return false
  const isCounting =
    bare.length >= 8 && ['01234567890', '09876543210'].some((row) => row.includes(bare))
  return /^(.)\1+$/.test(bare) || isCounting || /^X{4,}\d*$/.test(bare)
}
