import type { ClaimCase } from './claim-case.ts'

const subscriber = 'subscriber_primary'
const relationship = `${subscriber}.patient_relationship_to_subscriber_code`
const person = (first_name: string, date_of_birth: string, gender: string) => ({
  [`${subscriber}.first_name`]: first_name,
  [`${subscriber}.last_name`]: 'Moss',
  [`${subscriber}.date_of_birth`]: date_of_birth,
  ...(gender && { [`${subscriber}.gender`]: gender }),
})

/** The patient as the subscriber, and somebody else. */
export const subscriberCases: readonly ClaimCase[] = [
  {
    id: 'W01',
    changes: person('Robert', '1950-01-01', ''),
    expected: [
      {
        path: `${subscriber}.date_of_birth`,
        severity: 'error',
        words: /self, but another birth date/,
      },
      { path: `${subscriber}.first_name`, severity: 'error', words: /self, but another name/ },
      { path: `${subscriber}.last_name`, severity: 'silent', words: /./ },
    ],
  },
  {
    id: 'W02',
    changes: { [relationship]: '01', ...person('Avery', '1980-02-29', 'female') },
    expected: [
      { path: relationship, severity: 'warning', words: /the same person as the patient/ },
    ],
  },
  {
    id: 'W03',
    changes: {
      [`${subscriber}.insurance_card.plan_type`]: 'MB',
      [`${subscriber}.insurance_card.member_id`]: '1EG4TE5MK73',
      [relationship]: '01',
      ...person('Robert', '1950-01-01', 'male'),
    },
    expected: [
      {
        path: relationship,
        severity: 'error',
        words: /Medicare covers the patient alone.*\(18\)/,
      },
    ],
  },
]
