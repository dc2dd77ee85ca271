import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  encounterBillingNoteType,
  encounterNextResponsibleParty,
  encounterSubmissionExpectation,
  encounterSubmissionOriginType,
} from '#lib/contract/encounters/clinical.ts'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import {
  encounterInvoiceDestination,
  encounterInvoiceStatus,
  lineInvoiceStatus,
} from '#lib/contract/encounters/invoices.ts'
import {
  encounterPatientPaymentSource,
  encounterPatientPaymentStatus,
} from '#lib/contract/encounters/patients.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { tagColor } from '#lib/contract/tags.ts'
import { type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'

let sandbox: TestSandbox
let encounters: Encounter[]

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 2400, seed: 7 })
  const read = async (query: object) =>
    (await sandbox.get('/api/encounters/v4', { limit: 1000, ...query })).json as {
      items: Encounter[]
    }
  const both = [...(await read({})).items, ...(await read({ sort: 'created_at:asc' })).items]
  encounters = [...new Map(both.map((encounter) => [encounter.encounter_id, encounter])).values()]
})
afterAll(() => sandbox.close())

const linesOf = ({ claims }: Encounter) => claims[0]!.service_lines
/** The invoices of an encounter, each once. */
const invoicesOf = (encounter: Encounter) => [
  ...new Map(
    linesOf(encounter).flatMap((line) =>
      (line.related_invoice_info ?? []).map((info) => [info.id, info]),
    ),
  ).values(),
]
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const seen = (of: (encounter: Encounter) => unknown[]) =>
  [...new Set(encounters.flatMap(of))].toSorted()
const every = (values: Parameters<typeof knownValues>[0]) => knownValues(values)!.values.toSorted()

/** The statuses of the payments beside an invoice, in small letters. */
const paymentsOf: Record<string, RegExp> = {
  DRAFT: /^none$/,
  HELD: /^none$/,
  UNCOLLECTIBLE: /^failed failed$/,
  VOID: /^(voided|canceled) pending$/,
  OPEN: /^(failed )?(pending|requires_action)$/,
  PAID: /^(paid|completed|succeeded)( (paid|completed|succeeded))*$/,
}

describe('the demo encounters show', () => {
  test('the values that only some visits have', () => {
    expect(seen((each) => [each.submission_origin])).toEqual(every(encounterSubmissionOriginType))
    expect(seen((each) => [each.coding_attribution])).toEqual(['CANDID', 'CUSTOMER'])
    expect(seen((each) => [each.submission_expectation])).toEqual(
      every(encounterSubmissionExpectation),
    )
    expect(seen((each) => [each.synchronicity])).toEqual(
      expect.arrayContaining(['Asynchronous', 'Synchronous']),
    )
    expect(seen((each) => [each.next_responsible_party])).toEqual(
      every(encounterNextResponsibleParty),
    )
    expect(seen((each) => [each.responsible_party])).toEqual([
      'INSURANCE_PAY',
      'SELF_PAY',
      'UNKNOWN',
    ])
    expect(seen(({ claims }) => [claims[0]!.clia_number ? 'with' : 'without'])).toEqual([
      'with',
      'without',
    ])
    expect(seen(({ tags }) => tags.map((tag) => tag.color))).toEqual(every(tagColor))
    expect(
      seen(({ claims }) => claims.flatMap(({ clearinghouse }) => clearinghouse ?? [])),
    ).toHaveLength(2)
    expect(encounters.some((each) => each.external_id.startsWith('ENC-'))).toBe(true)
    const stays = encounters.filter(
      (each) => each.claim_creation_id && each.admission_date && each.discharge_date,
    )
    expect(stays.length).toBeGreaterThan(0)
  })

  test('invoices of each system in each status, and their older form', () => {
    expect(seen((each) => invoicesOf(each).map((info) => info.invoice_type))).toEqual(
      every(encounterInvoiceDestination),
    )
    expect(seen((each) => invoicesOf(each).map(({ invoice }) => invoice.status))).toEqual(
      every(encounterInvoiceStatus),
    )
    const older = (each: Encounter) =>
      linesOf(each).flatMap((line) =>
        (line.related_invoices ?? []).map((invoice) => invoice.status),
      )
    expect(seen(older)).toEqual(every(lineInvoiceStatus))
  })

  test('payments of each source in each status', () => {
    expect(seen((each) => each.patient_payments.map(({ source }) => source))).toEqual(
      every(encounterPatientPaymentSource),
    )
    expect(seen((each) => each.patient_payments.map(({ status }) => status))).toEqual(
      every(encounterPatientPaymentStatus),
    )
  })

  test('billing notes of each type, with authors and metadata', () => {
    const notes = encounters.flatMap((each) => each.billing_notes ?? [])
    const byType = Object.groupBy(notes, (note) => note.billing_note_type!)
    expect(Object.keys(byType).toSorted()).toEqual(every(encounterBillingNoteType))
    for (const [type, some] of Object.entries(byType))
      for (const { billing_note_metadata: metadata } of some!)
        expect(metadata?.type ?? null).toBe(type === 'manual' || type === 'system' ? null : type)
    const authors = notes.filter((note) => note.author_name !== null)
    expect(new Set(authors.map((note) => note.author_name)).size).toBe(3)
    expect(
      authors.every((note) => note.author_idp_id && note.author_idp_id === note.author_auth0_id),
    ).toBe(true)
    expect(
      notes.every((note) => (note.author_name === null) === (note.author_idp_id === null)),
    ).toBe(true)
    for (const { work_queue_id: queue, billing_notes: own } of encounters) {
      const entries = own!.flatMap(({ billing_note_metadata: data }) =>
        data?.type === 'queue_added'
          ? [data.queue_id]
          : data?.type === 'queue_moved'
            ? [data.to_queue_id]
            : [],
      )
      expect(entries.at(-1) ?? null).toBe(queue)
    }
  })
})

