import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { encounterShape } from '#lib/rules/new-records/encounter-shapes.ts'
import {
  encounterBillingNoteType,
  encounterCodingAttributionType,
  encounterNextResponsibleParty,
  encounterOwnerOfNextActionType,
  encounterSubmissionOriginType,
} from '#lib/contract/encounters/clinical.ts'
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
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { MoneyCards, UnderCards } from './encounter-cards.tsx'
import { toLoadedEncounter, type LoadedEncounter } from '#components/encounters/loaded-encounter.ts'
import { PeopleCards } from './people-cards.tsx'

const shape = encounterShape()

function pageOf(encounter: LoadedEncounter): string {
  const cards: ComponentType<{ encounter: LoadedEncounter; shape: ObjectShape }>[] = [
    MoneyCards,
    UnderCards,
    PeopleCards,
  ]
  return cards
    .map((card) => renderToStaticMarkup(createElement(card, { encounter, shape })))
    .join('\n')
}

// A value for every member, each of them different text or a different number, noted under its
// path.
function filled(of: FieldShape, path: string, marks: Map<string, string>): Json {
  if (of.kind === 'object') {
    const known = Object.entries(of.members).map(([name, member]): [string, Json] => [
      name,
      filled(member, `${path}.${name}`, marks),
    ])
    marks.set(`${path}.unheard_of`, `unheard${marks.size}`)
    return Object.fromEntries([...known, ['unheard_of', marks.get(`${path}.unheard_of`)!]])
  }
  if (of.kind === 'list') return [filled(of.item, `${path}.0`, marks)]
  if (of.kind === 'boolean') return true
  const number = 1_000 + marks.size
  if (of.kind === 'cents')
    return mark(
      marks,
      path,
      number,
      `$${Math.floor(number / 100)}.${String(number % 100).padStart(2, '0')}`,
    )
  if (of.kind === 'number') return mark(marks, path, number, String(number))
  if (of.kind === 'any') return { free: mark(marks, path, `free${number}`, `free${number}`) }
  return mark(marks, path, `text${number}`, `text${number}`)
}

function mark(marks: Map<string, string>, path: string, value: Json, shown: string): Json {
  marks.set(path, shown)
  return value
}

test('every member of an encounter is shown, described or not, at any depth', () => {
  const marks = new Map<string, string>()
  const html = pageOf(toLoadedEncounter(JSON.stringify(filled(shape, '', marks))))
  expect(marks.size).toBeGreaterThan(500)
  expect([...marks].filter(([, shown]) => !html.includes(shown)).map(([path]) => path)).toEqual([])
})

test('a value that should be a list and is not is shown as it is', () => {
  for (const name of [
    'claims',
    'diagnoses',
    'patient_payments',
    'billing_notes',
    'clinical_notes',
  ]) {
    expect(
      pageOf(toLoadedEncounter(JSON.stringify({ encounter_id: 'e', [name]: `odd ${name}` }))),
    ).toContain(`odd ${name}`)
  }
  const claim = { claim_id: 'c', status: 'paid', service_lines: 'odd lines', eras: 5 }
  expect(pageOf(toLoadedEncounter(JSON.stringify({ encounter_id: 'e', claims: [claim] })))).toMatch(
    /odd lines.*Unreadable.*5/s,
  )
})

const line = (id: string, more: JsonObject): JsonObject => ({
  service_line_id: id,
  procedure_code: 'G0463',
  charge_amount_cents: 20_001,
  allowed_amount_cents: 12_000,
  primary_paid_amount_cents: 9_999,
  paid_amount_cents: 12_000,
  patient_responsibility_cents: 2_001,
  insurance_balance_cents: 0,
  patient_balance_cents: 0,
  ...more,
})
const adjustment = (group: string, reason: string, cents: number) => ({
  created_at: '2026-08-14T00:00:00Z',
  adjustment_group_code: group,
  adjustment_reason_code: reason,
  adjustment_amount_cents: cents,
})

