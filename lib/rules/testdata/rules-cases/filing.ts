import type { LocalDate } from '#lib/core/local-date.ts'
import type { FilingClock } from '#lib/rules/filing/filing-clock.ts'
import type { Insurance } from '#lib/rules/filing/insurances.ts'
import type { PayerRule } from '#lib/rules/filing/rulebook.ts'
import type { Severity } from '#lib/rules/scrub/rule.ts'

/** The limits of a rulebook, a claim on a day, and what the clock and the editor's check say. */
export type FilingCase = {
  id: string
  rules?: readonly PayerRule[]
  /** Members of the claim's data, by path. */
  claim: Record<string, unknown>
  rank?: Insurance['rank']
  remittedOn?: LocalDate
  today: LocalDate
  expected: Partial<FilingClock>
  /** The clock's own words, where no check says it. */
  words?: RegExp
  /** What the editor's check says; nothing for a case of the clock alone. */
  check?: 'silent' | { severity: Severity; words: RegExp }
}

const card = (rank: Insurance['rank']) => `subscriber_${rank}.insurance_card`
const northbridge = { payer_id: 'NBH01', payer: 'Northbridge Health Plan' }
const days90: PayerRule = { ...northbridge, limits: { original: 90 }, source: 'Contract § 4.1' }

const payerOf = (
  payer_id: string,
  payer_name: string,
  plan_type?: string,
  rank: Insurance['rank'] = 'primary',
) => ({ [card(rank)]: { payer_id, payer_name, plan_type } })
const medicare = payerOf('MED01', 'Medicare Part B', 'MB')
const on = (date_of_service: LocalDate, end_date_of_service?: LocalDate) => ({
  date_of_service,
  end_date_of_service,
})
const lines = (...dated: object[]) => ({ service_lines: dated })

const medicareYear = {
  limit: 'calendar-year',
  isDefault: true,
  source: '42 CFR 424.44(a); appeal: 42 CFR 405.942(a)',
} as const

