import { folded } from '#lib/core/folded.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'
import { isMedicare, isSelfPay, self, subscribers, ofSubscribers } from './payment.ts'
import type { Rule } from './rule.ts'

// The patient and the subscribers: the same person or another one. Payers look a member up by name
// and birth date.

/** The words of a name, folded and without signs. */
function wordsOf(name: string): string[] {
  return folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** True for two spellings of one name: a middle name or the second half of a double name may lack. */
function isSameName(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  return (
    one.join('') === other.join('') ||
    one.every((word) => other.includes(word)) ||
    other.every((word) => one.includes(word))
  )
}

// Other genders and none say nothing of what the payer has on file.
const sexAt = (data: unknown, path: string) => {
  const gender = textAt(data, path)
  return gender === 'male' || gender === 'female' ? gender : undefined
}
const isEqual = (a: string, b: string) => a === b

/** What identifies a person to a payer, how it is read and when two values are one. */
const readers = {
  first_name: { words: 'name', read: textAt, isSame: isSameName },
  last_name: { words: 'name', read: textAt, isSame: isSameName },
  date_of_birth: { words: 'birth date', read: dateAt, isSame: isEqual },
  gender: { words: 'gender', read: sexAt, isSame: isEqual },
}
const identity = Object.keys(readers) as (keyof typeof readers)[]

/** How a value of a subscriber compares with the patient's: undefined if one of them is missing. */
function compared(
  data: unknown,
  path: string,
  name: keyof typeof readers,
): 'same' | 'differs' | undefined {
  const { read, isSame } = readers[name]
  const [own, other] = [read(data, `patient.${name}`), read(data, `${path}.${name}`)]
  if (own === undefined || other === undefined) return undefined
  return isSame(own, other) ? 'same' : 'differs'
}

export const subscriberRules: Rule[] = [
  {
    id: 'self-differs',
    title: 'The subscriber is the patient, but name, birth date or gender differ',
    fields: ofSubscribers(...identity),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      'X12 837P SBR02 with code 18: the subscriber is the patient. Payers refuse a member whose name, birth date or gender is another one.',
    how: 'Compare both with the insurance card. Correct the person or the relationship.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      for (const [path, label] of subscribers) {
        if (textAt(data, `${path}.patient_relationship_to_subscriber_code`) !== self) continue
        for (const name of identity)
          if (compared(data, path, name) === 'differs')
            report(
              `${path}.${name}`,
              `The ${label}'s relationship is self, but another ${readers[name].words} than the patient's is entered`,
            )
      }
    },
  },
  {
    id: 'self-unmarked',
    title: 'The subscriber seems to be the patient, but is not marked so',
    fields: ofSubscribers('patient_relationship_to_subscriber_code'),
    severity: 'warning',
    scope: 'claim',
    source:
      'X12 837P SBR02: a patient who is the subscriber has the code 18. Two people can have one name and birth date, but seldom do.',
    how: 'Choose Self (18) if it is the same person.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      for (const [path, label] of subscribers) {
        const field = `${path}.patient_relationship_to_subscriber_code`
        const relationship = textAt(data, field)
        if (!relationship || relationship === self || isMedicare(data, path)) continue
        if (
          (['first_name', 'last_name', 'date_of_birth'] as const).every(
            (name) => compared(data, path, name) === 'same',
          )
        )
          report(field, `The ${label} seems to be the same person as the patient; is it self (18)?`)
      }
    },
  },
  {
    id: 'medicare-not-self',
    title: 'Medicare’s subscriber is not the patient',
    fields: ofSubscribers('patient_relationship_to_subscriber_code'),
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: 'CMS: Medicare covers one person, so the patient is always the subscriber (18).',
    how: 'Choose Self (18), and enter the patient’s own Medicare number.',
    check: ({ data }, report) => {
      if (isSelfPay(data)) return
      for (const [path] of subscribers) {
        const field = `${path}.patient_relationship_to_subscriber_code`
        const relationship = textAt(data, field)
        if (isMedicare(data, path) && relationship && relationship !== self)
          report(field, 'Medicare covers the patient alone, so the relationship is self (18)')
      }
    },
  },
]
