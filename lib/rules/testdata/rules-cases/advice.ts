// Changes after billing that are resolved together: what the server must ask for, claim by claim.

const encounter = (status: string, ...paid: (number | null)[]) => ({
  claims: [{ status, service_lines: paid.map((cents) => ({ paid_amount_cents: cents })) }],
})

/** A billed capture with one line, and what changed since; the encounter is the partner's. */
export type AdviceCase = {
  name: string
  /** Changes of the capture since it was billed, by path. */
  changed: Record<string, unknown>
  status?: string
  encounter: unknown
  /** Whether the claim needs a reason of its own. */
  needsReason: boolean
}

/** A22 of the rules' cases, with its neighbours. */
export const adviceCases: AdviceCase[] = [
  {
    name: 'a charge falls on a paid claim',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: encounter('paid', 9_900),
    needsReason: true,
  },
  {
    name: 'a charge falls on a claim that is finalized as paid, without an amount',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: encounter('finalized_paid', null),
    needsReason: true,
  },
  {
    name: 'one line falls and another rises as much on a paid claim',
    changed: {
      'service_lines.0.charge_amount_cents': 12_000,
      'service_lines.1.charge_amount_cents': 13_000,
    },
    encounter: encounter('paid', 9_900),
    needsReason: true,
  },
  {
    name: 'a denied claim that has an amount paid',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: encounter('denied', 100),
    needsReason: true,
  },
  {
    name: 'a charge falls and the encounter cannot be read',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: undefined,
    needsReason: true,
  },
  {
    name: 'a charge falls and the status is not known',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: encounter('from_tomorrow', null),
    needsReason: true,
  },
  {
    name: 'nothing is left to bill on a paid claim',
    changed: {},
    status: 'entered-in-error',
    encounter: encounter('paid', 9_900),
    needsReason: true,
  },
  {
    name: 'a paid claim now belongs to another payer',
    changed: { 'subscriber_primary.insurance_card.payer_id': 'OTHER1' },
    encounter: encounter('paid', 9_900),
    needsReason: true,
  },
  {
    name: 'an amount of a paid claim cannot be read',
    changed: { 'service_lines.0.charge_amount_cents': '125,00' },
    encounter: encounter('paid', 9_900),
    needsReason: true,
  },
  {
    name: 'a charge falls before any payer has decided',
    changed: { 'service_lines.0.charge_amount_cents': 10_000 },
    encounter: encounter('submitted_to_payer', null),
    needsReason: false,
  },
  {
    name: 'a charge rises on a paid claim',
    changed: { 'service_lines.0.charge_amount_cents': 15_000 },
    encounter: encounter('paid', 9_900),
    needsReason: false,
  },
  {
    name: 'an address changes on a paid claim',
    changed: { 'patient.address.city': 'Salem' },
    encounter: encounter('paid', 9_900),
    needsReason: false,
  },
]

/**
 * When an overpayment has to be returned: the day identified, today, and the days that are left.
 */
export const returnCases: { identified: string; today: string; left: number; last: string }[] = [
  { identified: '2026-11-20', today: '2026-11-20', left: 60, last: '2027-01-19' },
  { identified: '2026-09-21', today: '2026-11-20', left: 0, last: '2026-11-20' },
  { identified: '2026-09-20', today: '2026-11-20', left: -1, last: '2026-11-19' },
  // A leap day is a day like any other.
  { identified: '2028-02-01', today: '2028-03-01', left: 31, last: '2028-04-01' },
]
