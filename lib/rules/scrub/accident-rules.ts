import { textAt } from '#lib/rules/edit/json-path.ts'
import { isStateCode } from '#lib/rules/codes/codes.ts'
import { stateIn } from '#lib/rules/codes/mended.ts'
import { fixTo } from './fixes.ts'
import { isSelfPay, planAt, subscribers } from './payment.ts'
import type { Rule } from './rule.ts'

/** True if one of the two related causes of a claim is one of these codes (X12 CLM11). */
function hasCause(data: unknown, ...codes: string[]): boolean {
  return [1, 2].some((place) =>
    codes.includes(textAt(data, `related_causes_information.related_causes_code_${place}`) ?? ''),
  )
}

/** Plans that pay for one injury (X12 SBR09), and the cause that each of them has. */
const injuryPlans = new Map<string, { name: string; cause?: [string, string] }>([
  ['WC', { name: "Workers' compensation", cause: ['EM', 'employment'] }],
  ['AM', { name: 'Automobile medical insurance', cause: ['AA', 'an automobile accident'] }],
  ['LM', { name: 'Liability medical insurance' }],
])

const provinces = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))

const firstCause = 'related_causes_information.related_causes_code_1'

export const accidentRules: Rule[] = [
  {
    id: 'auto-accident-details',
    title: 'An automobile accident has no state, or one that is no code',
    fields: ['related_causes_information.state_or_province_code'],
    offers: 'Writes the code of the state',
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P CLM11-4: an automobile accident (AA) carries the two-letter code of its state or Canadian province.',
    how: 'Enter the state of the accident, or correct the cause.',
    check: ({ data }, report) => {
      const path = 'related_causes_information.state_or_province_code'
      const state = textAt(data, path)
      if (state && !isStateCode(state) && !provinces.has(state))
        report(path, 'The state of the accident is not a two-letter code', {
          fix: fixTo(path, stateIn(state)),
        })
      else if (hasCause(data, 'AA') && !state)
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
    title: 'Insurance of an injury lacks the claim number or the cause',
    fields: ['property_casualty_claim_number', 'related_causes_information.related_causes_code_1'],
    otherwise: { severity: 'warning', when: 'the insurance pays after another one' },
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "X12 837P REF with qualifier Y4 and CLM11: workers' compensation, automobile medical and liability insurance pay the claim of one injury. Its cause is employment (EM) or an automobile accident (AA).",
    how: 'Enter the claim number from the insurer of the injury, and the cause.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      const plans = subscribers.map(([path]) => injuryPlans.get(planAt(data, path) ?? ''))
      const plan = plans.find((each) => each !== undefined)
      if (!plan) return
      const { name, cause } = plan
      const severity = plan === plans[0] ? 'error' : 'warning'
      if (!textAt(data, 'property_casualty_claim_number'))
        report('property_casualty_claim_number', `${name} needs the claim number of the injury`, {
          severity,
        })
      if (cause && !hasCause(data, cause[0]))
        report(firstCause, `${name} needs ${cause[1]} (${cause[0]}) as the related cause`, {
          severity,
        })
    },
  },
  {
    id: 'injury-date-missing',
    title: 'Insurance of an injury lacks its date',
    fields: ['accident_date'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P DTP with qualifier 439: the payer of one injury pays by its date. With an accident as the cause (AA, OA), every payer asks for it.',
    how: 'Enter the date of the injury.',
    check: ({ data }, report) => {
      const plan = injuryPlans.get(planAt(data, 'subscriber_primary') ?? '')
      if (isSelfPay(data) || !plan || textAt(data, 'accident_date')) return
      if (!hasCause(data, 'AA', 'OA'))
        report('accident_date', `${plan.name} needs the date of the injury`)
    },
  },
]
