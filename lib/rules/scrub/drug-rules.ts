import { bareCell } from '#lib/core/table-text.ts'
import { isNdc, normalizeNdc } from '#lib/rules/codes/codes.ts'
import { isNoDrug } from '#lib/rules/codes/procedure-kinds.ts'
import { asText, valueAt, isGiven, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { eachLine } from './places.ts'
import { fixTo, inCapitals } from './fixes.ts'
import type { Rule, Report, ScrubInput } from './rule.ts'

const measurementUnits = new Set(['ML', 'UN', 'GR', 'F2', 'ME'])

/** Visits each line's drug that has a national drug code. */
function eachDrug(
  { data }: ScrubInput,
  visit: (drug: unknown, path: string, label: string, line: unknown) => void,
): void {
  eachLine(data, (line, i, label) => {
    const drug = valueAt(line, 'drug_identification')
    if (!isGiven(drug)) return
    const qualifier = textAt(drug, 'service_id_qualifier')
    if (qualifier === undefined || qualifier === 'N4')
      visit(drug, `service_lines.${i}.drug_identification`, label, line)
  })
}

function checkCode(drug: unknown, path: string, label: string, report: Report): void {
  const code = textAt(drug, 'national_drug_code')
  if (!code || isNdc(code)) return
  if (/^\d{11}$/.test(code))
    return report(
      `${path}.national_drug_code`,
      `${label} national drug code ${code} is a placeholder: no manufacturer has the number 00000`,
    )
  const padded = normalizeNdc(bareCell(code))
  const hint = padded ? `; write it as ${padded}` : ''
  report(
    `${path}.national_drug_code`,
    `${label} national drug code "${code}" is not 11 digits without hyphens${hint}`,
    {
      fix: fixTo(`${path}.national_drug_code`, padded),
    },
  )
}

export const drugRules: Rule[] = [
  {
    id: 'ndc-shape',
    title: 'National drug code is not 11 digits',
    fields: ['service_lines.drug_identification.national_drug_code'],
    offers: 'Writes the 11 digits of a code in three parts or with its qualifier',
    severity: 'error',
    scope: 'capture',
    source:
      'X12 LIN03 with qualifier N4: 11 digits, 5-4-2, no hyphens. The FDA assigns the first five to a manufacturer.',
    how: 'Enter the 11 digits from the package (5-4-2), without hyphens.',
    check: (input, report) =>
      eachDrug(input, (drug, path, label) => checkCode(drug, path, label, report)),
  },
  {
    id: 'ndc-missing',
    title: 'A drug has no national drug code',
    fields: ['service_lines.drug_identification.national_drug_code'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 LIN03: a drug line names its national drug code.',
    how: 'Copy the code from the package, or clear the drug.',
    check: (input, report) =>
      eachDrug(input, (drug, path, label) => {
        if (!textAt(drug, 'national_drug_code'))
          report(
            `${path}.national_drug_code`,
            `${label} has drug details but no national drug code`,
          )
      }),
  },
  {
    id: 'ndc-count',
    title: 'A drug’s amount is not above zero',
    fields: ['service_lines.drug_identification.national_drug_unit_count'],
    severity: 'error',
    scope: 'capture',
    source: 'X12 CTP04: a drug quantity is above zero.',
    how: 'Enter how much of the drug was given.',
    check: (input, report) =>
      eachDrug(input, (drug, path, label) => {
        if (!textAt(drug, 'national_drug_code')) return
        const count = asText(valueAt(drug, 'national_drug_unit_count'))
        if (!count || !/^\d+(\.\d+)?$/.test(count) || Number(count) <= 0) {
          report(`${path}.national_drug_unit_count`, `${label} drug unit count must be above zero`)
        }
      }),
  },
  {
    id: 'ndc-unit',
    title: 'A drug’s unit is not one of ML, UN, GR, F2 and ME',
    fields: ['service_lines.drug_identification.measurement_unit_code'],
    offers: 'Writes the unit in capitals',
    severity: 'error',
    scope: 'capture',
    source: "X12 CTP05 and the partner's enumeration: ML, UN, GR, F2 or ME.",
    how: 'Choose the unit of the drug quantity.',
    check: (input, report) =>
      eachDrug(input, (drug, path, label) => {
        if (!textAt(drug, 'national_drug_code')) return
        const unit = textAt(drug, 'measurement_unit_code')
        if (!unit || !measurementUnits.has(unit)) {
          const fix = fixTo(
            `${path}.measurement_unit_code`,
            unit && inCapitals(unit, (code) => measurementUnits.has(code)),
          )
          report(
            `${path}.measurement_unit_code`,
            `${label} drug unit of measure "${unit ?? ''}" is not one of ML, UN, GR, F2, ME`,
            { fix },
          )
        }
      }),
  },
  {
    id: 'ndc-elsewhere',
    title: 'A national drug code on a line without a drug',
    fields: ['service_lines.drug_identification.national_drug_code'],
    severity: 'warning',
    scope: 'capture',
    source:
      'X12 837P loop 2410: the drug of its own line. Some payers take it beside other services.',
    how: 'Move the drug to the line of its code, or clear it.',
    check: (input, report) =>
      eachDrug(input, (drug, path, label, line) => {
        const code = textAt(line, 'procedure_code') ?? ''
        if (isNoDrug(code) && textAt(drug, 'national_drug_code'))
          report(
            `${path}.national_drug_code`,
            `${label} has a national drug code, but ${code} is no drug`,
          )
      }),
  },
  {
    id: 'drug-waste-alone',
    title: 'Discarded drug without the line of the given amount',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'claim',
    source:
      'Medicare Claims Processing Manual, chapter 17, 40: the discarded amount (JW) is a second line beside the one that was given.',
    how: 'Add a line with the amount that was given, or delete JW.',
    check: ({ data }, report) => {
      const lines = listAt(data, 'service_lines').map((line) => ({
        drug: textAt(line, 'procedure_code')?.toUpperCase(),
        isWaste: listAt(line, 'modifiers').some((one) => asText(one)?.toUpperCase() === 'JW'),
      }))
      for (const [i, { drug, isWaste }] of lines.entries())
        if (drug && isWaste && !lines.some((other) => other.drug === drug && !other.isWaste))
          report(
            `service_lines.${i}.modifiers`,
            `Line ${i + 1} is the discarded amount (JW) of ${drug}, but no line has the amount that was given`,
          )
    },
  },
]
