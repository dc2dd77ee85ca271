import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import {
  openPreEncounterRecords,
  submittedElsewhere,
} from '#lib/sandbox/pre-encounter/pre-encounter-records.testing.ts'
import type { Answer } from '#lib/sandbox/test-sandbox.ts'

const records = await openPreEncounterRecords()
const { sandbox, adults, line } = records
afterAll(() => sandbox.close())

const day = 86_400_000
const change = (body: object) => sandbox.send('POST', '/_sandbox/claims', body, '')
const advance = async (milliseconds: number) =>
  (
    (await sandbox.send('POST', '/_sandbox/clock', { advance: milliseconds }, '')).json as {
      claims: number
    }
  ).claims
const moved = async (body: object): Promise<Encounter> => {
  const answer = await change(body)
  expect(answer.status, answer.text).toBe(200)
  const { encounter } = answer.json as { encounter: Encounter }
  expect(await records.read(encounter.encounter_id)).toEqual(encounter)
  return encounter
}
const fieldsOf = ({ status, json }: Answer) => [
  status,
  ...(json as { content: { fieldName: string }[] }).content.map(({ fieldName }) => fieldName),
]
let adult = 0
const insured = adults.filter(
  (each) => !(records.patientOf(each) as { self_pay?: boolean | null }).self_pay,
)
const nextAdult = () => insured[(adult += 1)]!
const claimOf = (encounter: Encounter) => encounter.claims[0]!
const linesOf = (encounter: Encounter) => claimOf(encounter).service_lines

/**
 * The lines whose amounts do not add up to their charge, or whose adjustments do not explain what
 * the payer did not pay.
 */
function wrongLines(encounter: Encounter): object[] {
  return linesOf(encounter).filter((each) => {
    const charge = each.charge_amount_cents!
    const adjustments = each.service_line_era_data?.service_line_adjustments ?? []
    const adjusted = adjustments.reduce(
      (sum, { adjustment_amount_cents: cents }) => sum + (cents ?? 0),
      0,
    )
    const contractual =
      adjustments.find(({ adjustment_reason_code: code }) => code === '45')
        ?.adjustment_amount_cents ?? 0
    const paid = each.primary_paid_amount_cents!
    const insurance = each.insurance_balance_cents!
    const explained =
      contractual + insurance + each.paid_amount_cents! + each.patient_balance_cents!
    return (
      explained !== charge || adjusted + paid + insurance !== charge || paid < 0 || paid > charge
    )
  })
}

