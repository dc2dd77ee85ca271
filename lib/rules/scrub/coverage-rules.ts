import {
  isMbi,
  isMemberId,
  memberIdIn,
  memberIdProblem,
  type MemberIdProblem,
} from '#lib/rules/codes/member-id.ts'
import { valueAt, isGiven, textAt } from '#lib/rules/edit/json-path.ts'
import { fixTo } from './fixes.ts'
import {
  isInsurance,
  isMedicare,
  isSelfPay,
  planAt,
  shortPayerIds,
  self,
  subscribers,
  ofSubscribers,
} from './payment.ts'
import type { Rule, ScrubInput } from './rule.ts'

/** Health plans that replace Medicare and print an id of their own. */
const medicareAdvantagePlans = new Set(['16'])

const problemWords: { [problem in MemberIdProblem]: string } = {
  note: 'looks like a note, not an ID',
  placeholder: 'is a placeholder, not an ID',
  date: 'looks like a date, not an ID',
  telephone: 'looks like a telephone number, not an ID',
  social: 'looks like a social security number, not an ID',
}

/** Visits each subscriber of a visit that insurance pays. */
function eachSubscriber(input: ScrubInput, visit: (path: string, label: string) => void): void {
  if (!isInsurance(input)) return
  for (const [path, label] of subscribers)
    if (isGiven(valueAt(input.data, path))) visit(path, label)
}

