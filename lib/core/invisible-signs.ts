// Zero-width space and joiners, word joiner, byte order mark, soft hyphen, and direction marks:
// mails, chats and web pages put them beside what they copy.
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

// Control characters and every blank but the space: tabs, line ends, non-breaking spaces.
const control = /(?:(?! )[\p{Cc}\p{Z}])+/gu

/**
 * The text without tabs, line ends and other blanks that no claim carries. `isCode`: nothing
 * belongs between its characters; between words a space does.
 */
export function withoutControls(text: string, isCode: boolean): string {
  return text.replaceAll(control, (run, at: number) => {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + run.length]]
    const isInWord = /\p{L}/u.test(before) && /\p{Ll}/u.test(after)
    return isCode || isInWord || before === ' ' || after === ' ' ? '' : ' '
  })
}

/** The text without the signs that nobody sees and no search finds. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '')
}

/** The text with each invisible sign as its number, such as "KLM07[U+200B]". */
export function withNamedInvisible(text: string): string {
  return text.replaceAll(
    new RegExp(`${invisible.source}|${control.source.slice(0, -1)}`, 'gu'),
    (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
