import { placeWords } from '#lib/contract/codes/place-words.ts'
import type { LocalDate } from '#lib/core/local-date.ts'

/**
 * The first days of the place-of-service codes that began in the last ten years; the others are
 * older than any claim of today, and none has ended. Source: CMS, place of service code set.
 */
const firstDays: ReadonlyMap<string, LocalDate> = new Map([
  ['02', '2017-01-01'],
  ['10', '2022-01-01'],
  ['19', '2016-01-01'],
  ['27', '2023-10-01'],
  ['58', '2020-01-01'],
  ['66', '2024-08-01'],
])

/** CMS place-of-service codes, in order. */
export const placesOfService: readonly string[] = Object.keys(placeWords).toSorted()

/** True for a CMS place-of-service code. */
export function isPlaceOfService(code: string): boolean {
  return Object.hasOwn(placeWords, code)
}

/** The day on which a code begins; undefined for one that is older than any claim of today. */
export function firstDayOfPlace(code: string): LocalDate | undefined {
  return firstDays.get(code)
}

/** A code with its words. */
export function namedPlace(code: string): string {
  return `${code} (${placeWords[code]})`
}

/** Places of an inpatient stay; a claim from there needs the admission date. */
export const inpatientPlaces: ReadonlySet<string> = new Set(['21', '51', '61'])
