import type { LocalDate } from '#lib/core/local-date.ts'

const older =
  '01 03 04 05 06 07 08 09 11 12 13 14 15 16 17 18 20 21 22 23 24 25 26 31 32 33 34 41 42 49 50 51 52 53 54 55 56 57 60 ' +
  '61 62 65 71 72 81 99'

/**
 * CMS place-of-service codes by the day on which each begins; '' for one older than any claim of
 * today. None of them has ended. `lib/contract/codes/code-words.ts` has their words. Source: CMS,
 * place of service code set.
 */
const places: ReadonlyMap<string, LocalDate> = new Map([
  ...older.split(' ').map((code) => [code, ''] as const),
  ['02', '2017-01-01'],
  ['10', '2022-01-01'],
  ['19', '2016-01-01'],
  ['27', '2023-10-01'],
  ['58', '2020-01-01'],
  ['66', '2024-08-01'],
])

/** All codes, in order. */
export const placesOfService: readonly string[] = [...places.keys()].toSorted()

/** True for a CMS place-of-service code. */
export function isPlaceOfService(code: string): boolean {
  return places.has(code)
}

/** The day on which a code begins; '' for one that is older than any claim of today. */
export function firstDayOfPlace(code: string): LocalDate {
  return places.get(code) ?? ''
}

/** Places of an inpatient stay; a claim from there needs the admission date. */
export const inpatientPlaces: ReadonlySet<string> = new Set(['21', '51', '61'])