test('amounts are summed in exact cents by line, claim and encounter, and PR counts as the patient’s share, not as an adjustment', () => {
  const era = {
    service_line_adjustments: [adjustment('CO', '45', 8_001), adjustment('PR', '2', 2_001)],
    remittance_advice_remark_codes: ['N54'],
  }
  const claims = [
    {
      claim_id: 'c1',
      status: 'paid',
      eras: [],
      service_lines: [
        line('l1', { service_line_era_data: era }),
        line('l2', { secondary_paid_amount_cents: 1 }),
      ],
    },
    {
      claim_id: 'c2',
      status: 'denied',
      eras: [],
      service_lines: [
        line('l3', { service_line_manual_adjustments: [adjustment('OA', '50', 20_001)] }),
      ],
    },
  ]
  const encounter = toLoadedEncounter(JSON.stringify({ encounter_id: 'e', claims }))
  expect(encounter.total).toMatchObject({
    charge: 60_003,
    paid: 36_000,
    adjusted: 28_002,
    primary: 29_997,
    secondary: 1,
    tertiary: undefined,
    share: 6_003,
  })
  expect(encounter.claims[0]!.total).toMatchObject({ charge: 40_002, adjusted: 8_001 })
  const html = pageOf(encounter)
  for (const shown of [
    '$600.03',
    '$360.00',
    '$280.02',
    '$400.02',
    'CO-45',
    '$80.01',
    'PR-2',
    'N54',
    'OA-50',
    'by hand',
  ])
    expect(html, shown).toContain(shown)
})

test('a line without a procedure has the name of its revenue code, and a diagnosis says if it was present on admission', () => {
  const claims = [
    {
      claim_id: 'c1',
      status: 'coded',
      service_lines: [
        line('l1', { procedure_code: '', revenue_code: '0124' }),
        line('l2', { revenue_code: '0636' }),
      ],
    },
  ]
  const diagnoses = ['YES', 'NO', null].map((present_on_admission_indicator, i) => ({
    diagnosis_id: `d${i}`,
    code: `I1${i}`,
    present_on_admission_indicator,
  }))
  const html = pageOf(toLoadedEncounter(JSON.stringify({ encounter_id: 'e', claims, diagnoses })))
  expect(html).toMatch(/>Revenue code 0124<.*>G0463<.*Revenue code 0636 · /s)
  const marks = html.matchAll(/>Present on admission:[^A-Z]*([A-Z][a-z]+)</g)
  expect([...marks].map(([, mark]) => mark)).toEqual(['Yes', 'No'])
})

test('an invoice that several lines name is shown once, with items that add up', () => {
  const items = {
    claim_invoice_items: {
      c1: {
        claim_invoice_item: { claim_id: 'c1', amount_cents: 5_000 },
        service_line_invoice_items: {
          l1: { service_line_id: 'l1', amount_cents: 2_000 },
          l2: { service_line_id: 'l2', amount_cents: 1_000 },
        },
      },
    },
    unattributed_items: [{ amount_cents: 500 }],
  }
  const info = (cents: number) => [
    {
      id: 'i1',
      invoice_type: 'STRIPE',
      invoice: { amount_cents: cents, status: 'OPEN', due_date: '2026-09-14', items },
    },
  ]
  const page = (cents: number) =>
    pageOf(
      toLoadedEncounter(
        JSON.stringify({
          encounter_id: 'e',
          claims: [
            {
              claim_id: 'c1',
              service_lines: [
                line('l1', { related_invoice_info: info(cents) }),
                line('l2', { related_invoice_info: info(cents) }),
              ],
              eras: [],
            },
          ],
        }),
      ),
    )
  const html = page(5_500)
  expect(html.match(/Items of the invoice/g)).toHaveLength(1)
  expect(html).toMatch(/The claim, by no line.*\$20\.00.*For no claim.*\$5\.00.*Total.*\$55\.00/s)
  expect(html).not.toContain('add up to')
  expect(page(6_000)).toContain('Its items add up to $55.00, not to $60.00.')
})

