import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeClass } from '#lib/rules/bulk/change-class.ts'

// Part B: what a change of 200 captures asks of the person.

type Expected = Pick<ChangeClass, 'kind' | 'only'> & { asks?: 'documented' | 'stated' }
export type BulkCase = { id: string; what: string; changes: AskedChange[]; expected: Expected }

const set = (path: string, text = 'x'): AskedChange => ({ kind: 'set', path, text })
const replace = (path: string, find: string, text: string): AskedChange => ({
  kind: 'replace',
  path,
  find,
  text,
})
const map = (path: string): AskedChange => ({ kind: 'map', path, file: '' })

const identity = [
  'data.patient.date_of_birth',
  'data.patient.first_name',
  'data.subscriber_primary.insurance_card.member_id',
  'patient_external_id',
]
const coding = [
  'data.service_lines.*.procedure_code',
  'data.service_lines.*.modifiers',
  'data.service_lines.*.quantity',
  'data.service_lines.*.charge_amount_cents',
]
const statements = [
  'data.delay_reason_code',
  'data.benefits_assigned_to_provider',
  'data.provider_accepts_assignment',
  'data.patient_authorized_release',
]

export const bulkCases: BulkCase[] = [
  {
    id: 'B01',
    what: 'one value for what differs by patient',
    changes: [
      ...identity.map((path) => set(path)),
      ...identity.map((path) => replace(path, 'a', 'b')),
      { kind: 'clear', path: 'data.patient.first_name' },
      set('data.patient.address.city'),
    ],
    expected: { kind: 'refused' },
  },
  {
    id: 'B01',
    what: 'a file with one value for each capture',
    changes: identity.map(map),
    expected: { kind: 'reason' },
  },
  {
    id: 'B02',
    what: 'a diagnosis code for all, another diagnosis row, or one less',
    changes: [
      set('data.diagnoses.*.code', 'E11.9'),
      set('data.diagnoses.0.code', 'E11.9'),
      map('data.diagnoses.*.code'),
      { kind: 'clear', path: 'data.diagnoses.*.code' },
      { kind: 'add-row', path: 'data.diagnoses', members: [{ path: 'code', text: 'Z00.00' }] },
      { kind: 'remove-row', path: 'data.diagnoses', member: 'code', text: 'Z00.00' },
    ],
    expected: { kind: 'refused' },
  },
  {
    id: 'B03',
    what: 'one diagnosis code replaced by another',
    changes: [replace('data.diagnoses.*.code', 'E11.9', 'E11.65')],
    expected: { kind: 'reason', asks: 'documented', only: 'invalid-code' },
  },
  {
    id: 'B04',
    what: 'procedure, modifiers, quantity or charge of every line',
    changes: [
      ...coding.map((path) => set(path, '1')),
      ...coding.map(map),
      set('data.service_lines.0.procedure_code', '99214'),
    ],
    expected: { kind: 'refused' },
  },
  {
    id: 'B04',
    what: 'one value of them replaced by another',
    changes: coding.map((path) => replace(path, '1', '2')),
    expected: { kind: 'reason', asks: 'documented' },
  },
  {
    id: 'B05',
    what: 'captures that nobody is billed for',
    changes: [
      set('status', 'entered-in-error'),
      set('status', 'not-billable'),
      replace('status', 'billable', 'not-billable'),
    ],
    expected: { kind: 'consent' },
  },
  {
    id: 'B05',
    what: 'captures that are billed',
    changes: [set('status', 'billable'), set('status', 'planned')],
    expected: { kind: 'free' },
  },
  {
    id: 'B06',
    what: 'a provider or tax ID set for all',
    changes: ['billing_provider.npi', 'billing_provider.tax_id', 'rendering_provider.npi'].map(
      (path) => set(`data.${path}`),
    ),
    expected: { kind: 'reason' },
  },
  {
    id: 'B07',
    what: 'another payer, or no bill',
    changes: [
      set('data.responsible_party', 'SELF_PAY'),
      set('data.billable_status', 'NOT_BILLABLE'),
    ],
    expected: { kind: 'consent' },
  },
  {
    id: 'B08',
    what: 'one prior authorization number',
    changes: [set('data.prior_authorization_number', 'PA-1')],
    expected: { kind: 'free', only: 'one-patient' },
  },
  {
    id: 'B09',
    what: 'statements to the payer',
    changes: statements.flatMap((path) => [set(path, 'true'), { kind: 'clear', path } as const]),
    expected: { kind: 'reason', asks: 'stated' },
  },
  {
    id: 'B11',
    what: 'one rendering NPI replaced by another',
    changes: [replace('data.rendering_provider.npi', '1234567890', '1234567893')],
    expected: { kind: 'free' },
  },
]

/**
 * B10: a change of 200 captures, each of a claim of its own that is worth $1.00; 30 of them are
 * billed already. `left` is what is sent, in captures and whole cents, `chosen` what is sent once
 * the billed ones are chosen.
 */
export const billedCase = {
  id: 'B10',
  open: 170,
  billed: 30,
  left: [170, 17_000],
  chosen: [200, 20_000],
} as const

/** B12: the reasons with which all errors of a cause are resolved. */
export const resolveCase = {
  id: 'B12',
  reasons: ['fixed-at-payer', 'partners-error', 'billed-elsewhere', 'not-billed'],
}
