import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText, parseExact, type Json } from '#lib/core/json.ts'
import { normalizeDiagnosisCode } from './codes/codes.ts'
import { mergeCaptureData } from './bundle-merge.ts'

type Diagnosis = { code: string; code_type: string }
type Data = {
  diagnoses: Diagnosis[]
  service_lines: { procedure_code: string; diagnosis_pointers: number[] }[]
}

const diagnosis = fc.record({
  code: fc.constantFrom('E11.9', 'e119', 'I10', 'J44.9', 'M54.50', 'U07.1'),
  code_type: fc.constantFrom('ABK', 'ABF'),
})
const capture: fc.Arbitrary<Data> = fc
  .array(diagnosis, { minLength: 1, maxLength: 5 })
  .chain((diagnoses) =>
    fc.record({
      diagnoses: fc.constant(diagnoses),
      service_lines: fc.array(
        fc.record({
          procedure_code: fc.constantFrom('G0463', 'T1015', 'J0696'),
          diagnosis_pointers: fc.uniqueArray(fc.integer({ min: 0, max: diagnoses.length - 1 }), {
            minLength: 1,
            maxLength: 4,
          }),
        }),
        { maxLength: 4 },
      ),
    }),
  )

const namedCodes = (data: Data) =>
  data.service_lines.map((line) => [
    ...new Set(
      line.diagnosis_pointers.map((pointer) =>
        normalizeDiagnosisCode(data.diagnoses[pointer]!.code),
      ),
    ),
  ])

describe('mergeCaptureData', () => {
  it('keeps every line in order, with pointers to the same diagnosis codes', () => {
    fc.assert(
      fc.property(fc.array(capture, { minLength: 2, maxLength: 4 }), (captures) => {
        const merged = mergeCaptureData(captures as Json[]) as Data
        expect(namedCodes(merged)).toEqual(captures.flatMap(namedCodes))
        expect(merged.service_lines.map((line) => line.procedure_code)).toEqual(
          captures.flatMap((one) => one.service_lines.map((line) => line.procedure_code)),
        )
        const codes = merged.diagnoses.map((one) => normalizeDiagnosisCode(one.code))
        expect(new Set(codes).size).toBe(codes.length)
        expect(merged.diagnoses.slice(1).every((one) => one.code_type === 'ABF')).toBe(true)
      }),
    )
  })

  it('returns a single capture unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        expect(mergeCaptureData([data as Json])).toBe(data)
      }),
    )
  })

  it('never throws for any captures', () => {
    const key = fc.constantFrom(
      'service_lines',
      'diagnoses',
      'diagnosis_pointers',
      'tag_ids',
      'clinical_notes',
      'code',
      'constructor',
      'place_of_service_code',
    )
    const data = fc.dictionary(
      key,
      fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(key, fc.jsonValue()))),
    )
    fc.assert(
      fc.property(fc.array(data as fc.Arbitrary<Json>, { maxLength: 4 }), (captures) => {
        expect(() => mergeCaptureData(captures)).not.toThrow()
      }),
    )
  })

  it('takes the first value that is not null and concatenates lists', () => {
    const merged = mergeCaptureData([
      {
        referral_number: null,
        tag_ids: ['a', 'b'],
        billing_notes: [{ text: 'one' }],
        extra: { keep: true, gap: null },
      },
      {
        referral_number: 'R2',
        tag_ids: ['b', 'c'],
        billing_notes: [{ text: 'one' }],
        extra: { keep: false, gap: 1, address: { city: 'Bend' } },
        only_second: 0,
      },
    ])
    expect(merged).toEqual({
      referral_number: 'R2',
      tag_ids: ['a', 'b', 'c'],
      billing_notes: [{ text: 'one' }, { text: 'one' }],
      extra: { keep: true, gap: 1, address: { city: 'Bend' } },
      only_second: 0,
    })
  })

  it('never mixes two addresses', () => {
    const patient = (address: object) => ({ patient: { address } }) as unknown as Json
    expect(
      mergeCaptureData([patient({ city: 'Bend' }), patient({ address1: '1 Elm', city: 'Salem' })]),
    ).toEqual({
      patient: { address: { city: 'Bend' } },
    })
  })

  it("keeps a line's place of service if its capture's header differs from the claim's", () => {
    const merged = mergeCaptureData([
      { place_of_service_code: '11', service_lines: [{ procedure_code: 'G0463' }] },
      {
        place_of_service_code: '22',
        service_lines: [
          { procedure_code: 'J0696' },
          { procedure_code: 'J1885', place_of_service_code: '12' },
        ],
      },
    ]) as { service_lines: { place_of_service_code?: string }[] }
    expect(merged.service_lines.map((line) => line.place_of_service_code)).toEqual([
      undefined,
      '22',
      '12',
    ])
  })

  it("drops an invalid pointer instead of pointing it at the other capture's diagnosis", () => {
    const merged = mergeCaptureData([
      { diagnoses: [{ code: 'I10' }], service_lines: [{ diagnosis_pointers: [0, 1] }] },
      { diagnoses: [{ code: 'E11.9' }], service_lines: [{ diagnosis_pointers: [0] }] },
    ]) as Data
    expect(merged.service_lines.map((line) => line.diagnosis_pointers)).toEqual([[0], [1]])
  })

  it('keeps numbers as written', () => {
    const merged = mergeCaptureData([
      parseExact('{"service_lines":[{"rate":1.0}]}'),
      parseExact('{"big":12345678901234567890}'),
    ])
    expect(JSON.stringify(merged)).toBe(
      '{"service_lines":[{"rate":1.0}],"big":12345678901234567890}',
    )
  })
})

