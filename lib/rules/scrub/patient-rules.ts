import { valueAt, isGiven } from '#lib/rules/edit/json-path.ts'
import { isSelfPay } from './payment.ts'
import type { Rule } from './rule.ts'

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
]
