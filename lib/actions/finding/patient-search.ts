import { isLocalDate } from '#lib/core/local-date.ts'
import { isUuid } from '#lib/core/uuid.ts'

/** How a typed text is asked: filters to try one after the other, and words that the full name must hold besides. */
export type PatientSearch = { filters: string[]; words: string[] }

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * A typed text as `filters` of the pre-encounter patient list: an id, a birth date, a part of the MRN when it has a
 * digit, else a name. The list joins its filters by "and" and knows the family name alone as text, so of several words
 * the last is tried as the family name, then the first, and the rest is looked for in what comes back.
 */
export function patientSearch(text: string): PatientSearch {
  // Commas, bars and semicolons part the filters themselves.
  const plain = text.replaceAll(/[,|;]+/g, ' ').trim()
  if (isUuid(plain)) return { filters: [`patient.id|eq|${plain.toLowerCase()}`], words: [] }
  const date = dateOf(plain)
  if (date !== undefined) return { filters: [`patient.birthDate|eq|${date}`], words: [] }
  const words = plain.split(/\s+/).filter(Boolean)
  if (/\d/.test(plain)) return { filters: [`patient.mrn|contains|${plain}`], words: [] }
  const families = [...new Set([words.at(-1), words[0]])].filter((word) => word !== undefined)
  return {
    filters: families.map((family) => `patient.name.family|contains|${family}`),
    words: words.length > 1 ? words : [],
  }
}

function dateOf(text: string): string | undefined {
  const [, month, day, year] = slashed.exec(text) ?? []
  const date = year === undefined ? text : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return isLocalDate(date) ? date : undefined
}
