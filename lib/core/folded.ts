import { withoutInvisible } from './invisible-signs.ts'

// Letters with a mark that Unicode does not take apart.
const marked: { [letter: string]: string } = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}
const unmarked = /[ßæœøłđı]/g
const plain = /^[\x20-\x7e]*$/

/** The text with a hyphen for each kind of hyphen, dash and minus sign. */
export function withHyphens(text: string): string {
  return text.replaceAll(/[\p{Pd}−]/gu, '-')
}

/**
 * A text as searches compare it, "Íñigo Ordóñez–Ruiz" as "inigo ordonez ruiz" and "O’Hara" as
 * "ohara": without case, marks of letters, apostrophes and quotes; a hyphen, a dash and a blank are
 * one. The sandbox's migration 0011 does the same in SQL.
 */
export function folded(text: string): string {
  return (plain.test(text) ? text.toLowerCase() : plainLetters(text))
    .replaceAll(/['"`]/g, '')
    .replaceAll(/[\s-]+/g, ' ')
    .trim()
}

function plainLetters(text: string): string {
  const letters = withoutInvisible(text)
    // Its compatible form is a blank with a mark.
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}‘-‟′‵ʹ-ʿ«»‹›]/gu, '')
    .replaceAll(unmarked, (letter) => marked[letter]!)
  return withHyphens(letters)
}

/** The words of a typed text, each folded; a record fits if it has all of them. */
export function foldedWords(typed: string): string[] {
  return folded(typed)
    .split(/[\s,;#]+/)
    .filter(Boolean)
}

/** True for a folded text that has each of these folded words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** The folded letters and digits of a name alone: two names with the same key are one name. */
export function nameKey(name: string): string {
  return folded(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