describe('a unit of members', () => {
  const card = (more: object) =>
    ({ subscriber_primary: { insurance_card: more } }) as unknown as Json
  const rendering = (more: object) => ({ rendering_provider: more }) as unknown as Json

  it("comes from one capture: a payer never gets another payer's member id", () => {
    const aetna = { payer_id: 'AETNA', group_number: 'G-A' }
    expect(mergeCaptureData([card(aetna), card({ member_id: 'UHC9', plan_type: 'MC' })])).toEqual(
      card(aetna),
    )
    expect(
      mergeCaptureData([
        rendering({ npi: '1' }),
        rendering({ first_name: 'Kim', last_name: 'Moss' }),
      ]),
    ).toEqual(rendering({ npi: '1' }))
  })

  it('comes from the capture that has all values of the other one and more', () => {
    const whole = { npi: '1', last_name: 'Fox', taxonomy_code: '207Q00000X' }
    expect(mergeCaptureData([rendering({ npi: '1', last_name: null }), rendering(whole)])).toEqual(
      rendering(whole),
    )
    expect(
      mergeCaptureData([
        card({ payer_id: null, rx_bin: '610' }),
        card({ payer_id: 'P1', member_id: 'M1' }),
      ]),
    ).toEqual(card({ rx_bin: '610', payer_id: 'P1', member_id: 'M1' }))
  })

  it('is never mixed, whatever the captures hold', () => {
    const value = fc.constantFrom(null, '', 'a', 'b')
    const of = (...names: string[]) =>
      fc.option(
        fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
        { freq: 6 },
      )
    const one = fc.record({
      subscriber_primary: fc.record({
        insurance_card: of('payer_id', 'payer_name', 'member_id', 'group_number', 'plan_type'),
      }),
      rendering_provider: of(
        'npi',
        'first_name',
        'last_name',
        'organization_name',
        'taxonomy_code',
      ),
      patient: of('first_name', 'last_name', 'date_of_birth', 'gender'),
      billing_provider: fc.record({ address: of('address1', 'city', 'zip_code') }),
      service_lines: fc.array(
        fc.record({
          procedure_code: value,
          quantity: value,
          drug_identification: of('national_drug_code', 'measurement_unit_code'),
        }),
        { maxLength: 2 },
      ),
    })
    type One = typeof one extends fc.Arbitrary<infer Value> ? Value : never
    const units = ({ subscriber_primary, rendering_provider, patient, billing_provider }: One) => ({
      card: JSON.stringify(subscriber_primary.insurance_card ?? {}),
      provider: JSON.stringify(rendering_provider ?? {}),
      person: JSON.stringify(patient ?? {}),
      address: JSON.stringify(billing_provider.address ?? {}),
    })
    const sorted = (data: Json) => JSON.parse(canonicalText(data)) as One
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 4 }), (captures) => {
        const merged = units(sorted(mergeCaptureData(captures as unknown as Json[])))
        const known = captures.map((capture) => units(sorted(capture as unknown as Json)))
        for (const unit of ['card', 'provider', 'person', 'address'] as const)
          expect(known.map((each) => each[unit])).toContain(merged[unit])
        expect(
          (mergeCaptureData(captures as unknown as Json[]) as unknown as One).service_lines,
        ).toEqual(captures.flatMap((capture) => capture.service_lines))
      }),
    )
  })
})

describe('a prior authorization number', () => {
  const capture = (number: string | null, own?: string) =>
    ({
      prior_authorization_number: number,
      service_lines: [{ procedure_code: 'G0463', ...(own && { prior_authorization_number: own }) }],
    }) as unknown as Json
  const numbers = (...captures: Json[]) => {
    const merged = mergeCaptureData(captures) as {
      prior_authorization_number: string
      service_lines: { prior_authorization_number?: string }[]
    }
    return [
      merged.prior_authorization_number,
      ...merged.service_lines.map((line) => line.prior_authorization_number),
    ]
  }

  it("that differs from the claim's moves to its capture's lines", () => {
    expect(numbers(capture('A1'), capture('B2'))).toEqual(['A1', undefined, 'B2'])
  })

  it('of a line stays on the line', () => {
    expect(numbers(capture('A1', 'L1'), capture('B2', 'L2'))).toEqual(['A1', 'L1', 'L2'])
    expect(numbers(capture('A1'), capture('A1'), capture(null))).toEqual([
      'A1',
      undefined,
      undefined,
      undefined,
    ])
  })
})
