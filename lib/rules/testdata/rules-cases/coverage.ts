import type { Verdict } from '#lib/rules/coverage/at-risk.ts'
import type {
  CaptureFacts,
  ContractTerms,
  DenialReason,
  PairCover,
} from '#lib/rules/coverage/facts.ts'
import type { CapturePart } from '#lib/rules/coverage/capture-parts.ts'
import type { CoverageSpan } from '#lib/rules/coverage/span.ts'

// Coverage verdicts on the day 2026-11-26. Every case changes one visit of 2026-11-01 by a clinic in
// North Carolina whose provider is covered.

/** `changes` are to the visit, its lines, the contract, the provider's spans and the roster. */
export type CoverageCase = {
  id: string
  visit?: Partial<CaptureFacts>
  part?: Partial<CapturePart>
  contract?: Partial<ContractTerms>
  spans?: CoverageSpan[]
  pair?: Partial<PairCover>
  retroactiveDays?: number
  verdict: Verdict
  /** The only reason, as far as it matters; none for a visit that is fine. */
  reason?: Partial<DenialReason>
  /** What the board says of it. */
  words?: RegExp
}

export const coveredSpan: CoverageSpan = {
  id: 'span-9',
  start_date: '2025-02-01',
  submitted_date: '2024-12-11',
  payer_loaded_date: '2025-01-20',
  status: 'effective',
}
const lateStart = {
  ...coveredSpan,
  start_date: '2026-11-10',
  submitted_date: '2026-09-01',
  payer_loaded_date: '2026-11-12',
}
const stranger = { rendering_npi: '1234567893' }

