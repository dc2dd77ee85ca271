import { codesOf, type CodeValidity, type YearCode } from './icd10-lists.ts'
import type { Rule, ScrubInput } from './rule.ts'

// Without the year's list there are no findings: no list is shipped, an administrator places them
// (decision 0021).

export const codeYearRules: Rule[] = [
  {
    id: 'diagnosis-code-year',
    title: 'Diagnosis code is not in the year’s ICD-10-CM list',
    fields: ['diagnoses.code'],
    needs: 'icd10',
    severity: 'warning',
    scope: 'capture',
    source:
      'ICD-10-CM: a list is in force from 1 October to 30 September, as CMS publishes it (icd10cm-order): for discharges of a stay, for encounters otherwise.',
    how: 'Look up the replacement code in that year’s list.',
    check: (input, report) =>
      each(input, 'absent', ({ place, written, fiscal_year }) => {
        report(
          `diagnoses.${place}.code`,
          `Diagnosis code ${written} isn’t in the ICD-10-CM list for fiscal year ${fiscal_year}, which applies to this claim`,
        )
      }),
  },
  {
    id: 'diagnosis-code-header',
    title: 'Diagnosis code is a header: a longer code is needed',
    fields: ['diagnoses.code'],
    needs: 'icd10-headers',
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'ICD-10-CM guidelines, I.B.2: a code is given with all its characters; the list of CMS marks those that only head others. An update within the year adds codes, but makes none of these billable.',
    how: 'Choose the longer code that matches the chart.',
    check: (input, report) =>
      each(input, 'header', ({ place, written, fiscal_year }) => {
        report(
          `diagnoses.${place}.code`,
          `Diagnosis code ${written} isn’t billable in fiscal year ${fiscal_year}: a longer code is needed`,
        )
      }),
  },
]

function each(
  { data, findCode }: ScrubInput,
  standing: CodeValidity,
  visit: (found: YearCode & { place: number; written: string }) => void,
): void {
  if (!findCode) return
  for (const found of codesOf(data))
    if (findCode({ fiscal_year: found.fiscal_year, code: found.code }) === standing) visit(found)
}
