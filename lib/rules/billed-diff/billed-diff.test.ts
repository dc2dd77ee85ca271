import { describe, expect, it } from 'vitest'
import { type Json, parseExact } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { cleanData, cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import type { CaptureNow } from './billed-change.ts'
import { billedDiff } from './billed-diff.ts'
import { classOf } from './classes.ts'
import { diffSigns } from './change-signs.ts'

const clean = () => parseExact(JSON.stringify(cleanData()))
const capture = (id: string, data: unknown, status = 'billable'): CaptureNow => ({
  id,
  status,
  data: parseExact(JSON.stringify(data)),
  changed: true,
})
/** The differences if the clean capture was billed and then changed at these paths. */
const diffOf = (changes: Record<string, unknown>, status?: string) =>
  billedDiff(clean(), [capture('1', cleanWith(changes), status)])!
const changesOf = (changes: Record<string, unknown>) =>
  diffOf(changes).changes.map(({ class: kind, path, billed, now, cents }) => [
    kind,
    path,
    billed,
    now,
    cents,
  ])

describe('a single capture', () => {
  it('has no differences if nothing changed', () => {
    expect(diffOf({})).toEqual({
      changes: [],
      billed_cents: 25_000,
      now_cents: 25_000,
      moved_cents: 0,
      is_exact: true,
      is_nothing_left: false,
    })
  })

  it.each([
    [
      'a charge',
      { 'service_lines.0.charge_amount_cents': 13_000 },
      ['money', 'service_lines.0.charge_amount_cents', 12_500, 13_000, 500],
    ],
    [
      'a quantity',
      { 'service_lines.1.quantity': '2' },
      ['money', 'service_lines.1.quantity', '1', '2', 0],
    ],
    ['units', { 'service_lines.1.units': 'MJ' }, ['money', 'service_lines.1.units', 'UN', 'MJ', 0]],
    [
      'a procedure',
      { 'service_lines.0.procedure_code': 'G0466' },
      ['coding', 'service_lines.0.procedure_code', 'G0463', 'G0466', 0],
    ],
    [
      'modifiers',
      { 'service_lines.0.modifiers': ['59', '25'] },
      ['coding', 'service_lines.0.modifiers', ['25'], ['59', '25'], 0],
    ],
    [
      'pointers',
      { 'service_lines.0.diagnosis_pointers': [1, 0] },
      ['coding', 'service_lines.0.diagnosis_pointers', ['E119', 'I10'], ['I10', 'E119'], 0],
    ],
    [
      'a drug',
      { 'service_lines.1.drug_identification.national_drug_code': '00409123402' },
      [
        'coding',
        'service_lines.1.drug_identification.national_drug_code',
        '00409123401',
        '00409123402',
        0,
      ],
    ],
    [
      'the place',
      { place_of_service_code: '22' },
      ['coding', 'place_of_service_code', '11', '22', 0],
    ],
    [
      'a line’s own place',
      { 'service_lines.1.place_of_service_code': '22' },
      ['coding', 'service_lines.1.place_of_service_code', '11', '22', 0],
    ],
    [
      'a line’s date',
      { 'service_lines.1.date_of_service': '2026-10-03' },
      ['coding', 'service_lines.1.date_of_service', '2026-10-02', '2026-10-03', 0],
    ],
    [
      'the member id',
      { 'subscriber_primary.insurance_card.member_id': 'X1' },
      ['coverage', 'subscriber_primary.insurance_card.member_id', 'W123456789', 'X1', 0],
    ],
    [
      'the responsible party',
      { responsible_party: 'SELF_PAY' },
      ['coverage', 'responsible_party', 'INSURANCE_PAY', 'SELF_PAY', 0],
    ],
    [
      'the rendering provider',
      { 'rendering_provider.npi': '1999999984' },
      ['coverage', 'rendering_provider.npi', '1234567893', '1999999984', 0],
    ],
    [
      'the facility',
      { 'service_facility.npi': '1234567893' },
      ['coverage', 'service_facility.npi', '1999999984', '1234567893', 0],
    ],
    [
      'the patient’s address',
      { 'patient.address.city': 'Salem' },
      ['cosmetic', 'patient.address.city', 'Portland', 'Salem', 0],
    ],
    [
      'a line’s description',
      { 'service_lines.0.description': 'A visit' },
      ['cosmetic', 'service_lines.0.description', undefined, 'A visit', 0],
    ],
    [
      'an unknown member',
      { from_tomorrow: { a: 1 } },
      ['cosmetic', 'from_tomorrow', undefined, { a: 1 }, 0],
    ],
  ])('classifies %s by its meaning', (_, changes, expected) => {
    expect(changesOf(changes)).toEqual([expected])
  })

  it.each([
    ['null instead of missing', { referral_number: null, 'service_lines.0.note': '', tag_ids: [] }],
    [
      'the case and dot of a code',
      {
        'diagnoses.0.code': 'e119',
        'service_lines.0.procedure_code': 'g0463',
        'service_lines.0.modifiers': [' 25'],
      },
    ],
    ['a quantity with other digits', { 'service_lines.0.quantity': '1.0' }],
    [
      'a place or date that the header already has',
      {
        'service_lines.0.place_of_service_code': '11',
        'service_lines.0.end_date_of_service': '2026-10-02',
      },
    ],
    ['an invalid or repeated pointer', { 'service_lines.1.diagnosis_pointers': [1, 1, 9] }],
  ])('ignores %s', (_, changes) => {
    expect(changesOf(changes)).toEqual([])
  })

  it('ignores reordered diagnoses if the lines point at the same codes', () => {
    const data = cleanData()
    const moved = {
      diagnoses: data.diagnoses.toReversed(),
      'service_lines.0.diagnosis_pointers': [1, 0],
      'service_lines.1.diagnosis_pointers': [0],
    }
    expect(changesOf(moved)).toEqual([])
    expect(changesOf({ diagnoses: data.diagnoses.toReversed() })).toHaveLength(2)
  })

  it('reports a replaced diagnosis once, not again at every line', () => {
    expect(changesOf({ 'diagnoses.0.code': 'E11.65' })).toEqual([
      ['coding', 'diagnoses.0.code', 'E11.9', 'E11.65', 0],
    ])
    expect(changesOf({ 'diagnoses.0.name': 'Other words' })).toEqual([
      ['cosmetic', 'diagnoses.0.name', 'Type 2 diabetes', 'Other words', 0],
    ])
  })

  it('follows institutional lines without a procedure by their revenue codes', () => {
    const lines = (...own: [string, number][]) => ({
      ...cleanData(),
      service_lines: own.map(([revenue_code, charge_amount_cents]) => ({
        revenue_code,
        charge_amount_cents,
        quantity: '1',
      })),
    })
    const billed = parseExact(JSON.stringify(lines(['0124', 400], ['0250', 100])))
    const now = lines(['0300', 50], ['0124', 400], ['0250', 175])
    expect(
      billedDiff(billed, [capture('1', now)])!.changes.map(({ path, cents, line }) => [
        path,
        cents,
        line,
      ]),
    ).toEqual([
      ['service_lines.2.charge_amount_cents', 75, 'revenue code 0250'],
      ['service_lines.0', 50, 'revenue code 0300'],
    ])
  })

  it('reports removed and added lines with their money', () => {
    const [first, second] = cleanData().service_lines
    const diff = diffOf({
      service_lines: [
        second,
        { ...first, procedure_code: 'G0108', charge_amount_cents: 4_000, modifiers: [] },
        { ...first, procedure_code: 'Q0091', charge_amount_cents: 100 },
      ],
    })
    expect(diff.moved_cents).toBe(4_000 + 100 - 12_500)
    expect(diff.changes.map((change) => [change.path, change.cents, change.line])).toEqual([
      ['service_lines', -12_500, 'G0463 25'],
      ['service_lines.1', 4_000, 'G0108'],
      ['service_lines.2', 100, 'Q0091 25'],
    ])
  })

  it('matches a line even if its procedure and its charge were both corrected', () => {
    const diff = diffOf({
      'service_lines.0.procedure_code': 'G0466',
      'service_lines.0.charge_amount_cents': 20_000,
    })
    expect(diff.changes.map((change) => change.path)).toEqual([
      'service_lines.0.charge_amount_cents',
      'service_lines.0.procedure_code',
    ])
    expect(diff.moved_cents).toBe(7_500)
  })

  it('reports an amount that is no whole number of cents', () => {
    expect(diffOf({ 'service_lines.0.charge_amount_cents': '12.5' })).toMatchObject({
      is_exact: false,
      now_cents: 12_500,
      moved_cents: -12_500,
    })
  })

  it('removes every line if the capture is no longer billable', () => {
    const diff = diffOf({}, 'entered-in-error')
    expect(diff).toMatchObject({
      billed_cents: 25_000,
      now_cents: 0,
      moved_cents: -25_000,
      is_nothing_left: true,
    })
    expect(diff.changes.map((change) => [change.path, change.now, change.capture_id])).toEqual([
      ['status', 'entered-in-error', '1'],
      ['service_lines', undefined, '1'],
      ['service_lines', undefined, '1'],
    ])
  })

  it('suggests no void for a claim that never had lines', () => {
    const diff = billedDiff({ referral_number: 'A' }, [capture('1', { referral_number: 'B' })])!
    expect(diff.is_nothing_left).toBe(false)
    expect(diffSigns(diff).is_nothing_left).toBeUndefined()
  })

  it('returns undefined if nothing was billed', () => {
    expect(billedDiff(null, [capture('1', cleanData())])).toBeUndefined()
    expect(billedDiff({}, [])).toBeUndefined()
  })
})

describe('several captures', () => {
  const other = cleanWith({
    service_lines: [
      {
        ...cleanData().service_lines[0],
        procedure_code: 'T1015',
        charge_amount_cents: 3_000,
        diagnosis_pointers: [0],
      },
    ],
    diagnoses: [{ code: 'I10', code_type: 'ABK' }],
    place_of_service_code: '22',
  })
  const billed = mergeCaptureData([clean(), other as Json])

  it('have no differences if none of them changed', () => {
    expect(billedDiff(billed, [capture('1', cleanData()), capture('2', other)])!.changes).toEqual(
      [],
    )
  })

  it('report the capture and its own line', () => {
    const changed = {
      ...(other as { service_lines: object[] }),
      service_lines: [
        { ...(other as { service_lines: object[] }).service_lines[0], charge_amount_cents: 5_000 },
      ],
    }
    const diff = billedDiff(billed, [capture('1', cleanData()), capture('2', changed)])!
    expect(diff.changes).toMatchObject([
      { capture_id: '2', path: 'service_lines.0.charge_amount_cents', cents: 2_000 },
    ])
    expect(diff).toMatchObject({ billed_cents: 28_000, now_cents: 30_000 })
  })

  it('report the lines of a capture that dropped out', () => {
    const diff = billedDiff(billed, [capture('1', cleanData()), capture('2', other, 'aborted')])!
    expect(diff.changes).toMatchObject([
      { capture_id: '2', path: 'status', now: 'aborted' },
      { capture_id: '2', path: 'service_lines', cents: -3_000 },
    ])
    expect(diff.is_nothing_left).toBe(false)
  })

  it('report a capture that now disagrees, even if the claim would keep the first value', () => {
    const odd = { ...(other as object), responsible_party: 'SELF_PAY' }
    expect(
      billedDiff(billed, [capture('1', cleanData()), capture('2', odd)])!.changes,
    ).toMatchObject([{ capture_id: '2', path: 'responsible_party', now: 'SELF_PAY' }])
  })

  it('report a replaced diagnosis at its place in its own capture', () => {
    const replaced = { ...(other as object), diagnoses: [{ code: 'J44.9', code_type: 'ABK' }] }
    const { changes } = billedDiff(
      mergeCaptureData([{ diagnoses: [{ code: 'E11.9' }] }, { diagnoses: [{ code: 'I10' }] }]),
      [
        capture('1', { diagnoses: [{ code: 'E11.9' }] }),
        capture('2', { diagnoses: [{ code: 'J44.9' }] }),
      ],
    )!
    expect(changes).toEqual([
      {
        class: 'coding',
        path: 'diagnoses.0.code',
        capture_id: '2',
        billed: 'I10',
        now: 'J44.9',
        cents: 0,
      },
    ])
    // The first capture still points at I10, so this claim gained one diagnosis and lost none.
    expect(
      billedDiff(billed, [capture('1', cleanData()), capture('2', replaced)])!.changes,
    ).toMatchObject([
      { path: 'service_lines.0.diagnosis_pointers', capture_id: '2' },
      { path: 'diagnoses.0', capture_id: '2', now: { code: 'J44.9' } },
    ])
  })

  it('ignore a capture that was never part of the claim', () => {
    expect(
      billedDiff(clean(), [capture('1', cleanData()), capture('2', other, 'not-billable')])!
        .changes,
    ).toEqual([])
  })
})

describe('what the differences mean', () => {
  it.each([
    [{}, { what: 'none' }],
    [{ 'patient.email': 'a@b.example' }, { what: 'cosmetic' }],
    [{ 'service_lines.0.charge_amount_cents': 1 }, { what: 'claim' }],
    [{ 'rendering_provider.npi': '1999999984' }, { what: 'claim' }],
    [
      { 'subscriber_primary.insurance_card.payer_id': 'OTHER' },
      { what: 'payer-id', other: 'payer' },
    ],
    [{ billable_status: 'NOT_BILLABLE' }, { is_nothing_left: true }],
    [{ service_lines: [] }, { is_nothing_left: true }],
    // A misspelt name or a wrong day alone is still the same person.
    [{ 'patient.first_name': 'Averie' }, { other: undefined }],
    [{ 'patient.date_of_birth': '1980-02-28' }, { other: undefined }],
    [{ 'patient.first_name': 'Robin', 'patient.date_of_birth': '2011-01-01' }, { other: 'person' }],
  ])('%j is %j', (changes, expected) => {
    const signs = diffSigns(diffOf(changes))
    expect({ other: undefined, ...signs }).toMatchObject(expected)
  })
})

describe('the class of a field', () => {
  it.each([
    ['service_lines.3', 'money'],
    ['service_lines.3.units', 'money'],
    ['service_lines.3.anything_new', 'cosmetic'],
    ['diagnoses.0.code_type', 'coding'],
    ['vitals.height_in', 'cosmetic'],
    ['subscriber_primary.insurance_card.payer_name', 'cosmetic'],
    ['subscriber_primary.insurance_card.payer_id', 'coverage'],
    ['rendering_provider.last_name', 'cosmetic'],
    ['pay_to_address.city', 'cosmetic'],
    ['subscriber_secondary', 'coverage'],
    ['subscriber_secondary.insurance_card.image_url_front', 'cosmetic'],
    ['billing_provider.address.city', 'coverage'],
    ['referring_provider.address.city', 'cosmetic'],
  ])('%s is %s', (path, expected) => {
    expect(classOf(path)).toBe(expected)
  })
})