export const coverageRules: Rule[] = [
  {
    id: 'subscriber-missing',
    title: 'Insurance pays, but there is no primary subscriber',
    fields: ['subscriber_primary'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2010BA: an insurance claim names its subscriber.',
    how: 'Fill in the primary subscriber, or set the responsible party to the patient.',
    check: (input, report) => {
      if (isInsurance(input) && !isGiven(valueAt(input.data, 'subscriber_primary'))) {
        report('subscriber_primary', 'Insurance is responsible, but there is no primary subscriber')
      }
    },
  },
  {
    id: 'member-id-missing',
    title: 'Member ID is missing',
    fields: ofSubscribers('insurance_card.member_id'),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P NM109 of the subscriber: the member ID.',
    how: 'Copy it from the insurance card.',
    check: (input, report) =>
      eachSubscriber(input, (path, label) => {
        const field = `${path}.insurance_card.member_id`
        if (!textAt(input.data, field))
          report(field, `The ${label}'s insurance card has no member ID`)
      }),
  },
  {
    id: 'payer-id-missing',
    title: 'Payer ID is missing',
    fields: ofSubscribers('insurance_card.payer_id'),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P loop 2010BB: the payer is identified.',
    how: 'Copy it from the payer list, so that the claim reaches the payer.',
    check: (input, report) =>
      eachSubscriber(input, (path, label) => {
        const field = `${path}.insurance_card.payer_id`
        if (!textAt(input.data, field))
          report(field, `The ${label}'s insurance card has no payer ID`)
      }),
  },
  {
    id: 'payer-id-zeros',
    title: 'Payer ID lacks the zeros of one in the payer list',
    fields: ofSubscribers('insurance_card.payer_id'),
    offers: 'Writes the payer ID of the list',
    severity: 'error',
    scope: 'capture',
    needs: 'payer-list',
    source:
      'X12 837P NM109 of the payer: an ID is text, so its zeros count. A spreadsheet drops those in front.',
    how: 'Write the payer ID of the list, or correct it.',
    check: ({ data, findPayers }, report) => {
      if (!findPayers) return
      for (const [path, label] of subscribers) {
        const field = `${path}.insurance_card.payer_id`
        const id = textAt(data, field) ?? ''
        if (!shortPayerIds(data).includes(id)) continue
        const listed = (findPayers(id) ?? []).flatMap((payer) => textAt(payer, 'payer_id') ?? [])
        const [only, ...others] = new Set(listed.filter((each) => each.replace(/^0+/, '') === id))
        if (only !== undefined && only !== id && others.length === 0)
          report(field, `The ${label}'s payer ID lacks the zeros of the payer list`, {
            fix: fixTo(field, only),
          })
      }
    },
  },
  {
    id: 'member-id-shape',
    title: 'Member ID is a note, a placeholder or has other signs',
    fields: ofSubscribers('insurance_card.member_id'),
    offers: 'Writes the ID without its separators',
    severity: 'error',
    scope: 'capture',
    source:
      'X12 837P NM109: letters and digits; payers refuse separators and placeholders. CMS, "Understanding the MBI format".',
    how: 'Enter the ID as on the card, without spaces or hyphens. Leave the field empty if you don’t know it.',
    check: ({ data }, report) => {
      for (const [path, label] of subscribers) {
        const field = `${path}.insurance_card.member_id`
        const id = textAt(data, field)
        if (!id || isMemberId(id)) continue
        const problem = memberIdProblem(id)
        if (problem) {
          report(field, `The ${label}'s member ID ${problemWords[problem]}`)
          continue
        }
        report(field, `The ${label}'s member ID has characters other than letters and digits`, {
          fix: fixTo(field, memberIdIn(id, isMedicare(data, path))),
        })
      }
    },
  },
  {
    id: 'medicare-id-shape',
    title: 'Member ID is not one of Medicare',
    fields: ofSubscribers('insurance_card.member_id'),
    severity: 'error',
    scope: 'capture',
    source:
      'CMS, "Understanding the MBI format": Medicare refuses other numbers, such as the older ones made of a social security number and a letter.',
    how: 'Copy the 11 characters from the red, white and blue Medicare card.',
    check: ({ data }, report) => {
      for (const [path, label] of subscribers) {
        const field = `${path}.insurance_card.member_id`
        const id = textAt(data, field)
        if (id && isMedicare(data, path) && isMemberId(id) && !isMbi(id))
          report(field, `The ${label}'s member ID is not a Medicare beneficiary identifier`)
      }
    },
  },
  {
    id: 'medicare-id-at-plan',
    title: 'A Medicare Advantage plan has the Medicare ID',
    fields: ofSubscribers('insurance_card.member_id'),
    severity: 'warning',
    scope: 'capture',
    source: 'CMS: a Medicare Advantage plan pays by the member ID on its own card.',
    how: 'Copy the ID from the plan’s card.',
    check: ({ data }, report) => {
      for (const [path, label] of subscribers) {
        const field = `${path}.insurance_card.member_id`
        const isPlan = medicareAdvantagePlans.has(planAt(data, path) ?? '')
        if (isPlan && isMbi(textAt(data, field) ?? ''))
          report(field, `The ${label} needs the plan's own ID, not the Medicare one`)
      }
    },
  },
  {
    id: 'relationship-missing',
    title: 'The patient’s relationship to the subscriber is missing',
    fields: ofSubscribers('patient_relationship_to_subscriber_code'),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'X12 837P SBR02 and PAT01: how the patient relates to the subscriber.',
    how: 'Choose how the patient relates to the subscriber (18 means self).',
    check: (input, report) =>
      eachSubscriber(input, (path, label) => {
        const field = `${path}.patient_relationship_to_subscriber_code`
        if (!textAt(input.data, field))
          report(field, `The patient's relationship to the ${label} is missing`)
      }),
  },
  {
    id: 'subscriber-details-missing',
    title: 'A subscriber who is not the patient lacks details',
    fields: ofSubscribers('first_name', 'last_name', 'gender', 'date_of_birth'),
    otherwise: { severity: 'warning', when: 'only the date of birth is missing' },
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "X12 837P loop 2010BA: a subscriber who is not the patient is named. The partner's interface asks for the gender too. X12 carries the birth date of a patient only, so a missing one is a warning.",
    how: 'Enter it as it’s on the subscriber’s insurance.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      for (const [path, label] of subscribers) {
        const relationship = textAt(data, `${path}.patient_relationship_to_subscriber_code`)
        if (!relationship || relationship === self) continue
        for (const [key, name] of [
          ['first_name', 'first name'],
          ['last_name', 'last name'],
          ['gender', 'gender'],
          ['date_of_birth', 'date of birth'],
        ] as const) {
          if (!textAt(data, `${path}.${key}`))
            report(
              `${path}.${key}`,
              `The patient is not the ${label}, whose ${name} is missing`,
              key === 'date_of_birth' ? { severity: 'warning' } : undefined,
            )
        }
      }
    },
  },
]
