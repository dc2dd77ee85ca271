import {
  isModifierShape,
  isProcedureCodeShape,
  isRevenueCodeShape,
} from '#lib/rules/codes/codes.ts'
import { asText, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { fixRepeats, fixTo, inCapitals } from './fixes.ts'
import { eachLine } from './places.ts'
import type { Fix, Rule } from './rule.ts'

export const lineRules: Rule[] = [
  {
    id: 'service-lines-missing',
    title: 'No service line',
    fields: ['service_lines'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2400: a claim has at least one service line.',
    how: 'Add a service line.',
    check: ({ data }, report) => {
      if (listAt(data, 'service_lines').length === 0)
        report('service_lines', 'At least one service line is required')
    },
  },
  {
    id: 'procedure-code-missing',
    title: 'A line has no procedure code',
    fields: ['service_lines.procedure_code'],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source:
      'X12 837P SV101: each line names a procedure. 837I SV202: drugs by their code (revenue code 0636) and days of hospice (0651, 0652, 0655, 0656) name it too.',
    how: 'Enter the procedure, or delete the line.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (textAt(line, 'procedure_code')) return
        const revenue = textAt(line, 'revenue_code')
        // Other institutional lines may have only a revenue code, and so may all drugs of a stay.
        const needsCode =
          revenue === '0636' ? !textAt(data, 'admission_date') : /^065[1256]$/.test(revenue ?? '')
        if (!revenue) report(`service_lines.${i}.procedure_code`, `${label} has no procedure code`)
        else if (needsCode)
          report(
            `service_lines.${i}.procedure_code`,
            `${label} has revenue code ${revenue}, which needs a procedure code`,
          )
      }),
  },
  {
    id: 'procedure-code-shape',
    title: 'Procedure code has not the form of CPT or HCPCS',
    fields: ['service_lines.procedure_code'],
    offers: 'Writes the code in capitals',
    severity: 'warning',
    scope: 'capture',
    source:
      'Domain knowledge: the shapes of CPT and HCPCS level II codes; payers also use codes of their own.',
    how: 'Check the code against the chart. Keep it if the payer uses its own codes.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (code && !isProcedureCodeShape(code)) {
          const path = `service_lines.${i}.procedure_code`
          report(path, `${label} procedure code "${code}" isn’t a CPT or HCPCS code`, {
            fix: fixTo(path, inCapitals(code, isProcedureCodeShape)),
          })
        }
      }),
  },
  {
    id: 'modifier-shape',
    title: 'Modifier is not two letters or digits',
    fields: ['service_lines.modifiers'],
    offers: 'Writes the modifiers in capitals',
    severity: 'error',
    scope: 'capture',
    isCertain: true,
    source:
      'X12 837P SV101-3: a modifier has two letters or digits. The partner refuses anything else.',
    how: 'Enter each modifier as two letters or digits.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) =>
        listAt(line, 'modifiers').forEach((modifier, j) => {
          const text = asText(modifier)
          if (!text || !isModifierShape(text)) {
            const fix = fixModifiers(`service_lines.${i}.modifiers`, listAt(line, 'modifiers'))
            report(
              `service_lines.${i}.modifiers.${j}`,
              `${label} modifier "${text ?? ''}" is not two letters or digits`,
              {
                fix,
              },
            )
          }
        }),
      ),
  },
  {
    id: 'modifier-duplicate',
    title: 'A line lists a modifier twice',
    fields: ['service_lines.modifiers'],
    offers: 'Keeps each modifier once, unless it is of a side or site',
    severity: 'error',
    scope: 'capture',
    source:
      'Clearinghouse edits: a modifier is listed once a line. A side or site twice is often two sides or sites.',
    how: 'Keep each modifier once. If another side or site was meant, enter that modifier.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const modifiers = listAt(line, 'modifiers')
        const repeated = modifiers.find(
          (modifier, place) => asText(modifier) && modifiers.indexOf(modifier) !== place,
        )
        if (repeated === undefined) return
        const path = `service_lines.${i}.modifiers`
        const isOfSite = modifiers.some(
          (modifier, place) => modifiers.indexOf(modifier) !== place && isSite(modifier),
        )
        const question = isOfSite ? '; was another side or site meant?' : ''
        report(path, `${label} lists modifier ${String(repeated)} more than once${question}`, {
          fix: isOfSite ? undefined : fixRepeats(path, modifiers, 'Keep each modifier once'),
        })
      }),
  },
  {
    id: 'modifiers-too-many',
    title: 'A line has more than four modifiers',
    fields: ['service_lines.modifiers'],
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P SV101-3 to -6: at most four modifiers a line.',
    how: 'Keep the four that affect payment.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const count = listAt(line, 'modifiers').length
        if (count > 4)
          report(
            `service_lines.${i}.modifiers`,
            `${label} has ${count} modifiers; at most 4 are allowed`,
          )
      }),
  },
  {
    id: 'revenue-code-shape',
    title: 'Revenue code is not four digits',
    fields: ['service_lines.revenue_code'],
    offers: 'Writes the leading zero of three digits',
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a revenue code has four digits, the first 0 to 3.',
    how: 'Enter four digits, with the leading zero.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'revenue_code')
        if (code && !isRevenueCodeShape(code)) {
          const path = `service_lines.${i}.revenue_code`
          // Hospitals omit the leading zero, so three digits are a code.
          const fix = fixTo(path, /^\d{3}$/.test(code) ? `0${code}` : undefined)
          report(path, `${label} revenue code "${code}" is not four digits starting with 0 to 3`, {
            fix,
          })
        }
      }),
  },
  {
    id: 'revenue-code-total',
    title: 'A line is the total of a form',
    fields: ['service_lines.revenue_code'],
    severity: 'error',
    scope: 'capture',
    source:
      'Medicare Claims Processing Manual, chapter 25, FL 42: 0001 is the total of the paper form, not a service.',
    how: 'Delete the line. The claim adds up its lines.',
    check: ({ data }, report) =>
      eachLine(data, (line, i, label) => {
        if (textAt(line, 'revenue_code') === '0001')
          report(
            `service_lines.${i}.revenue_code`,
            `${label} is the form’s total (revenue code 0001), not a service; it charges all other lines again`,
          )
      }),
  },
  {
    id: 'line-kinds-mixed',
    title: 'Institutional and professional lines in one capture',
    fields: ['service_lines.revenue_code'],
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837I SV201: each line of an institutional claim has a revenue code. A professional claim (837P) has none.',
    how: 'Enter the missing revenue codes, or bill the lines as two captures of two claims.',
    check: ({ data }, report) => {
      const isOne = listAt(data, 'service_lines').map((line) => !!textAt(line, 'revenue_code'))
      const other = isOne.findIndex((each) => each !== isOne[0])
      if (other > 0)
        report(
          `service_lines.${other}.revenue_code`,
          isOne[0]
            ? `Line ${other + 1} has no revenue code, but line 1 has one; a claim is professional or institutional`
            : `Line ${other + 1} has a revenue code, but line 1 has none; a claim is professional or institutional`,
        )
    },
  },
  {
    id: 'line-external-id-duplicate',
    title: 'Two lines have the same external ID',
    fields: ['service_lines.external_id'],
    severity: 'error',
    scope: 'capture',
    source: "The partner's client: external IDs of service lines are unique.",
    how: 'Give each line its own ID, or clear one of the two.',
    check: ({ data }, report) => {
      const seen = new Set<string>()
      eachLine(data, (line, i, label) => {
        const id = textAt(line, 'external_id')
        if (!id) return
        if (seen.has(id))
          report(
            `service_lines.${i}.external_id`,
            `${label} has the external ID "${id}" of an earlier line`,
          )
        seen.add(id)
      })
    },
  },
  {
    id: 'line-repeated',
    title: 'A line repeats another one',
    fields: ['service_lines.procedure_code'],
    severity: 'warning',
    scope: 'capture',
    source:
      'Billing rule sets: the same procedure, modifiers, date, place and drug twice reads as a duplicate.',
    how: 'Delete one, increase the quantity, or add a modifier that tells them apart.',
    check: ({ data }, report) => {
      const seen = new Set<string>()
      eachLine(data, (line, i, label) => {
        const key = lineKey(line, data)
        if (!key) return
        if (seen.has(key))
          report(
            `service_lines.${i}.procedure_code`,
            `${label} repeats an earlier line's procedure, modifiers and date`,
          )
        seen.add(key)
      })
    },
  },
]

