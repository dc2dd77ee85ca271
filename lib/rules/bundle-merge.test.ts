import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExact, type Json } from '#lib/core/json.ts'
import { normalizeDiagnosisCode } from './codes/codes.ts'
import { mergeCaptureData } from './bundle-merge.ts'

type Diagnosis = { code: string; code_type: string }
type Data = { diagnoses: Diagnosis[]; service_lines: { procedure_code: string; diagnosis_pointers: number[] }[] }

const diagnosis = fc.record({
  code: fc.constantFrom('E11.9', 'e119', 'I10', 'J44.9', 'M54.50', 'U07.1'),
  code_type: fc.constantFrom('ABK', 'ABF'),
})
const capture: fc.Arbitrary<Data> = fc.array(diagnosis, { minLength: 1, maxLength: 5 }).chain((diagnoses) =>
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
    ...new Set(line.diagnosis_pointers.map((pointer) => normalizeDiagnosisCode(data.diagnoses[pointer]!.code))),
  ])

describe('mergeCaptureData', () => {
  it('keeps every line, in order, pointing at the same diagnosis codes as before', () => {
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

  it('passes one capture on as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        expect(mergeCaptureData([data as Json])).toBe(data)
      }),
    )
  })

  it('never throws, whatever the captures hold', () => {
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
    const data = fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(key, fc.jsonValue()))))
    fc.assert(
      fc.property(fc.array(data as fc.Arbitrary<Json>, { maxLength: 4 }), (captures) => {
        expect(() => mergeCaptureData(captures)).not.toThrow()
      }),
    )
  })

  it('takes the first value that is not null and joins lists', () => {
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
    expect(mergeCaptureData([patient({ city: 'Bend' }), patient({ address1: '1 Elm', city: 'Salem' })])).toEqual({
      patient: { address: { city: 'Bend' } },
    })
  })

  it("keeps a line's place of service when its capture's header does not become the claim's", () => {
    const merged = mergeCaptureData([
      { place_of_service_code: '11', service_lines: [{ procedure_code: 'G0463' }] },
      {
        place_of_service_code: '22',
        service_lines: [{ procedure_code: 'J0696' }, { procedure_code: 'J1885', place_of_service_code: '12' }],
      },
    ]) as { service_lines: { place_of_service_code?: string }[] }
    expect(merged.service_lines.map((line) => line.place_of_service_code)).toEqual([undefined, '22', '12'])
  })

  it('drops a pointer at nothing rather than let it point at the other capture', () => {
    const merged = mergeCaptureData([
      { diagnoses: [{ code: 'I10' }], service_lines: [{ diagnosis_pointers: [0, 1] }] },
      { diagnoses: [{ code: 'E11.9' }], service_lines: [{ diagnosis_pointers: [0] }] },
    ]) as Data
    expect(merged.service_lines.map((line) => line.diagnosis_pointers)).toEqual([[0], [1]])
  })

  it('keeps numbers as they were written', () => {
    const merged = mergeCaptureData([
      parseExact('{"service_lines":[{"rate":1.0}]}'),
      parseExact('{"big":12345678901234567890}'),
    ])
    expect(JSON.stringify(merged)).toBe('{"service_lines":[{"rate":1.0}],"big":12345678901234567890}')
  })
})