describe('a claim that the control plane takes through its life', () => {
  const cents = [12_345, 333, 7_001]
  const service_lines = cents.map((charge_amount_cents, i) => ({
    ...line,
    procedure_code: ['G0439', 'G0442', 'G0444'][i],
    charge_amount_cents,
  }))
  let capture: ChargeCapture
  let appointment: (typeof adults)[number]
  let made: Encounter
  beforeAll(async () => {
    appointment = nextAdult()
    capture = await records.captured(appointment, { service_lines })
    made = await records.read((await records.creationOf(capture)).created_encounter_id!)
  })

  const stays = async () => {
    const answer = await records.change({
      patient_id: appointment.patient_id,
      changes: { name: { family: 'Newer' } },
    })
    expect(answer.json).toMatchObject({ updated: { charge_captures: 0, encounters: 0 } })
  }

  test('is submitted, and then follows its records no longer', async () => {
    expect([claimOf(made).status, made.last_submitted_at]).toEqual(['biller_received', null])
    const before = Date.now()
    const sent = await moved({
      charge_external_id: capture.charge_external_id,
      status: 'submitted_to_payer',
    })
    expect(sent).toMatchObject({
      encounter_id: made.encounter_id,
      patient: made.patient,
      submission_origin: 'CANDID',
      owner_of_next_action: 'NONE',
      claims: [{ status: 'submitted_to_payer', eras: [], clearinghouse: expect.any(String) }],
    })
    expect(Date.parse(sent.last_submitted_at!)).toBeGreaterThanOrEqual(before)
    expect(
      linesOf(sent).every(
        ({ denial_reason, paid_amount_cents: paid }) => !denial_reason && paid === 0,
      ),
    ).toBe(true)
    await stays()
    for (const [path, filter] of [
      ['/api/charge_captures/v1', { charge_external_id: capture.charge_external_id }],
      [
        '/api/charge_capture_claim_creation/v1',
        { claim_creation_ids: [capture.claim_creation_id!] },
      ],
      ['/api/encounters/v4', { external_id: made.external_id }],
    ] as const) {
      const found = (await sandbox.get(path, { ...filter, claim_status: 'submitted_to_payer' }))
        .json as {
        items: object[]
      }
      expect(found.items, path).toHaveLength(1)
    }
  })

  test('is paid with amounts that are distributed over its lines', async () => {
    const amounts = {
      paid_amount_cents: 10_001,
      deductible_cents: 500,
      coinsurance_cents: 99,
      copay_cents: 2_500,
    }
    const paid = await moved({ encounter_id: made.encounter_id, status: 'paid', amounts })
    const sum = (
      name: 'primary_paid_amount_cents' | 'deductible_cents' | 'coinsurance_cents' | 'copay_cents',
    ) => linesOf(paid).reduce((total, each) => total + each[name]!, 0)
    expect([sum('primary_paid_amount_cents'), sum('deductible_cents')]).toEqual([10_001, 500])
    expect([sum('coinsurance_cents'), sum('copay_cents')]).toEqual([99, 2_500])
    expect(
      linesOf(paid).map((each) => each.allowed_amount_cents! - each.patient_responsibility_cents!),
    ).toEqual(linesOf(paid).map((each) => each.primary_paid_amount_cents))
    expect(wrongLines(paid)).toEqual([])
    expect(claimOf(paid)).toMatchObject({ status: 'paid', payer_claim_id: expect.any(String) })
    expect(claimOf(paid).eras).toMatchObject([
      { check_date: new Date().toISOString().slice(0, 10) },
    ])
    expect(linesOf(paid)[0]!.related_invoice_info).toMatchObject([
      { invoice: { amount_cents: 3_099, status: 'OPEN' } },
    ])
    const final = await moved({ claim_id: claimOf(made).claim_id, status: 'finalized_paid' })
    expect(claimOf(final).eras).toEqual(claimOf(paid).eras)
    expect(final.last_submitted_at).toBe(paid.last_submitted_at)
    expect(wrongLines(final)).toEqual([])
    expect(linesOf(final).every(({ patient_balance_cents: cents }) => cents === 0)).toBe(true)
    expect(fieldsOf(await change({ encounter_id: made.encounter_id, status: 'denied' }))).toEqual([
      422,
      'status',
    ])
  })

  test('is denied with a reason and its codes, is submitted again and paid by another remittance', async () => {
    const encounter = await records.made(nextAdult(), { service_lines })
    const denied = await moved({
      external_id: encounter.external_id,
      status: 'denied',
      denial_reason: 'Timely Filing',
    })
    expect(denied).toMatchObject({
      work_queue_id: 'denials',
      last_submitted_at: expect.any(String),
    })
    for (const each of linesOf(denied)) {
      expect(each).toMatchObject({
        denial_reason: { reason: 'Timely Filing' },
        primary_paid_amount_cents: 0,
        service_line_era_data: {
          service_line_adjustments: [
            { adjustment_reason_code: '29', adjustment_amount_cents: each.charge_amount_cents },
          ],
          remittance_advice_remark_codes: ['N211'],
        },
      })
    }
    const again = await moved({ external_id: encounter.external_id, status: 'submitted_to_payer' })
    expect(claimOf(again).eras).toEqual([])
    expect(linesOf(again).every(({ denial_reason: reason }) => !reason)).toBe(true)
    const paid = await moved({ external_id: encounter.external_id, status: 'paid' })
    expect(wrongLines(paid)).toEqual([])
    expect(claimOf(paid).eras![0]!.era_id).not.toBe(claimOf(denied).eras![0]!.era_id)
    const rest = await moved({
      external_id: encounter.external_id,
      status: 'paid_incorrectly',
      amounts: { paid_amount_cents: 100, allowed_amount_cents: 19_679 },
    })
    expect(wrongLines(rest)).toEqual([])
    expect(linesOf(rest).reduce((sum, each) => sum + each.insurance_balance_cents!, 0)).toBe(19_579)
  })

  test('leaves the patient’s part to the secondary insurer', async () => {
    const insuredTwice = nextAdult()
    const { first_name, last_name, gender, date_of_birth } = made.patient
    const secondary = {
      first_name,
      last_name,
      gender,
      date_of_birth,
      patient_relationship_to_subscriber_code: '18',
      insurance_card: { member_id: 'S1', payer_name: 'Cobalt Mutual', payer_id: 'CBM02' },
    }
    await records.change({
      patient_id: insuredTwice.patient_id,
      changes: { subscriber_secondary: secondary },
    })
    const { encounter_id } = await records.made(insuredTwice, { service_lines })
    const paid = await moved({
      encounter_id,
      status: 'paid',
      amounts: { paid_amount_cents: 9_000, copay_cents: 2_000 },
    })
    const sum = (
      encounter: Encounter,
      name: 'insurance_balance_cents' | 'patient_balance_cents' | 'secondary_paid_amount_cents',
    ) => linesOf(encounter).reduce((total, each) => total + each[name]!, 0)
    expect(paid).toMatchObject({ next_responsible_party: 'secondary', patient_payments: [] })
    expect(linesOf(paid).flatMap(({ related_invoice_info: info }) => info)).toEqual([])
    const balances = [
      'insurance_balance_cents',
      'patient_balance_cents',
      'secondary_paid_amount_cents',
    ] as const
    expect(balances.map((name) => sum(paid, name))).toEqual([2_000, 0, 0])
    const final = await moved({ encounter_id, status: 'finalized_paid' })
    expect(balances.map((name) => sum(final, name))).toEqual([0, 0, 2_000])
    expect(final).toMatchObject({ next_responsible_party: 'none', patient_payments: [] })
  })

  test('refuses what a payer could not decide', async () => {
    const encounter = await records.made(nextAdult())
    const named = { encounter_id: encounter.encounter_id }
    expect((await change({ encounter_id: 'nobody', status: 'paid' })).status).toBe(404)
    expect((await change({ charge_external_id: 'nobody', status: 'paid' })).status).toBe(404)
    expect((await change({ ...named, status: 'biller_received' })).status).toBe(422)
    expect((await change({ status: 'paid' })).status).toBe(422)
    expect(fieldsOf(await change({ ...named, status: 'paid', denial_reason: 'Bundled' }))).toEqual([
      422,
      'denial_reason',
    ])
    const amounts = { paid_amount_cents: 21_000 }
    expect(fieldsOf(await change({ ...named, status: 'denied', amounts }))).toEqual([
      422,
      'amounts',
    ])
    expect(
      fieldsOf(
        await change({ ...named, status: 'paid', amounts: { ...amounts, deductible_cents: 1 } }),
      ),
    ).toEqual([422, 'amounts'])
    expect(
      fieldsOf(
        await change({
          ...named,
          status: 'paid',
          amounts: { ...amounts, allowed_amount_cents: 20_999 },
        }),
      ),
    ).toEqual([422, 'amounts.allowed_amount_cents'])
    expect(await records.read(encounter.encounter_id)).toEqual(encounter)
    const never = await records.made(nextAdult(), { billable_status: 'NOT_BILLABLE' })
    const appointment = nextAdult()
    await records.change({ patient_id: appointment.patient_id, changes: { self_pay: true } })
    const own = await records.made(appointment)
    expect(own.responsible_party).toBe('SELF_PAY')
    for (const { encounter_id } of [never, own])
      expect(fieldsOf(await change({ encounter_id, status: 'paid' }))).toEqual([422, 'status'])
  })
})

