import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import { claimStatus } from '#lib/contract/codes/billing.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { type TestSandbox, startTestSandbox, type Query } from '#lib/sandbox/test-sandbox.ts'

let sandbox: TestSandbox
let all: Encounter[]
const list = '/api/encounters/v4'

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 1500, seed: 7, contracts: 0 })
  all = await walk({ limit: 500 })
})
afterAll(() => sandbox.close())

async function walk(query: Query, key?: string): Promise<Encounter[]> {
  const items: Encounter[] = []
  let token: string | undefined
  do {
    const { json } = await sandbox.get(list, { ...query, page_token: token }, key)
    const page = json as { items: Encounter[]; next_page_token: string | null }
    items.push(...page.items)
    token = page.next_page_token ?? undefined
  } while (token)
  return items
}

const claimOf = (encounter: Encounter) => encounter.claims[0]!
const ids = (encounters: readonly Encounter[]) =>
  encounters.map((encounter) => encounter.encounter_id).toSorted()
const sum = (amounts: (number | null | undefined)[]) =>
  amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)

describe('the encounters of the demo data', () => {
  test('each matches the wire schema exactly', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true })
    ajv.addSchema(
      JSON.parse(
        readFileSync(new URL('../../contract/testdata/wire.schema.json', import.meta.url), 'utf8'),
      ),
      'wire',
    )
    const fits = ajv.getSchema('wire#/wire/Encounter')!
    const complaints = all
      .filter((encounter) => !fits(encounter))
      .map(() => ajv.errorsText(fits.errors))
    expect(complaints).toEqual([])
    expect(all.length).toBeGreaterThan(400)
  })

  test('come with a claim in every status', () => {
    const seen = new Set(all.map((encounter) => claimOf(encounter).status))
    expect([...seen].toSorted()).toEqual(knownValues(claimStatus)!.values.toSorted())
  })

  test('every line adds up: the part that is not adjusted, paid or written off is on a balance', () => {
    for (const encounter of all) {
      for (const line of claimOf(encounter).service_lines) {
        const taken = line.denial_reason
          ? 0
          : sum(
              (line.service_line_era_data?.service_line_adjustments ?? [])
                .filter((each) => each.adjustment_group_code === 'CO')
                .map((each) => each.adjustment_amount_cents),
            )
        const written = sum(
          (line.service_line_manual_adjustments ?? []).map((each) => each.adjustment_amount_cents),
        )
        const isNever = claimOf(encounter).status === 'not_billable'
        const rest = sum([
          line.paid_amount_cents,
          line.insurance_balance_cents,
          line.patient_balance_cents,
        ])
        expect(
          isNever ? rest : rest + taken + written,
          `${encounter.encounter_id} ${claimOf(encounter).status}`,
        ).toBe(isNever ? 0 : line.charge_amount_cents)
      }
    }
  })

  test('lines have the adjustments, denials, invoices, payments and remittances of their status', () => {
    const of = (status: string) =>
      all.filter(
        (encounter) =>
          claimOf(encounter).status === status && encounter.responsible_party === 'INSURANCE_PAY',
      )
    const lines = (status: string) =>
      of(status).flatMap((encounter) => claimOf(encounter).service_lines)
    expect(of('paid').every((encounter) => claimOf(encounter).eras.length === 1)).toBe(true)
    expect(
      of('submitted_to_payer').every(
        (encounter) => claimOf(encounter).eras.length === 0 && encounter.last_submitted_at,
      ),
    ).toBe(true)
    expect(of('biller_received').every((encounter) => encounter.last_submitted_at === null)).toBe(
      true,
    )
    expect(
      lines('denied').every(
        (line) =>
          line.denial_reason?.reason && line.insurance_balance_cents === line.charge_amount_cents,
      ),
    ).toBe(true)
    expect(
      lines('finalized_denied').every((line) => line.service_line_manual_adjustments!.length === 1),
    ).toBe(true)
    expect(lines('paid_incorrectly').some((line) => line.insurance_balance_cents! > 0)).toBe(true)
    const invoices = lines('paid').flatMap((line) => line.related_invoice_info ?? [])
    expect(invoices.length).toBeGreaterThan(5)
    const kinds = ['OPEN', 'VOID', 'HELD', 'UNCOLLECTIBLE']
    expect(invoices.filter(({ invoice }) => !kinds.includes(invoice.status))).toEqual([])
    expect(
      of('finalized_paid')
        .flatMap((encounter) => encounter.patient_payments)
        .some((payment) => payment.status === 'COMPLETED'),
    ).toBe(true)
    expect(
      of('paid')
        .flatMap((encounter) => encounter.patient_payments)
        .some((payment) => payment.status === 'PENDING'),
    ).toBe(true)
  })

  test('two reads of one encounter are equal', async () => {
    const { json } = await sandbox.get(`${list}/${all[0]!.encounter_id}`)
    expect(json).toEqual(all[0])
  })

  test('a bundled encounter has the claim and the status by which its captures are found', async () => {
    const bundled = all.find(
      (encounter) => encounter.claim_creation_id && claimOf(encounter).status === 'denied',
    )!
    for (const id of [bundled.encounter_id, claimOf(bundled).claim_id]) {
      const { json } = await sandbox.get('/api/charge_captures/v1', {
        claim_ids: [id],
        claim_status: 'denied',
      })
      const captures = (
        json as { items: { claim_creation_id: string; patient_external_id: string }[] }
      ).items
      expect(captures.length).toBeGreaterThan(0)
      expect(
        captures.every((capture) => capture.claim_creation_id === bundled.claim_creation_id),
      ).toBe(true)
      expect(captures[0]!.patient_external_id).toBe(bundled.patient.external_id)
    }
  })

  test('include stays in a hospital', () => {
    const stays = all.filter((encounter) => encounter.type_of_bill)
    expect(stays.length).toBeGreaterThan(0)
    for (const stay of stays) {
      expect(stay).toMatchObject({
        type_of_bill: { code: '0111' },
        admission_hour: expect.any(Number),
        discharge_status: expect.any(String),
        submission_expectation: 'TARGET_INSTITUTIONAL',
      })
      expect([stay.attending_provider!.npi, stay.operating_provider!.npi]).toEqual([
        expect.stringMatching(/^\d{10}$/),
        expect.stringMatching(/^\d{10}$/),
      ])
      expect(stay.discharge_date! >= stay.admission_date!).toBe(true)
    }
  })
})

