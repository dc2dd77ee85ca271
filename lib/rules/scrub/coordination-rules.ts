import { isGiven, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { isInsurance, isMedicare, planAt, subscribers, ofSubscribers } from './payment.ts'
import type { Rule } from './rule.ts'

// Several insurances of one patient: which pays first, and which next.

/** Why Medicare pays after another insurance. Source: X12 SBR05. */
const laterMedicareTypes = new Set(['12', '13', '14', '15', '16', '41', '42', '43', '47'])

const upperAt = (data: unknown, path: string) => textAt(data, path)?.toUpperCase()

/** True for two cards of one coverage: payer and member are the same, and no plan or group differs. */
function isSameCard(data: unknown, one: string, other: string): boolean {
  const pair = (name: string) =>
    [one, other].map((path) => upperAt(data, `${path}.insurance_card.${name}`))
  const isSame = (name: string) => {
    const [a, b] = pair(name)
    return a !== undefined && a === b
  }
  const differs = (name: string) => {
    const [a, b] = pair(name)
    return a !== undefined && b !== undefined && a !== b
  }
  return (
    isSame('payer_id') && isSame('member_id') && !differs('plan_type') && !differs('group_number')
  )
}

export const coordinationRules: Rule[] = [
  {
    id: 'coverage-repeated',
    title: 'An insurance card is given twice',
    fields: ofSubscribers('insurance_card'),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P loop 2320: the other insurance of a claim is another one. Payers refuse a card that is given twice.',
    how: 'Enter the other insurance, or clear it.',
    check: ({ data }, report) => {
      for (const [place, [path, label]] of subscribers.entries()) {
        const earlier = subscribers.slice(0, place).find(([other]) => isSameCard(data, other, path))
        if (earlier)
          report(
            `${path}.insurance_card`,
            `The ${label}'s insurance card is the same as the ${earlier[1].split(' ')[0]} one`,
          )
      }
    },
  },
  {
    id: 'coverage-skipped',
    title: 'A subscriber without the one who pays before',
    fields: ['subscriber_secondary'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P SBR01: insurances are numbered in the order in which they pay.',
    how: 'Enter the insurance that pays before it, or move this one there.',
    check: (input, report) => {
      if (!isInsurance(input)) return
      const isMissing = (path: string) => !isGiven(valueAt(input.data, path))
      if (isMissing('subscriber_secondary') && !isMissing('subscriber_tertiary'))
        report('subscriber_secondary', 'There is a tertiary subscriber, but no secondary one')
    },
  },
  {
    id: 'medicare-later-type',
    title: 'The type that says why Medicare pays later is missing or misplaced',
    fields: ofSubscribers('insurance_card.insurance_type'),
    severity: 'warning',
    scope: 'claim',
    source:
      'X12 837P SBR05: a claim to Medicare says why another insurance pays first (insurance type 12 to 16, 41 to 43 or 47); no other claim has such a type. The partner may fill it in.',
    how: 'Choose the reason as the insurance type of the later Medicare card, and clear it elsewhere.',
    check: ({ data }, report) => {
      for (const [place, [path, label]] of subscribers.entries()) {
        const field = `${path}.insurance_card.insurance_type`
        const isLaterType = laterMedicareTypes.has(textAt(data, field) ?? '')
        if (place > 0 && isMedicare(data, path) && !isLaterType)
          report(field, `Medicare is the ${label}'s insurance, but no type says why it pays later`)
        // Without a kind of plan a later card may be Medicare's.
        else if (isLaterType && (place === 0 || !(isMedicare(data, path) || !planAt(data, path))))
          report(field, `The ${label}'s insurance type is only for Medicare that pays later`)
      }
    },
  },
]
