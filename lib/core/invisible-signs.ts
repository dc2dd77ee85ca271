// Zero-width space and joiners, word joiner, byte order mark, soft hyphen, and direction marks:
// mails, chats and web pages put them beside what they copy.
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

/** The text without the signs that nobody sees and no search finds. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '')
}

/** The text with each invisible sign as its number, such as "KLM07[U+200B]". */
export function withNamedInvisible(text: string): string {
  return text.replaceAll(
    invisible,
    (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
