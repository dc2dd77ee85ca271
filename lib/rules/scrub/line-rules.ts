import { isModifierShape, isProcedureCodeShape, isRevenueCodeShape } from '../codes.ts'
import { asText, listAt, textAt } from '../read-json.ts'
import { eachLine } from './places.ts'
import type { Rule } from './rule.ts'

export const lineRules: Rule[] = [
  {
    id: 'service-lines-missing',
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2400: a claim has at least one service line.',
    check: ({ data }, say) => {
      if (listAt(data, 'service_lines').length === 0) say('service_lines', 'At least one service line is required')
    },
  },
  {
    id: 'procedure-code-missing',
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P SV101: each line names a procedure.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) => {
        // An institutional line may carry a revenue code alone.
        if (!textAt(line, 'procedure_code') && !textAt(line, 'revenue_code')) {
          say(`service_lines.${i}.procedure_code`, `${label} has no procedure code`)
        }
      }),
  },
  {
    id: 'procedure-code-shape',
    severity: 'warning',
    scope: 'capture',
    source: 'Domain knowledge: the shapes of CPT and HCPCS level II codes; payers also use codes of their own.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'procedure_code')
        if (code && !isProcedureCodeShape(code)) {
          say(`service_lines.${i}.procedure_code`, `${label} procedure code "${code}" is neither a CPT nor a HCPCS code`)
        }
      }),
  },
  {
    id: 'modifier-shape',
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P SV101-3: a modifier has two letters or digits.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) =>
        listAt(line, 'modifiers').forEach((modifier, j) => {
          const text = asText(modifier)
          if (!text || !isModifierShape(text)) {
            say(`service_lines.${i}.modifiers.${j}`, `${label} modifier "${text ?? ''}" is not two letters or digits`)
          }
        }),
      ),
  },
  {
    id: 'modifier-duplicate',
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a modifier is listed once a line.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) => {
        const modifiers = listAt(line, 'modifiers')
        const repeated = modifiers.find((modifier, place) => asText(modifier) && modifiers.indexOf(modifier) !== place)
        if (repeated !== undefined) say(`service_lines.${i}.modifiers`, `${label} lists modifier ${String(repeated)} more than once`)
      }),
  },
  {
    id: 'modifiers-too-many',
    severity: 'error',
    scope: 'capture',
    source: 'X12 837P SV101-3 to -6: at most four modifiers a line.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) => {
        const count = listAt(line, 'modifiers').length
        if (count > 4) say(`service_lines.${i}.modifiers`, `${label} has ${count} modifiers; at most 4 are allowed`)
      }),
  },
  {
    id: 'revenue-code-shape',
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: a revenue code has four digits, the first 0 to 3.',
    check: ({ data }, say) =>
      eachLine(data, (line, i, label) => {
        const code = textAt(line, 'revenue_code')
        if (code && !isRevenueCodeShape(code)) {
          say(`service_lines.${i}.revenue_code`, `${label} revenue code "${code}" is not four digits starting with 0 to 3`)
        }
      }),
  },
  {
    id: 'line-external-id-duplicate',
    severity: 'error',
    scope: 'capture',
    source: "The partner's client: external ids of service lines are unique.",
    check: ({ data }, say) => {
      const seen = new Set<string>()
      eachLine(data, (line, i, label) => {
        const id = textAt(line, 'external_id')
        if (!id) return
        if (seen.has(id)) say(`service_lines.${i}.external_id`, `${label} has the external id "${id}" of an earlier line`)
        seen.add(id)
      })
    },
  },
  {
    id: 'line-repeated',
    severity: 'warning',
    scope: 'capture',
    source: 'Billing rule sets: the same procedure, modifiers and date twice reads as a duplicate.',
    check: ({ data }, say) => {
      const seen = new Set<string>()
      eachLine(data, (line, i, label) => {
        const key = lineKey(line)
        if (!key) return
        if (seen.has(key)) say(`service_lines.${i}.procedure_code`, `${label} repeats an earlier line's procedure, modifiers and date`)
        seen.add(key)
      })
    },
  },
]

/** What makes two service lines the same service: procedure, modifiers and date. Undefined without a procedure. */
export function lineKey(line: unknown): string | undefined {
  const code = textAt(line, 'procedure_code')
  if (!code) return undefined
  const modifiers = listAt(line, 'modifiers').map((modifier) => asText(modifier) ?? '').toSorted().join(',')
  return `${code}|${modifiers}|${textAt(line, 'date_of_service') ?? ''}`
}
