import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'

// One whole year and a part of the year before; other years have no list.
const years: { [year: number]: { [code: string]: 'billable' | 'header' } } = {
  2026: { I10: 'billable' },
  2027: { E11: 'header', E119: 'billable', I10: 'billable' },
}

/** Looks up a few codes of fiscal years 2026 and 2027. */
export const findCode: FindCode = ({ fiscal_year, code }) =>
  years[fiscal_year] ? (years[fiscal_year][code] ?? 'absent') : undefined