const valuesOf = (field: Parameters<typeof knownValues>[0]) => knownValues(field)!.values
const pageWith = (record: JsonObject) =>
  pageOf(toLoadedEncounter(JSON.stringify({ encounter_id: 'e', ...record })))
const invoiced = (infos: JsonObject[], older: JsonObject[] = []) => [
  {
    claim_id: 'c1',
    service_lines: [line('l1', { related_invoice_info: infos, related_invoices: older })],
    eras: [],
  },
]
const info = (id: string, invoice: JsonObject, type = 'STRIPE'): JsonObject => ({
  id,
  invoice_type: type,
  invoice: { amount_cents: 2_000, due_date: '2026-09-14', ...invoice },
})

test('no status, source or party of an invoice, a payment, a note or the next step is shown as the wire spells it', () => {
  const payment = (status: string, source: string) => ({ status, source, amount_cents: 100 })
  const records: [values: readonly string[], record: (value: string) => JsonObject][] = [
    [valuesOf(encounterInvoiceStatus), (status) => ({ claims: invoiced([info('i', { status })]) })],
    [valuesOf(lineInvoiceStatus), (status) => ({ claims: invoiced([], [{ id: 'i', status }]) })],
    [
      valuesOf(encounterInvoiceDestination),
      (to) => ({ claims: invoiced([info('i', { status: 'OPEN' }, to)]) }),
    ],
    [
      valuesOf(encounterPatientPaymentStatus),
      (s) => ({ patient_payments: [payment(s, 'MANUAL_ENTRY')] }),
    ],
    [valuesOf(encounterPatientPaymentSource), (s) => ({ patient_payments: [payment('paid', s)] })],
    [
      valuesOf(encounterBillingNoteType),
      (type) => ({ billing_notes: [{ text: 'x', billing_note_type: type }] }),
    ],
    [valuesOf(encounterSubmissionOriginType), (value) => ({ submission_origin: value })],
    [
      valuesOf(encounterCodingAttributionType).slice(0, 2),
      (value) => ({ coding_attribution: value }),
    ],
    [valuesOf(encounterOwnerOfNextActionType), (value) => ({ owner_of_next_action: value })],
    [valuesOf(encounterNextResponsibleParty), (value) => ({ next_responsible_party: value })],
  ]
  const raw = records.flatMap(([values, record]) =>
    values.filter((value) => pageWith(record(value)).includes(`>${value}<`)),
  )
  expect(raw).toEqual([])
})

test('a void invoice and a paid one are not due, and one to a payer is not said to be for the patient', () => {
  const page = (status: string, type?: string) =>
    pageWith({
      claims: invoiced([
        info('i', { status, customer_invoice_url: 'https://pay.example/i' }, type),
      ]),
    })
  expect(page('OPEN')).toMatch(/due .*through Stripe.*For the patient/s)
  for (const status of ['VOID', 'PAID']) expect(page(status)).not.toMatch(/\bdue </)
  expect(page('OPEN', 'THIRD_PARTY_PAYERS')).toMatch(/to a third-party payer.*For the payer/s)
})

test('a refund lowers what came in', () => {
  const payment = (cents: number, status: string, source: string) => ({
    amount_cents: cents,
    status,
    source,
  })
  const page = (last: JsonObject) =>
    pageWith({
      patient_payments: [
        payment(2_500, 'succeeded', 'STRIPE_CHARGES'),
        payment(2_500, 'succeeded', 'STRIPE_CHARGES'),
        last,
      ],
    })
  expect(page(payment(2_500, 'succeeded', 'STRIPE_REFUNDS'))).toMatch(
    /Stripe refund.*-\$25\.00.*Came in.*>\$25\.00</s,
  )
  // A partner can write refunds as negative amounts too.
  expect(page(payment(-2_500, 'succeeded', 'STRIPE_REFUNDS'))).toMatch(/Came in.*>\$25\.00</s)
  expect(page(payment(2_500, 'requires_action', 'STRIPE_REFUNDS'))).toMatch(/Came in.*>\$50\.00</s)
})