describe('the invoices and payments of the demo encounters', () => {
  test('add up: lines, fees, and what came in', () => {
    let fees = 0
    let refunds = 0
    for (const encounter of encounters) {
      for (const { invoice } of invoicesOf(encounter)) {
        const { claim_invoice_items: claims, unattributed_items: unattributed } = invoice.items
        const ofClaims = Object.values(claims)
        expect(invoice.amount_cents).toBe(
          sum([
            ...ofClaims.map((item) => item.claim_invoice_item!.amount_cents),
            ...unattributed.map((u) => u.amount_cents),
          ]),
        )
        for (const { claim_invoice_item: whole, service_line_invoice_items: items } of ofClaims)
          expect(sum(Object.values(items).map((item) => item.amount_cents))).toBe(
            whole!.amount_cents,
          )
        fees += unattributed.length
      }
      const cameIn = encounter.patient_payments
        .filter(({ status }) => ['paid', 'COMPLETED', 'succeeded'].includes(status!))
        .map(({ source, amount_cents: cents }) => (source.endsWith('_REFUNDS') ? -cents : cents))
      refunds += cameIn.filter((cents) => cents < 0).length
      const insurers = [
        'primary_paid_amount_cents',
        'secondary_paid_amount_cents',
        'tertiary_paid_amount_cents',
      ] as const
      const byPatient = linesOf(encounter).map(
        (line) => line.paid_amount_cents! - sum(insurers.map((name) => line[name] ?? 0)),
      )
      expect(sum(cameIn)).toBe(sum(byPatient))
    }
    expect([fees > 0, refunds > 0]).toEqual([true, true])
  })

  test('fit their status', () => {
    for (const encounter of encounters) {
      const invoices = invoicesOf(encounter).map(({ invoice }) => invoice)
      const statuses = invoices.map(({ status }) => status)
      const states = encounter.patient_payments.map(({ status }) => String(status).toLowerCase())
      // The patient gets one invoice, and another one for a void one.
      expect(statuses.filter((status) => status !== 'VOID').length).toBe(
        statuses.length > 0 ? 1 : 0,
      )
      for (const { status, url, customer_invoice_url: own, note } of invoices) {
        const isSent = status !== 'DRAFT' && status !== 'HELD'
        expect([typeof url === 'string', typeof own === 'string']).toEqual([isSent, isSent])
        const isExplained =
          !['HELD', 'VOID', 'UNCOLLECTIBLE'].includes(status) || /\w/.test(note ?? '')
        expect(isExplained, status).toBe(true)
      }
      const wanted = statuses.map((status) => paymentsOf[status]).find(Boolean) ?? /./
      expect(states.join(' ') || 'none', statuses.join(' ')).toMatch(wanted)
    }
  })

  test('go to the program that pays for the patient', () => {
    const supported = encounters.filter((each) => each.patient.non_insurance_payers.length > 0)
    const invoices = supported.flatMap(invoicesOf)
    expect(invoices.length).toBeGreaterThan(0)
    expect(new Set(invoices.map((info) => info.invoice_type))).toEqual(
      new Set(['THIRD_PARTY_PAYERS']),
    )
  })
})

test('what further insurers pay or owe is not asked of the patient', () => {
  const shared = encounters.filter(
    (each) => each.subscriber_secondary && each.claims[0]!.status.endsWith('paid'),
  )
  expect(shared.length).toBeGreaterThan(5)
  for (const { claims, patient_payments } of shared) {
    expect(patient_payments).toEqual([])
    for (const line of claims[0]!.service_lines) {
      const others = line.secondary_paid_amount_cents! + (line.tertiary_paid_amount_cents ?? 0)
      expect(line.paid_amount_cents).toBe(line.primary_paid_amount_cents! + others)
      expect([line.patient_balance_cents, line.related_invoice_info]).toEqual([0, []])
      expect(line.insurance_balance_cents! + others).toBe(line.patient_responsibility_cents)
    }
  }
})

test('errors of captures that were corrected before the demo day are resolved without a name', async () => {
  const path = '/api/charge_capture_claim_creation/v1'
  type Creation = {
    status: string
    errors: { resolved: boolean; resolved_by: string | null; charge_capture_id: string }[]
  }
  const walked: Creation[] = []
  for (let token: string | null | undefined; token !== null;) {
    const page = (await sandbox.get(path, { limit: 1000, page_token: token })).json as {
      items: Creation[]
      next_page_token: string | null
    }
    walked.push(...page.items)
    token = page.next_page_token ?? null
  }
  const byService = ({ errors }: Creation) =>
    errors.filter((error) => error.resolved && error.resolved_by === null)
  const corrected = walked.filter((creation) => byService(creation).length > 0)
  const count = (status: string) =>
    corrected.filter((creation) => creation.status === status).length
  expect([count('successful') > 40, count('in-error') > 10]).toEqual([true, true])
  expect(corrected.length).toBe(count('successful') + count('in-error'))
  for (const { status, errors } of corrected)
    expect(
      errors.some((error) => !error.resolved),
      status,
    ).toBe(status === 'in-error')
  const [error] = byService(corrected.find(({ status }) => status === 'successful')!)
  const capture = (await sandbox.get(`/api/charge_captures/v1/${error!.charge_capture_id}`)).json
  expect(capture).toMatchObject({ error: null, updates: [] })
})