export const coverageCases: readonly CoverageCase[] = [
  { id: 'a covered visit', verdict: 'fine' },
  {
    id: 'C01 submitted, not loaded',
    spans: [
      {
        id: 'span-9',
        start_date: '2026-10-01',
        submitted_date: '2026-09-14',
        status: 'pending',
      },
    ],
    verdict: 'hold',
    reason: {
      state: 'submitted',
      waits_for: 'load',
      span_id: 'span-9',
      submitted_on: '2026-09-14',
      is_certain: true,
    },
    words: /^Waits for the payer to load the span, submitted on 09\/14\/2026\./,
  },
  {
    id: 'C01 the day of loading is known already',
    spans: [{ ...coveredSpan, status: 'pending', payer_loaded_date: '2026-12-04' }],
    verdict: 'hold',
    reason: { waits_for: 'load', loads_on: '2026-12-04' },
    words: /^Waits until 12\/04\/2026, when the payer loads the span\./,
  },
  {
    id: 'C01 never submitted',
    spans: [{ id: 'span-9', start_date: '2026-10-01', status: 'work_in_progress' }],
    verdict: 'will-deny',
    reason: { state: 'gap', span_id: 'span-9', is_certain: true },
  },
  {
    id: 'C02 the payer takes an earlier date',
    spans: [lateStart],
    retroactiveDays: 9,
    verdict: 'hold',
    reason: { waits_for: 'earlier-date', span_id: 'span-9', submitted_on: '2026-09-01' },
    words:
      /^Submitted on 09\/01\/2026, before these dates\. Ask the payer for an earlier effective date\./,
  },
  {
    id: 'C02 the payer reaches back too little',
    spans: [lateStart],
    retroactiveDays: 8,
    verdict: 'will-deny',
    reason: { state: 'gap', submitted_on: '2026-09-01', covered_from: '2026-11-10' },
    words: /How far back this payer goes isn’t known here/,
  },
  {
    id: 'C02 Medicare reaches back 30 days',
    spans: [lateStart],
    visit: { plan: { payer_id: 'PAY', plan_type: 'MB' } },
    verdict: 'hold',
    reason: { waits_for: 'earlier-date' },
  },
  {
    id: 'C02 submitted after the visit',
    spans: [{ ...lateStart, submitted_date: '2026-11-03' }],
    retroactiveDays: 30,
    verdict: 'will-deny',
    reason: { state: 'gap' },
  },
  {
    id: 'C03 effective without a load date',
    spans: [{ ...coveredSpan, payer_loaded_date: null }],
    verdict: 'may-deny',
    reason: { state: 'status-differs', span_id: 'span-9', span_status: 'effective' },
    words: /says “effective”, but its dates don’t/,
  },
  {
    id: 'C03 loaded and started, but pending',
    spans: [{ ...coveredSpan, status: 'pending' }],
    verdict: 'may-deny',
    reason: { state: 'status-differs', span_status: 'pending' },
  },
  {
    id: 'C03 another span agrees with itself',
    spans: [
      { ...coveredSpan, payer_loaded_date: null },
      { ...coveredSpan, id: 'span-10' },
    ],
    verdict: 'fine',
  },
  {
    id: 'C04 a Medicaid member, a contract without Medicaid',
    visit: { plan: { payer_id: 'PAY', plan_type: 'MC' } },
    contract: { lines: { commercial: 'all', medicare: 'all', medicaid: 'none' } },
    verdict: 'will-deny',
    reason: { kind: 'contract', state: 'other-line', line: 'medicaid', is_certain: true },
    words: /isn’t for Medicaid plans/,
  },
  {
    id: 'C04 the contract has the line, but not the type of the card',
    visit: { plan: { payer_id: 'PAY', plan_type: 'CI' }, insurance_type: 'HM' },
    contract: { lines: { commercial: ['12'], medicare: 'none', medicaid: 'none' } },
    verdict: 'may-deny',
    reason: { kind: 'contract', state: 'other-line', line: 'commercial', is_certain: false },
  },
  {
    id: 'C04 the plan’s line is unknown',
    visit: { plan: { payer_id: 'PAY', plan_type: 'ZZ' } },
    contract: { lines: { commercial: 'all', medicare: 'none', medicaid: 'none' } },
    verdict: 'fine',
  },
  {
    id: 'C05 a facility’s claim is not judged by who attends',
    visit: { ...stranger, is_institutional: true, facility_id: 'f1' },
    contract: { type: 'institutional', facilities: new Map([['f1', undefined]]) },
    pair: { facilities: new Map([['f1', [coveredSpan]]]) },
    verdict: 'fine',
  },
  {
    id: 'C05 a facility’s claim under a professional contract',
    visit: { is_institutional: true },
    verdict: 'may-deny',
    reason: { kind: 'contract', state: 'other-claim-type', is_certain: false },
  },
  {
    id: 'C06 the supervisor is covered',
    visit: { ...stranger, supervising_npi: 'npi1' },
    verdict: 'may-deny',
    reason: { state: 'not-listed', doubt: 'supervised', is_certain: false },
    words: /The supervising provider is covered\. Should it be billed under the supervisor\?/,
  },
  {
    id: 'C06 the supervisor is not covered either',
    visit: { ...stranger, supervising_npi: 'npi1' },
    spans: [],
    verdict: 'will-deny',
    reason: { state: 'not-listed', is_certain: true },
  },
  {
    id: 'C07 an emergency',
    visit: stranger,
    part: { isEmergency: true },
    verdict: 'may-deny',
    reason: { state: 'not-listed', doubt: 'emergency', is_certain: false },
    words: /emergency/,
  },
  {
    id: 'C07 a plan that pays outside its network',
    visit: { ...stranger, plan: { payer_id: 'PAY', plan_type: '12' } },
    verdict: 'may-deny',
    reason: { state: 'not-listed', doubt: 'out-of-network', is_certain: false },
  },
  {
    id: 'C07 no emergency and a closed plan',
    visit: { ...stranger, plan: { payer_id: 'PAY', plan_type: 'HM' } },
    verdict: 'will-deny',
    reason: { state: 'not-listed', is_certain: true },
  },
  {
    id: 'C08 the contract ended the day before',
    contract: { expiration_date: '2026-10-31' },
    verdict: 'may-deny',
    reason: {
      kind: 'contract',
      state: 'contract-ended',
      contract_day: '2026-10-31',
      is_certain: false,
    },
    words: /ended on 10\/31\/2026\. Was it renewed\?/,
  },
  {
    id: 'C08 the contract ends within the stay',
    part: { to: '2026-11-04' },
    contract: { expiration_date: '2026-11-02' },
    verdict: 'may-deny',
    reason: { state: 'contract-ended', partly_on: '2026-11-03' },
  },
  {
    id: 'C08 the contract begins later',
    contract: { effective_date: '2026-11-15' },
    verdict: 'may-deny',
    reason: { state: 'contract-later', contract_day: '2026-11-15' },
  },
  {
    id: 'C09 telehealth to a patient in another state',
    visit: { patient_state: 'SC' },
    part: { isAtFacility: false, isAtPatient: true },
    spans: [{ ...coveredSpan, states: ['NC'] }],
    verdict: 'may-deny',
    reason: { state: 'other-state', doubt: 'patient-state', place_state: 'SC', is_certain: false },
    words: /^Covered in NC, not in SC, where the patient lives/,
  },
  {
    id: 'C09 telehealth to a patient in the same state',
    visit: { patient_state: 'nc' },
    part: { isAtFacility: false, isAtPatient: true },
    spans: [{ ...coveredSpan, states: ['NC'] }],
    verdict: 'fine',
  },
  {
    id: 'C10 the clinician’s own contract, billed by the group',
    pair: { npi: 'npi1' },
    verdict: 'may-deny',
    reason: { kind: 'contract', state: 'individual', is_certain: false },
    words: /contracted individually/,
  },
]
