import type { AdviceKind } from '#lib/rules/billed-diff/advice.ts'
import type { PayerRule } from '#lib/rules/filing/rulebook.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'

// A01 to A21: what to do with a claim that changed after billing, by its status at the payer.

/**
 * A billed capture, what changed since, and the claim as the partner's encounter has it. A value of
 * undefined removes its member.
 */
export type AdviceByStatus = {
  id: string
  /** Members of the clean capture that was billed, by path. */
  billed?: Record<string, unknown>
  /** Changes of that capture since, by path. */
  changed: Record<string, unknown>
  status?: 'billable' | 'planned'
  /** The partner's encounter; undefined could not be read. */
  encounter: unknown
  rules?: readonly PayerRule[]
  today?: string
  kind: AdviceKind
  /** What the advice must say. */
  says: RegExp[]
  never?: RegExp
}

const card = 'subscriber_primary.insurance_card'
const charge = { 'service_lines.0.charge_amount_cents': 13_000 }
const northbridge: PayerRule = {
  payer_id: 'NBH01',
  payer: 'Northbridge Health Plan',
  limits: { original: 90, corrected: 60, appeal: 180 },
  source: 'Contract § 4.1',
}

/** An encounter with one claim; P1 is the payer's control number, remitted 2026-11-02. */
function encounter(status: string, claim: object = {}, rest: object = {}) {
  const isPaid = /paid|era/.test(status)
  return {
    claims: [
      {
        claim_id: 'c1',
        status,
        payer_claim_id: null,
        eras: [],
        service_lines: cleanData().service_lines.map((line) => ({
          ...line,
          paid_amount_cents: isPaid ? 9_900 : 0,
        })),
        ...claim,
      },
    ],
    ...rest,
  }
}
const answered = { payer_claim_id: 'P1', eras: [{ check_date: '2026-11-02' }] }
const paid = encounter('paid', answered)
const denied = encounter('denied', answered)
const unlisted = { 'service_lines.1.procedure_code': 'J3490' }
const untyped = { diagnoses: [{ code: 'E11.9' }, { code: 'I10' }] }
const withRevenue = {
  'service_lines.0.revenue_code': '0450',
  'service_lines.1.revenue_code': '0636',
}
const admitting = [...cleanData().diagnoses, { code: 'E11.9', code_type: 'ABJ' }]

