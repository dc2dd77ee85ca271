import { valueAt, isGiven, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'
import { isSelfPay } from './payment.ts'
import { addressParts, eachLine } from './places.ts'
import type { Rule } from './rule.ts'

const otherPeople = [
  ['guarantor', 'guarantor'],
  ['subscriber_primary', 'primary subscriber'],
  ['subscriber_secondary', 'secondary subscriber'],
  ['subscriber_tertiary', 'tertiary subscriber'],
] as const

// The birthday that many years before `day`. Dates compare as text.
const yearsBefore = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

/** The partner fills in the patient of a capture from pre-encounter records. */
const required = (
  id: string,
  path: string,
  message: string,
  isNeeded: (data: unknown) => boolean = () => true,
): Rule => ({
  id,
  title: message,
  fields: [path],
  severity: 'error',
  scope: 'claim',
  laterIsFine: true,
  source: 'X12 837P loop 2010: the patient is named with birth date, gender and address.',
  how: 'Enter it as in the patient’s registration.',
  check: ({ data, from_pre_encounter }, report) => {
    if (!from_pre_encounter && !isGiven(valueAt(data, path)) && isNeeded(data))
      report(path, message)
  },
})

export const patientRules: Rule[] = [
  required(
    'patient-first-name-missing',
    'patient.first_name',
    "The patient's first name is required",
  ),
  required('patient-last-name-missing', 'patient.last_name', "The patient's last name is required"),
  required(
    'patient-birth-date-missing',
    'patient.date_of_birth',
    "The patient's date of birth is required",
  ),
  required(
    'patient-gender-missing',
    'patient.gender',
    "The patient's gender is required",
    (data) => !isSelfPay(data),
  ),
  required('patient-address-missing', 'patient.address', "The patient's address is required"),
  {
    id: 'patient-address-incomplete',
    title: 'The patient’s address is not complete',
    fields: [
      'patient.address.address1',
      'patient.address.city',
      'patient.address.state',
      'patient.address.zip_code',
    ],
    severity: 'error',
    scope: 'capture',
    laterIsFine: true,
    source: 'X12 837P N3 and N4: street, city, state and ZIP.',
    how: 'Complete the address from the patient’s registration.',
    check: ({ data }, report) => {
      if (!isGiven(valueAt(data, 'patient.address'))) return
      for (const [key, name] of addressParts) {
        if (!textAt(data, `patient.address.${key}`))
          report(`patient.address.${key}`, `The patient's address has no ${name}`)
      }
    },
  },
  {
    id: 'patient-birth-date-future',
    title: 'The patient’s date of birth is in the future',
    fields: ['patient.date_of_birth'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: nobody is born in the future.',
    how: 'Check the date against the registration. Usually the year is wrong.',
    check: ({ data, today }, report) => {
      const birth = dateAt(data, 'patient.date_of_birth')
      if (birth && birth > today)
        report('patient.date_of_birth', "The patient's date of birth is in the future")
    },
  },
  {
    id: 'patient-age',
    title: 'The patient is 150 years old or more',
    fields: ['patient.date_of_birth'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: an age below 150 years.',
    how: 'Check the date against the registration. Usually the century is wrong.',
    check: ({ data, today }, report) => {
      const birth = dateAt(data, 'patient.date_of_birth')
      if (birth && birth <= yearsBefore(today, 150)) {
        report(
          'patient.date_of_birth',
          "The patient's date of birth makes the patient 150 years old or more",
        )
      }
    },
  },
  {
    id: 'other-birth-date',
    title: 'A subscriber’s or guarantor’s date of birth is impossible',
    fields: [
      'guarantor.date_of_birth',
      'subscriber_primary.date_of_birth',
      'subscriber_secondary.date_of_birth',
      'subscriber_tertiary.date_of_birth',
    ],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: nobody is born in the future, and nobody is 150 years old.',
    how: 'Check the date against the insurance card or the registration.',
    check: ({ data, today }, report) => {
      for (const [person, label] of otherPeople) {
        const birth = dateAt(data, `${person}.date_of_birth`)
        if (birth && birth > today)
          report(`${person}.date_of_birth`, `The ${label}'s date of birth is in the future`)
        else if (birth && birth <= yearsBefore(today, 150))
          report(
            `${person}.date_of_birth`,
            `The ${label}'s date of birth makes them 150 years old or more`,
          )
      }
    },
  },
  {
    id: 'service-before-birth',
    title: 'The service is before the patient’s birth',
    fields: ['date_of_service', 'service_lines.date_of_service'],
    severity: 'error',
    scope: 'capture',
    source: 'Clearinghouse edits: the service is on or after the birth date.',
    how: 'One of the two dates is wrong. Compare both with the chart.',
    check: ({ data, today }, report) => {
      const birth = dateAt(data, 'patient.date_of_birth')
      if (!birth || birth > today) return
      const service = dateAt(data, 'date_of_service')
      if (service && service < birth)
        return report(
          'date_of_service',
          `Date of service ${service} is before the patient's date of birth`,
        )
      eachLine(data, (line, i, label) => {
        const date = dateAt(line, 'date_of_service')
        if (date && date < birth)
          report(
            `service_lines.${i}.date_of_service`,
            `${label} date of service ${date} is before the patient's date of birth`,
          )
      })
    },
  },
]
