import uFuzzy from '@leeoniya/ufuzzy'
import { folded, foldedWords } from '#lib/core/folded.ts'

// Letters of every script; each typed word must be there, in any order.
const letters: uFuzzy.Options = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
}
const atStarts = new uFuzzy({ ...letters, interLft: 2 })
const anywhere = new uFuzzy(letters)
// Words beyond these are matched in the typed order only.
const wordsInAnyOrder = 4
const mostRanked = 10_000

/**
 * The items whose text has every typed word, the best first: starts of words before other places.
 * All items, in their order, for a text without letters or digits.
 */
export function rank<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): Item[] {
  if (!/[\p{L}\d]/u.test(typed)) return [...items]
  const texts = items.map((item) => folded(textOf(item)))
  const words = foldedWords(typed).join(' ')
  const places = [atStarts, anywhere].flatMap((matcher) => {
    const [found, info, order] = matcher.search(texts, words, wordsInAnyOrder, mostRanked)
    return order ? order.map((at) => info.idx[at]!) : (found ?? [])
  })
  return [...new Set(places)].map((place) => items[place]!)
}

/** One piece of a text, and whether the typed words have it. */
export type Piece = { text: string; isMatch: boolean }

/**
 * A text in pieces, so that what was typed can be drawn bold, with or without marks and apostrophes.
 * A single letter is a word's start.
 */
export function matchedPieces(text: string, typed: string): Piece[] {
  const words = foldedWords(typed)
  if (words.length === 0) return [{ text, isMatch: false }]
  const escaped = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => {
      const letters = Array.from(word, (letter) =>
        letter.replace(/[.*+?^${}()|[\]\\/]/, String.raw`\$&`),
      )
      const plain = letters.join("['’]?\\p{M}*")
      return word.length > 1 ? plain : `(?<![\\p{L}\\p{M}\\d])${plain}`
    })
  return text
    .normalize('NFD')
    .split(new RegExp(`((?:${escaped.join('|')})\\p{M}*)`, 'giu'))
    .map((piece, place) => ({ text: piece.normalize('NFC'), isMatch: place % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/**
 * True for a text that is plainly meant as an action: letters alone, and each word starts a word of
 * one of the labels.
 */
export function isActionText(typed: string, labels: readonly string[]): boolean {
  const text = typed.trim().toLowerCase()
  if (!/^[a-z]{2,}( +[a-z]+)*$/.test(text)) return false
  const words = text.split(/ +/)
  return labels.some((label) => {
    const starts = label.toLowerCase().split(/[^a-z]+/)
    return words.every((word) => starts.some((start) => start.startsWith(word)))
  })
}
