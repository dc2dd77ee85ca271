import type { ClaimCase } from './claim-case.ts'

type Expected = ClaimCase['expected'][number]

const error = (path: string, words: RegExp): Expected => ({ path, severity: 'error', words })
const warning = (path: string, words: RegExp): Expected => ({ path, severity: 'warning', words })

const billing = 'billing_provider.address'
const secondary = 'subscriber_secondary.insurance_card'
const secondaryWith = (insurance_card: object) => ({
  subscriber_secondary: { patient_relationship_to_subscriber_code: '18', insurance_card },
})

/** What the name of a rule promises, and the values beside it that it must not speak of. */
export const promiseCases: readonly ClaimCase[] = [
  {
    id: 'N01',
    changes: { related_causes_information: { related_causes_code_1: 'OA' } },
    expected: [error('accident_date', /accident date/)],
  },
  {
    id: 'N02',
    changes: { accident_date: '2026-09-01' },
    expected: [warning('related_causes_information.related_causes_code_1', /cause/)],
  },
  {
    id: 'N03',
    changes: { [billing]: { address1: '12 Elm Street' } },
    expected: [
      error(`${billing}.city`, /city/),
      error(`${billing}.state`, /state/),
      error(`${billing}.zip_code`, /ZIP/),
    ],
  },
  {
    id: 'N04',
    changes: { 'service_facility.address': undefined },
    expected: [error('service_facility.address', /address/)],
  },
  {
    id: 'N05',
    changes: { [`${billing}.address1`]: 'POB 12' },
    expected: [error(`${billing}.address1`, /PO box/)],
  },
  {
    id: 'N06',
    changes: { [`${billing}.address1`]: '12 Boxwood Road' },
    expected: [{ path: `${billing}.address1`, severity: 'silent', words: /./ }],
  },
  {
    id: 'N07',
    changes: { place_of_service_code: '21', admission_date: '2026-10-09' },
    expected: [error('admission_date', /after the service/)],
  },
  {
    id: 'N08',
    changes: { end_date_of_service: '2026-12-31' },
    expected: [error('end_date_of_service', /future/)],
  },
  {
    id: 'N09',
    changes: { responsible_party: undefined },
    expected: [error('responsible_party', /who pays/)],
  },
  {
    id: 'N10',
    changes: { responsible_party: 'UNKNOWN' },
    expected: [warning('responsible_party', /who pays/)],
  },
  {
    id: 'N11',
    changes: secondaryWith({ payer_name: 'Other Plan' }),
    expected: [
      error(`${secondary}.member_id`, /member ID/),
      error(`${secondary}.payer_id`, /payer ID/),
    ],
  },
  {
    id: 'N12',
    changes: secondaryWith({ member_id: 'W123456789', payer_id: 'NBH01' }),
    expected: [error(secondary, /same as the primary/)],
  },
  {
    id: 'N13',
    changes: {
      patient_authorized_release: undefined,
      benefits_assigned_to_provider: undefined,
      provider_accepts_assignment: undefined,
    },
    expected: [
      error('patient_authorized_release', /[Rr]elease/),
      error('benefits_assigned_to_provider', /[Bb]enefits/),
      error('provider_accepts_assignment', /[Aa]ssignment/),
    ],
  },
  {
    id: 'N14',
    changes: { benefits_assigned_to_provider: false },
    expected: [warning('benefits_assigned_to_provider', /the payer pays the patient/)],
  },
]