/** Filing limits (T01 to T14). */
export const filingCases: readonly FilingCase[] = [
  {
    id: 'T01',
    rules: [days90],
    claim: { ...on('2026-08-10'), ...lines(on('2026-08-10')) },
    today: '2026-11-20',
    expected: { state: 'passed', lastDay: '2026-11-08', daysLeft: -12, isDefault: false },
    check: { severity: 'error', words: /^Limit passed 12 days ago/ },
  },
  {
    id: 'T02',
    rules: [days90],
    claim: { ...on('2026-09-05'), ...lines(on('2026-09-05')) },
    today: '2026-11-20',
    expected: { state: 'near', within: 14, lastDay: '2026-12-04', daysLeft: 14 },
    check: { severity: 'warning', words: /^14 days left to file/ },
  },
  {
    id: 'T03',
    claim: { ...on('2026-06-01'), ...lines(on('2026-06-01')) },
    today: '2026-11-20',
    expected: { state: 'unknown', lacks: 'limit' },
    check: 'silent',
    words: /^No limit entered for this payer/,
  },
  {
    id: 'T04',
    claim: { ...medicare, ...on('2027-03-01'), ...lines({}) },
    today: '2027-06-01',
    expected: { state: 'fine', lastDay: '2028-03-01', ...medicareYear },
  },
  {
    id: 'T05',
    claim: { ...medicare, ...on('2028-02-29'), ...lines({}) },
    today: '2028-06-01',
    expected: { state: 'fine', lastDay: '2029-02-28' },
  },
  {
    id: 'T06',
    claim: {
      ...medicare,
      ...on('2026-07-01', '2026-07-31'),
      ...lines({ revenue_code: '0450', ...on('2026-07-01', '2026-07-31') }),
    },
    today: '2026-11-20',
    expected: { lastDay: '2027-07-31' },
  },
  {
    id: 'T07',
    claim: {
      ...medicare,
      ...on('2026-07-01', '2026-07-31'),
      ...lines(on('2026-07-01', '2026-07-31')),
    },
    today: '2026-11-20',
    expected: { lastDay: '2027-07-01' },
  },
  {
    id: 'T08',
    rules: [days90],
    claim: { ...on('2026-07-20'), ...lines(on('2026-07-20'), on('2026-07-01')) },
    today: '2026-07-25',
    expected: { lastDay: '2026-09-29', daysLeft: 66 },
  },
  {
    id: 'T09 Aetna Medicare PPO',
    claim: { ...payerOf('60054', 'Aetna Medicare PPO', '16'), ...on('2026-06-01') },
    today: '2026-11-20',
    expected: { state: 'unknown', lacks: 'limit' },
  },
  {
    id: 'T09 Medicare by name, plan 16',
    claim: { ...payerOf('60054', 'Medicare', '16'), ...on('2026-06-01') },
    today: '2026-11-20',
    expected: { state: 'unknown', lacks: 'limit' },
  },
  {
    id: 'T09 Humana Gold Plus Medicare HMO',
    claim: { ...payerOf('61101', 'Humana Gold Plus Medicare HMO'), ...on('2026-06-01') },
    today: '2026-11-20',
    expected: { state: 'unknown', lacks: 'limit' },
  },
  {
    id: 'T10',
    claim: { ...payerOf('00951', 'Noridian', 'MB'), ...on('2026-06-01'), ...lines({}) },
    today: '2026-11-20',
    expected: { state: 'fine', lastDay: '2027-06-01', ...medicareYear },
  },
  {
    id: 'T11 another payer’s limit leaves Medicare its year',
    rules: [days90],
    claim: { ...medicare, ...on('2026-06-01'), ...lines({}) },
    today: '2026-11-20',
    expected: { lastDay: '2027-06-01', ...medicareYear },
  },
  {
    id: 'T11 the limit of every other payer leaves Medicare its year',
    rules: [
      { payer_id: '', payer: 'Every other payer', limits: { original: 90 }, source: 'Usual' },
    ],
    claim: { ...medicare, ...on('2026-06-01'), ...lines({}) },
    today: '2026-11-20',
    expected: { lastDay: '2027-06-01', ...medicareYear },
  },
  {
    id: 'T11 a number that somebody entered for Medicare',
    rules: [
      { payer_id: 'medicare', payer: 'Medicare', limits: { original: 300 }, source: 'Manager' },
    ],
    claim: { ...medicare, ...on('2026-06-01'), ...lines({}) },
    today: '2026-11-20',
    expected: { limit: 300, lastDay: '2027-03-28', source: 'Manager' },
  },
  {
    id: 'T12',
    claim: { ...medicare, ...on('2025-10-16'), ...lines({}), delay_reason_code: '11' },
    today: '2026-11-20',
    expected: { state: 'passed', lastDay: '2026-10-16', daysLeft: -35 },
    check: {
      severity: 'error',
      words: /passed 35 days ago.*The payer decides whether it accepts the reason/,
    },
  },
  {
    id: 'T13',
    rules: [{ ...days90, limits: { original: 730 } }],
    claim: {
      ...payerOf('MED01', 'Medicare', 'MB', 'secondary'),
      ...on('2025-10-16'),
      ...lines({}),
    },
    rank: 'secondary',
    remittedOn: '2026-11-13',
    today: '2026-11-20',
    expected: { state: 'passed', lastDay: '2026-10-16', daysLeft: -35 },
    check: { severity: 'error', words: /^Secondary payer: Limit passed 35 days ago/ },
  },
  {
    id: 'T14',
    rules: [
      days90,
      {
        payer_id: 'CIG01',
        payer: 'Cigna',
        limits: { original: 90, secondary: 60 },
        source: 'Manual 2026',
      },
    ],
    claim: { ...payerOf('CIG01', 'Cigna', '12', 'secondary'), ...on('2026-06-01'), ...lines({}) },
    rank: 'secondary',
    remittedOn: '2026-11-01',
    today: '2026-11-20',
    expected: { state: 'fine', lastDay: '2026-12-31', daysLeft: 41, limit: 60 },
  },
  {
    id: 'T14 without the primary’s remittance',
    rules: [
      days90,
      { payer_id: 'CIG01', payer: 'Cigna', limits: { secondary: 60 }, source: 'Manual 2026' },
    ],
    claim: { ...payerOf('CIG01', 'Cigna', '12', 'secondary'), ...on('2026-06-01'), ...lines({}) },
    rank: 'secondary',
    today: '2026-11-20',
    expected: { state: 'unknown', lacks: 'remittance' },
  },
]