// HCPCS level II modifiers of a side, eyelid, finger, toe or coronary artery.
const isSite = (modifier: unknown) =>
  /^(?:RT|LT|E[1-4]|F[A1-9]|T[A1-9]|LC|LD|LM|RC|RI)$/i.test(asText(modifier) ?? '')

// The list in capitals, if that corrects every modifier: one field holds all of them.
function fixModifiers(path: string, modifiers: readonly unknown[]): Fix | undefined {
  const capitals = modifiers.map((modifier) => asText(modifier)?.toUpperCase() ?? '')
  return capitals.every(isModifierShape)
    ? { label: `Write ${capitals.join(' ')}`, sets: [{ path, value: capitals }] }
    : undefined
}

/**
 * Identifies the service of a line by procedure, modifiers (both in capitals), date, place, drug
 * and ordering provider: the parts of a compound are lines that differ in their drug only.
 * Undefined without a procedure.
 */
export function lineKey(line: unknown, data: unknown): string | undefined {
  const code = textAt(line, 'procedure_code')
  if (!code) return undefined
  const modifiers = listAt(line, 'modifiers').map((modifier) => asText(modifier) ?? '')
  if (modifiers.length > 1) modifiers.sort()
  // A line without its own date or place uses the visit's.
  const day = textAt(line, 'date_of_service') ?? textAt(data, 'date_of_service') ?? ''
  const place = textAt(line, 'place_of_service_code') ?? textAt(data, 'place_of_service_code') ?? ''
  const drug = textAt(line, 'drug_identification.national_drug_code') ?? ''
  const orderedBy = textAt(line, 'ordering_provider.npi') ?? ''
  return `${code}|${modifiers.join(',')}`.toUpperCase() + `|${day}|${place}|${drug}|${orderedBy}`
}
