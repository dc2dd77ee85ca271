import { isGiven, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import type { Rule } from './rule.ts'

// What the partner's encounter and every claim state about the visit as a whole.

/** The statements of a claim: path, what is missing, and what "no" means. */
const statements = [
  [
    'patient_authorized_release',
    'Release of information is missing: say if the patient authorized it',
    'The patient did not authorize the release of information, so payers may refuse the claim',
  ],
  [
    'benefits_assigned_to_provider',
    'Assignment of benefits is missing: say if the payer pays the provider',
    'Benefits are not assigned to the provider, so the payer pays the patient',
  ],
  [
    'provider_accepts_assignment',
    'Acceptance of assignment is missing: say if the provider accepts it',
    'The provider does not accept assignment, so the payer may pay the patient',
  ],
] as const

export const flagRules: Rule[] = [
  {
    id: 'responsible-party-missing',
    title: 'Nobody is named who pays for the visit',
    fields: ['responsible_party'],
    otherwise: { severity: 'warning', when: 'the party is Unknown' },
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source:
      "The partner's interface: an encounter says who pays. Without it, no check knows if insurance is needed.",
    how: 'Choose insurance or the patient.',
    check: ({ data, from_pre_encounter }, report) => {
      if (from_pre_encounter) return
      const payer = textAt(data, 'responsible_party')
      if (!payer)
        report('responsible_party', 'Responsible party is missing: say who pays for the visit')
      else if (payer === 'UNKNOWN')
        report(
          'responsible_party',
          'Responsible party is unknown: nobody is billed until it is clear who pays',
          { severity: 'warning' },
        )
    },
  },
  {
    id: 'billable-status-missing',
    title: 'Billable status is missing',
    fields: ['billable_status'],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: "The partner's interface: an encounter says if it is billed.",
    how: 'Choose Billable, or Not billable.',
    check: ({ data }, report) => {
      if (!textAt(data, 'billable_status'))
        report('billable_status', 'Billable status is missing: say if the visit is billed')
    },
  },
  {
    id: 'statement-missing',
    title: 'A statement of the patient or the provider is missing',
    fields: [
      'patient_authorized_release',
      'benefits_assigned_to_provider',
      'provider_accepts_assignment',
    ],
    severity: 'error',
    scope: 'claim',
    laterIsFine: true,
    source: "X12 837P CLM07 to CLM09, and the partner's interface: each is stated for every visit.",
    how: 'Enter what the patient signed and the provider agreed to.',
    check: ({ data }, report) => {
      for (const [path, missing] of statements)
        if (!isGiven(valueAt(data, path))) report(path, missing)
    },
  },
  {
    id: 'statement-no',
    title: 'The patient or the provider states no',
    fields: [
      'patient_authorized_release',
      'benefits_assigned_to_provider',
      'provider_accepts_assignment',
    ],
    severity: 'warning',
    scope: 'claim',
    source: 'X12 837P CLM07 to CLM09: "no" is legal, but changes who is paid.',
    how: 'Check it against the signed forms.',
    check: ({ data }, report) => {
      for (const [path, , no] of statements) if (valueAt(data, path) === false) report(path, no)
    },
  },
]