describe('the moved clock', () => {
  beforeEach(async () => {
    await sandbox.send('POST', '/_sandbox/clock', {}, '')
  })
  const priced = (charge_amount_cents: number) => ({
    service_lines: [{ ...line, charge_amount_cents }],
  })

  test('submits a claim after a day, and pays or denies it 14 days later', async () => {
    const paid = await records.made(nextAdult(), priced(21_000))
    const denied = await records.made(nextAdult(), priced(20_999))
    const statuses = async () =>
      Promise.all(
        [paid, denied].map(async (each) => claimOf(await records.read(each.encounter_id)).status),
      )
    await advance(0.9 * day)
    expect(await statuses()).toEqual(['biller_received', 'biller_received'])
    await advance(0.2 * day)
    expect(await statuses()).toEqual(['submitted_to_payer', 'submitted_to_payer'])
    await advance(13 * day)
    expect(await statuses()).toEqual(['submitted_to_payer', 'submitted_to_payer'])
    await advance(2 * day)
    expect(await statuses()).toEqual(['paid', 'denied'])
    const settled = await records.read(paid.encounter_id)
    const after = (days: number) => new Date(Date.parse(paid.created_at) + days * day).toISOString()
    expect(settled.last_submitted_at).toBe(after(1))
    expect(claimOf(settled).eras).toMatchObject([{ check_date: after(15).slice(0, 10) }])
    expect(wrongLines(settled)).toEqual([])
    await advance(60 * day)
    expect(await statuses()).toEqual(['paid', 'denied'])
  })

  test('lets one long move do all of it, at the same times', async () => {
    const encounter = await records.made(nextAdult(), priced(5_099))
    const elsewhere = await records.made(nextAdult(), {
      external_claim_submission: submittedElsewhere('PCN-LONG'),
    })
    expect(await advance(40 * day)).toBeGreaterThanOrEqual(1)
    const read = await records.read(encounter.encounter_id)
    expect(claimOf(read).status).toBe('denied')
    expect(Date.parse(read.last_submitted_at!)).toBe(Date.parse(encounter.created_at) + day)
    // It was submitted so long ago that its answer was due before the clock was moved.
    expect(await records.read(elsewhere.encounter_id)).toMatchObject({
      last_submitted_at: '2026-10-02T00:00:00Z',
      claims: [{ status: 'submitted_to_payer' }],
    })
  })

  test('changes neither older claims nor claims without a payer, and nothing when it moves back', async () => {
    const all = async () =>
      (
        (await sandbox.get('/api/encounters/v4', { limit: 1000, sort: 'created_at:asc' })).json as {
          items: Encounter[]
        }
      ).items
    const old = (await all()).filter(({ created_at: at }) => Date.parse(at) < Date.now() - 15 * day)
    expect(old.some((each) => claimOf(each).status === 'submitted_to_payer')).toBe(true)
    const never = await records.made(nextAdult(), { billable_status: 'NOT_BILLABLE' })
    await advance(40 * day)
    expect(await advance(-20 * day)).toBe(0)
    const after = new Map((await all()).map((each) => [each.encounter_id, claimOf(each).status]))
    expect(old.filter((each) => after.get(each.encounter_id) !== claimOf(each).status)).toEqual([])
    expect(after.get(never.encounter_id)).toBe('not_billable')
  })
})
