import { textAt } from '#lib/rules/edit/json-path.ts'
import { isSelfPay, planAt } from './payment.ts'
import type { Rule } from './rule.ts'

/** True if one of the two related causes of a claim is one of these codes (X12 CLM11). */
function hasCause(data: unknown, ...codes: string[]): boolean {
  return [1, 2].some((place) =>
    codes.includes(textAt(data, `related_causes_information.related_causes_code_${place}`) ?? ''),
  )
}

const firstCause = 'related_causes_information.related_causes_code_1'

/** The plans that pay for one injury (X12 SBR09), and the cause of it. */
const injuryPlans = new Map([
  ['WC', { name: "Workers' compensation", cause: 'EM', of: 'employment' }],
  ['AM', { name: 'Auto insurance', cause: 'AA', of: 'an automobile accident' }],
])

export const accidentRules: Rule[] = [
  {
    id: 'auto-accident-details',
    title: 'An automobile accident has no state',
    fields: ['related_causes_information.state_or_province_code'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P CLM11: an automobile accident (AA) carries its state.',
    how: 'Enter the state of the accident, or correct the cause.',
    check: ({ data }, report) => {
      const path = 'related_causes_information.state_or_province_code'
      if (hasCause(data, 'AA') && !textAt(data, path))
        report(path, 'An automobile accident needs the state where it happened')
    },
  },
  {
    id: 'accident-date-missing',
    title: 'An accident has no date',
    fields: ['accident_date'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P DTP with qualifier 439: an accident (AA or OA in CLM11) has its date.',
    how: 'Enter the date of the accident, or correct the cause.',
    check: ({ data }, report) => {
      if (!hasCause(data, 'AA', 'OA') || textAt(data, 'accident_date')) return
      const accident = hasCause(data, 'AA') ? 'An automobile accident' : 'An accident'
      report('accident_date', `${accident} needs the accident date`)
    },
  },
  {
    id: 'accident-cause-missing',
    title: 'An accident date without its cause',
    fields: ['related_causes_information.related_causes_code_1'],
    severity: 'warning',
    scope: 'claim',
    source:
      'X12 837P CLM11: an accident date comes with its cause, so that the payer knows who else may be liable.',
    how: 'Choose the cause of the accident, or clear its date.',
    check: ({ data }, report) => {
      if (textAt(data, 'accident_date') && !hasCause(data, 'AA', 'OA', 'EM'))
        report(firstCause, 'There is an accident date, but no cause of the accident')
    },
  },
  {
    id: 'work-injury-details',
    title: 'Workers’ compensation or auto insurance lacks a detail of the injury',
    fields: [
      'property_casualty_claim_number',
      'related_causes_information.related_causes_code_1',
      'accident_date',
    ],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "X12 837P REF with qualifier Y4, CLM11 and DTP with qualifier 439: workers' compensation and auto insurance pay the claim of one injury, with its day and its cause, employment (EM) or an automobile accident (AA).",
    how: 'Enter the claim number from the insurer, the cause and the date.',
    check: ({ data }, report) => {
      const plan = injuryPlans.get(planAt(data, 'subscriber_primary') ?? '')
      if (isSelfPay(data) || !plan) return
      const { name, cause, of } = plan
      if (!textAt(data, 'property_casualty_claim_number'))
        report('property_casualty_claim_number', `${name} needs the claim number of the injury`)
      if (!hasCause(data, cause))
        report(firstCause, `${name} needs ${of} (${cause}) as the related cause`)
      // With cause AA or OA, the accident rule asks for the date.
      if (!textAt(data, 'accident_date') && !hasCause(data, 'AA', 'OA'))
        report('accident_date', `${name} needs the date of the injury`)
    },
  },
]