describe('the encounter list', () => {
  test('is newest first by default and has four sorts', async () => {
    const values = all.map((encounter) => encounter.created_at)
    expect(values).toEqual(values.toSorted().toReversed())
    const sorted = async (sort: string) =>
      (await walk({ limit: 500, sort })).map((encounter) =>
        sort.startsWith('created') ? encounter.created_at : (encounter.date_of_service ?? ''),
      )
    for (const sort of ['created_at', 'date_of_service']) {
      const ascending = await sorted(`${sort}:asc`)
      expect(ascending).toEqual(ascending.toSorted())
      expect(await sorted(`${sort}:desc`)).toEqual(ascending.toReversed())
    }
  })

  test('small pages return the same encounters as large ones', async () => {
    expect(ids(await walk({ limit: 37 }))).toEqual(ids(all))
    expect(new Set(ids(all)).size).toBe(all.length)
  })

  const someone = () =>
    all.find((encounter) => encounter.tags.length > 0 && encounter.subscriber_primary)!
  const filters: [name: string, query: () => Query, holds: (encounter: Encounter) => boolean][] = [
    ['claim_status', () => ({ claim_status: 'denied' }), (e) => claimOf(e).status === 'denied'],
    [
      'owner_of_next_action',
      () => ({ owner_of_next_action: 'CUSTOMER' }),
      (e) => e.owner_of_next_action === 'CUSTOMER',
    ],
    ['work_queue_id', () => ({ work_queue_id: 'denials' }), (e) => e.work_queue_id === 'denials'],
    [
      'responsible_party',
      () => ({ responsible_party: 'SELF_PAY' }),
      (e) => e.responsible_party === 'SELF_PAY',
    ],
    [
      'billable_status',
      () => ({ billable_status: 'NOT_BILLABLE' }),
      (e) => e.billable_status === 'NOT_BILLABLE',
    ],
    [
      'date_of_service_min',
      () => ({ date_of_service_min: someone().date_of_service! }),
      (e) => e.date_of_service! >= someone().date_of_service!,
    ],
    [
      'date_of_service_max',
      () => ({ date_of_service_max: someone().date_of_service! }),
      (e) => e.date_of_service! <= someone().date_of_service!,
    ],
    [
      'diagnoses_updated_since',
      () => ({ diagnoses_updated_since: someone().created_at }),
      (e) => e.created_at >= someone().created_at,
    ],
    [
      'tag_ids',
      () => ({ tag_ids: [someone().tags[0]!.tag_id, 'no-such-tag'] }),
      (e) => e.tags.some((tag) => tag.tag_id === someone().tags[0]!.tag_id),
    ],
    [
      'external_id',
      () => ({ external_id: someone().external_id }),
      (e) => e.external_id === someone().external_id,
    ],
    [
      'patient_external_id',
      () => ({ patient_external_id: someone().patient.external_id }),
      (e) => e.patient.external_id === someone().patient.external_id,
    ],
    [
      'billing_provider_npis',
      () => ({ billing_provider_npis: [someone().billing_provider.npi] }),
      (e) => e.billing_provider.npi === someone().billing_provider.npi,
    ],
    [
      'primary_payer_names',
      () => ({ primary_payer_names: 'medicaid, Cobalt' }),
      (e) => /medicaid|cobalt/i.test(e.subscriber_primary?.insurance_card.payer_name ?? ''),
    ],
    [
      'search_term by name',
      () => ({ search_term: someone().patient.last_name.toUpperCase() }),
      (e) =>
        e.patient.last_name.includes(someone().patient.last_name) ||
        e.patient.first_name.includes(someone().patient.last_name),
    ],
    [
      'search_term by encounter',
      () => ({ search_term: someone().encounter_id }),
      (e) => e.encounter_id === someone().encounter_id,
    ],
    [
      'search_term by claim',
      () => ({ search_term: claimOf(someone()).claim_id }),
      (e) => e.encounter_id === someone().encounter_id,
    ],
  ]
  test.each(filters)('%s', async (_, query, holds) => {
    const expected = all.filter(holds)
    expect(expected.length).toBeGreaterThan(0)
    expect(ids(await walk({ limit: 100, ...query() }))).toEqual(ids(expected))
  })

  test('a key with three billing NPIs gets short pages with tokens and only its own encounters', async () => {
    const mine = await walk({ limit: 50 }, 'sandbox-scoped')
    expect(
      new Set(mine.map((encounter) => encounter.billing_provider.npi)).size,
    ).toBeLessThanOrEqual(3)
    const first = (await sandbox.get(list, { limit: 50 }, 'sandbox-scoped')).json as {
      items: unknown[]
      next_page_token: string
    }
    expect(first.items.length).toBeLessThan(50)
    expect(first.next_page_token).toBeTruthy()
    const foreign = all.find(
      (encounter) => !mine.some((own) => own.encounter_id === encounter.encounter_id),
    )!
    expect(
      (await sandbox.get(`${list}/${foreign.encounter_id}`, {}, 'sandbox-scoped')).status,
    ).toBe(404)
  })

  test('a token is valid only for its own list', async () => {
    const { json } = await sandbox.get(list, { limit: 5 })
    const token = (json as { next_page_token: string }).next_page_token
    expect((await sandbox.get(list, { limit: 7, page_token: token })).status).toBe(200)
    expect(
      (await sandbox.get(list, { limit: 5, page_token: token, claim_status: 'paid' })).status,
    ).toBe(422)
  })
})
