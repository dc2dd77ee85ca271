// Words and numbers that people type instead of a value. Source: the edits that clearinghouses
// publish, and billers' habits.

/** Words that say that a value is not known yet, refused or not needed. */
const placeholderWords = new Set(
  (
    'APPLIED ASK CALL CALLED CANCELLED DECLINED DENIED EXPIRED INACTIVE LATER MISSING NA NEED NONE NULL PENDING REFUSED ' +
    'REQUESTED TBA TBD TERMED TEST UNINSURED UNK UNKNOWN VERIFY WAITING'
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

/** True for a text that is nothing but such a word: "UNKNOWN", "n/a". */
export function isPlaceholderWord(text: string): boolean {
  return placeholderWords.has(groupsOf(text.toUpperCase()).join(''))
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