export const adviceByStatus: AdviceByStatus[] = [
  {
    id: 'A01',
    changed: charge,
    encounter: encounter('biller_received', {}, { last_submitted_at: null }),
    kind: 'edit',
    says: [/hasn’t been sent/, /no frequency code/],
    never: /frequency [178]/,
  },
  {
    id: 'A02',
    changed: charge,
    encounter: encounter('submitted_to_payer'),
    kind: 'wait',
    says: [/until Northbridge Health Plan has answered/, /would be a duplicate/],
  },
  {
    id: 'A03',
    changed: charge,
    encounter: paid,
    rules: [northbridge],
    kind: 'corrected',
    says: [
      /control number P1 and all original lines/,
      /Corrected by Fri 01\/01\/2027, 42 days left/,
      /60 days after the remittance of 11\/02\/2026, Contract § 4\.1/,
      /counted from the remittance, not confirmed/,
    ],
  },
  {
    id: 'A03 with a limit that counts from the service',
    changed: charge,
    encounter: paid,
    rules: [{ ...northbridge, limits: { corrected: 60, corrected_from: 'service' } }],
    kind: 'corrected',
    says: [
      /Corrected by Tue 12\/01\/2026, 11 days left \(60 days after the service of 10\/02\/2026/,
    ],
    never: /not confirmed/,
  },
  {
    id: 'A03 without a limit, a control number and a remittance',
    changed: charge,
    encounter: encounter('paid'),
    kind: 'corrected',
    says: [
      /No limit for corrected claims entered for Northbridge Health Plan/,
      /control number is not known/,
    ],
  },
  {
    id: 'A03 without a remittance',
    changed: charge,
    encounter: encounter('paid', { payer_claim_id: 'P1' }),
    rules: [northbridge],
    kind: 'corrected',
    says: [/within 60 days after the remittance, whose date isn’t known/],
  },
  {
    id: 'A04',
    changed: charge,
    encounter: encounter('rejected'),
    kind: 'new',
    says: [/rejected/, /send a new claim/],
    never: /frequency 7/,
  },
  {
    id: 'A05',
    changed: charge,
    encounter: paid,
    rules: [{ ...northbridge, limits: { corrected: 10, appeal: 180 } }],
    kind: 'appeal',
    says: [/The last day was Thu 11\/12\/2026, 8 days ago \(10 days/, /Appeal by Sat 05\/01\/2027/],
  },
  {
    id: 'A06',
    changed: { responsible_party: 'SELF_PAY' },
    encounter: paid,
    kind: 'void',
    says: [/frequency 8/, /refund/, /Possible overpayment/],
  },
  {
    id: 'A06 of a denied claim',
    changed: { responsible_party: 'SELF_PAY' },
    encounter: denied,
    kind: 'nothing',
    says: [/nothing to void/],
  },
  {
    id: 'A07',
    billed: { responsible_party: 'SELF_PAY' },
    changed: { responsible_party: 'INSURANCE_PAY' },
    encounter: { claims: [] },
    rules: [northbridge],
    kind: 'new',
    says: [/no payer has had a claim/, /41 days left to file, until Thu 12\/31\/2026/],
  },
  {
    id: 'A08',
    changed: {
      'patient.first_name': 'Robin',
      'patient.last_name': 'Vale',
      'patient.date_of_birth': '1991-05-05',
      [`${card}.member_id`]: 'W999',
    },
    encounter: paid,
    kind: 'void-and-new',
    says: [/another person/, /frequency 8/, /frequency 1/],
  },
  {
    id: 'A09',
    changed: { 'billing_provider.npi': '1234567893' },
    encounter: paid,
    kind: 'void-and-new',
    says: [/Another provider bills/],
  },
  {
    id: 'A10',
    billed: { [`${card}.payer_id`]: undefined },
    changed: { [`${card}.payer_id`]: 'NBH01' },
    encounter: encounter('missing_information'),
    kind: 'edit',
    says: [/hasn’t been sent/],
    never: /void/i,
  },
  {
    id: 'A11',
    changed: { subscriber_secondary: cleanData().subscriber_primary },
    encounter: encounter('submitted_to_payer'),
    kind: 'secondary',
    says: [/after the primary’s remittance/],
  },
  {
    id: 'A11 after the remittance',
    changed: {
      subscriber_secondary: { insurance_card: { payer_id: 'SEC02', payer_name: 'Second Plan' } },
    },
    encounter: paid,
    rules: [{ payer_id: 'SEC02', payer: 'Second Plan', limits: { secondary: 90 }, source: 'S' }],
    kind: 'secondary',
    says: [/Bill the secondary/, /72 days left to file/],
  },
  {
    id: 'A12 payer',
    changed: { [`${card}.payer_name`]: 'NORTHBRIDGE HEALTH PLAN' },
    encounter: paid,
    kind: 'nothing',
    says: [],
  },
  {
    id: 'A12 person',
    changed: { 'patient.first_name': 'AVERY' },
    encounter: paid,
    kind: 'nothing',
    says: [/match/],
  },
  {
    id: 'A13',
    billed: unlisted,
    changed: { 'service_lines.1.description': 'Compounded pump refill' },
    encounter: denied,
    kind: 'corrected',
    says: [/payer decides by the description/],
  },
  {
    id: 'A14',
    billed: untyped,
    changed: {
      diagnoses: untyped.diagnoses.toReversed(),
      'service_lines.0.diagnosis_pointers': [1, 0],
      'service_lines.1.diagnosis_pointers': [0],
    },
    encounter: paid,
    kind: 'corrected',
    says: [/first diagnosis/],
  },
  {
    id: 'A15',
    billed: withRevenue,
    changed: { diagnoses: admitting },
    encounter: paid,
    kind: 'corrected',
    says: [/all original lines/],
  },
  {
    id: 'A16',
    changed: {},
    status: 'planned',
    encounter: encounter('biller_received'),
    kind: 'finish',
    says: [/not complete/],
  },
  {
    id: 'A17',
    changed: { claim_supplemental_information: [{ attachment_report_type_code: '03' }] },
    encounter: denied,
    kind: 'attachment',
    says: [/control number P1/, /needs no claim/],
  },
  {
    id: 'A18',
    billed: { [`${card}.plan_type`]: 'MB' },
    changed: { service_lines: cleanData().service_lines.slice(0, 1) },
    encounter: paid,
    kind: 'reopening',
    says: [
      /Medicare Part B takes no corrected claim/,
      /Reopening by Tue 11\/02\/2027/,
      /Possible overpayment: resolving needs a reason\. Report and return it within 60 days/,
    ],
    never: /frequency/,
  },
  {
    id: 'A18 returned as unprocessable',
    billed: { [`${card}.plan_type`]: 'MB' },
    changed: charge,
    encounter: encounter('denied', {
      ...answered,
      service_lines: [
        {
          paid_amount_cents: 0,
          service_line_era_data: { remittance_advice_remark_codes: ['MA130'] },
        },
      ],
    }),
    kind: 'new',
    says: [/MA130/],
  },
  {
    id: 'A19',
    changed: { [`${card}.payer_id`]: 'OTH02', [`${card}.payer_name`]: 'Other Plan' },
    encounter: denied,
    kind: 'new',
    says: [/nothing to void/, /new claim to Other Plan/],
  },
  {
    id: 'A19 of a paid claim',
    changed: { [`${card}.payer_id`]: 'OTH02', [`${card}.payer_name`]: 'Other Plan' },
    encounter: paid,
    kind: 'void-and-new',
    says: [/frequency 8\) at Northbridge Health Plan with its control number P1/, /to Other Plan/],
  },
  {
    id: 'A20',
    changed: { [`${card}.payer_id`]: '10202' },
    encounter: paid,
    rules: [northbridge, { ...northbridge, payer_id: '10202' }],
    kind: 'nothing',
    says: [/rulebook has both payer IDs as Northbridge Health Plan/],
  },
  {
    id: 'A21',
    changed: charge,
    encounter: encounter(
      'paid',
      {
        ...answered,
        service_lines: cleanData().service_lines.map((line, place) => ({
          ...line,
          charge_amount_cents: place === 0 ? 13_000 : 12_500,
          diagnosis_id_zero: place === 0 ? 'd0' : 'd1',
          diagnosis_id_one: place === 0 ? 'd1' : null,
        })),
      },
      {
        diagnoses: cleanData().diagnoses.map((each, place) => ({
          ...each,
          diagnosis_id: `d${place}`,
        })),
        last_submitted_at: '2026-11-10T15:00:00Z',
      },
    ),
    kind: 'nothing',
    says: [/Already corrected there/, /last submitted on Tue 11\/10\/2026/],
  },
  {
    id: 'an encounter that could not be read',
    changed: charge,
    encounter: undefined,
    kind: 'unknown',
    says: [/couldn’t be read/],
  },
  {
    id: 'a status that nobody knows yet',
    changed: charge,
    encounter: encounter('from_tomorrow'),
    kind: 'unknown',
    says: [/from_tomorrow/],
  },
  {
    id: 'equal values',
    changed: {},
    encounter: undefined,
    kind: 'nothing',
    says: [/match/],
  },
]
