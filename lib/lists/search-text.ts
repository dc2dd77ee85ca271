import { copiedId } from '#lib/core/copied-id.ts'
import { folded } from '#lib/core/folded.ts'
import { addDays, localDateAt, monthOfName, type LocalDate } from '#lib/core/local-date.ts'
import { wholeYear, writtenDate, writtenDay } from '#lib/core/typed-date.ts'

/**
 * What a typed text asks the partner for, and which of the answers fit. The partner searches one
 * word, in names, ids and birth dates; a person types "Carter, Reggie", "R Carter" or "9/3/1980".
 */
export type SearchText = {
  /**
   * The word for the partner's `search_term`: a birth date, otherwise the longest word, as it was
   * typed. Of a name with an apostrophe or a hyphen it is the longest part, which every spelling has.
   * Undefined for a date of service alone, which the partner finds by its own parameters.
   */
  term: string | undefined
  /** A date that is taken as a date of service. */
  service: LocalDate | undefined
  /** The partner's answer to the term is the whole answer: nothing else was typed. */
  isWhole: boolean
  /**
   * True if a record has each typed word: one with a digit, or a word alone, in a name or an id; any
   * other in a name. A single letter is the initial of a name. A date of service must be one of the
   * record's dates, which may have the birth date, too.
   */
  fits: (record: {
    names: readonly Text[]
    ids: readonly Text[]
    dates?: readonly Text[]
  }) => boolean
}

type Text = string | undefined

const leastLetters = 2

/** The first day whose dates a search takes as dates of service: a year before a time (UTC ms). */
export function serviceDatesSince(now: number): LocalDate {
  return addDays(localDateAt(now, 'UTC'), -365)
}

/**
 * The search for a typed text; undefined for less than two letters. A date from `servicesFrom` on is
 * a date of service, every other a birth date.
 */
export function searchText(typed: string, servicesFrom?: LocalDate): SearchText | undefined {
  const parts = withPlainDates(typed)
    .split(/[\s,;]+/)
    .map((part) => copiedId(part).normalize('NFC'))
    .filter((part) => folded(part) !== '')
  const dates = parts.flatMap((part) => birthDateOf(part) ?? [])
  const service = dates.find((date) => servicesFrom !== undefined && date >= servicesFrom)
  const births = dates.filter((date) => date !== service)
  const texts = parts.filter((part) => birthDateOf(part) === undefined)
  const words = texts.map(folded)
  const text = longestOf(texts)
  const term = births[0] ?? (text === undefined ? undefined : plainPart(text))
  if (term === undefined ? service === undefined : term.length < leastLetters) return undefined
  return {
    term,
    service,
    isWhole:
      service === undefined &&
      dates.length + words.length === 1 &&
      (dates.length === 1 || term === text),
    fits(record) {
      const names = record.names.map((name = '') => folded(name))
      const all = [...names, ...record.ids.map((id = '') => folded(id))]
      if (service !== undefined && !record.dates?.includes(service)) return false
      const starts = names.flatMap((name) => name.split(/[\s,.]+/))
      return words.every((word) => {
        if (word.length < leastLetters) return starts.some((start) => start.startsWith(word))
        const among = words.length === 1 || /\d/.test(word) ? all : names
        return among.some((text) => text.includes(word))
      })
    },
  }
}

/** True if a text is a birth date and nothing else. */
export function isBirthDate(typed: string): boolean {
  return birthDateOf(withPlainDates(typed).trim()) !== undefined
}

// "Feb 14, 1980" and "14 February 1980" are one word each, so that the rest is the name.
function withPlainDates(typed: string): string {
  const dated = (all: string, month: string, day: string, year: string) => {
    return writtenDate(`${monthOfName(month)}/${day}/${year}`) ?? all
  }
  return typed
    .replaceAll(/\b([a-z]{3,9})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})\b/gi, dated)
    .replaceAll(/\b(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})\b/gi, (all, day, month, year) =>
      dated(all, month, day, year),
    )
}

/**
 * The birth date that a text is. Two digits of a year are those of a person who is alive: "80" is
 * 1980, and "05" is 2005.
 */
export function birthDateOf(text: string): string | undefined {
  const day = writtenDay(text)
  return day?.year && writtenDate(`${day.month}/${day.day}/${wholeYear(day.year, true)}`)
}

/**
 * The part of a word that a search without folding finds in each spelling: "Hara" of "O’Hara" and
 * "Reyes" of "Reyes-Moss". The whole word for an id, which has a digit.
 */
export function plainPart(word: string): string {
  if (/\d/.test(word)) return word
  const part = longestOf(word.split(/['`´‘’ʹ-ʿ-]/)) ?? ''
  return part.length < leastLetters ? word : part
}

function longestOf(texts: readonly string[]): string | undefined {
  return texts.toSorted((one, other) => other.length - one.length)[0]
}
