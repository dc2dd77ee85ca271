import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billable, cleanData, cleanWith, today } from '#lib/rules/testdata/clean-capture.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import { scrubPasses } from '#lib/rules/testdata/scrub-passes.ts'
import { rules, scrubCapture } from './scrub.ts'

const found = (changes: Record<string, unknown>, input: object = {}) =>
  scrubCapture({ ...billable(cleanWith(changes)), ...input })

describe('scrubCapture', () => {
  it('finds nothing on a clean capture', () => {
    expect(scrubCapture(billable(cleanData()))).toEqual([])
  })

  it.each(scrubCases.map((one) => [one.rule, one.path, one] as const))(
    '%s speaks at %s',
    (rule, path, { changes, input, severity }) => {
      const finding = found(changes, input).find((one) => one.rule === rule && one.path === path)
      expect(finding, JSON.stringify(found(changes, input))).toBeDefined()
      expect(finding!.severity).toBe(severity ?? rules.find((one) => one.id === rule)!.severity)
      expect(finding!.message).toMatch(/^[A-Z]/)
    },
  )

  it.each(scrubPasses.map((one) => [one.rule, one.path, one] as const))(
    '%s lets pass what is right at %s',
    (rule, _path, { changes, input }) => {
      expect(found(changes, input).filter((one) => one.rule === rule)).toEqual([])
    },
  )

  it('has a failing and a passing case, a source and a resolution for every rule, and no duplicate id', () => {
    const ids = rules.map((rule) => rule.id).toSorted()
    expect([...new Set(scrubCases.map((one) => one.rule))].toSorted()).toEqual(ids)
    expect([...new Set(scrubPasses.map((one) => one.rule))].toSorted()).toEqual(ids)
    expect(rules.every((rule) => rule.source.length > 10 && /^[A-Z].*\.$/.test(rule.how))).toBe(
      true,
    )
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length)
    expect(rules.length).toBeGreaterThanOrEqual(45)
  })

  it('describes each problem plainly', () => {
    expect(found({ 'rendering_provider.npi': '1234567890' })).toEqual([
      {
        rule: 'npi-check-digit',
        severity: 'error',
        path: 'rendering_provider.npi',
        message: 'Rendering provider NPI 1234567890 fails its check digit',
        certain: false,
      },
    ])
  })

  it('turns missing and future values into warnings while the capture is planned', () => {
    const changes = {
      date_of_service: '2026-12-01',
      'service_lines.0.charge_amount_cents': null,
      'rendering_provider.npi': '1234567890',
    }
    const planned = found(changes, { status: 'planned' })
    expect(planned.find((one) => one.rule === 'date-future')?.severity).toBe('warning')
    expect(planned.find((one) => one.rule === 'charge-missing')?.severity).toBe('warning')
    expect(planned.find((one) => one.rule === 'npi-check-digit')?.severity).toBe('error')
    expect(found(changes).find((one) => one.rule === 'date-future')?.severity).toBe('error')
  })

  it('separates rules for one capture from rules for a whole claim', () => {
    const input = billable({})
    const parts = [...scrubCapture(input, 'capture'), ...scrubCapture(input, 'claim')]
    expect(parts.length).toBe(scrubCapture(input).length)
    expect(scrubCapture(input, 'capture')).toEqual([])
  })
})

describe('accepted values', () => {
  it.each([
    ['someone of 149 years', { 'patient.date_of_birth': '1876-11-21' }],
    ['U codes', { 'diagnoses.1.code': 'U07.1' }],
    ['outreach sites', { place_of_service_code: '27' }],
    [
      'a facility by id',
      { service_facility: null, service_facility_id: '0c2f9d46-6d5a-4c43-9a7e-6a0b9a1f3c10' },
    ],
    ['unknown ZIP+4', { 'service_facility.address.zip_plus_four_code': '9998' }],
    [
      'a revenue code without procedure',
      {
        'service_lines.0.procedure_code': null,
        'service_lines.0.revenue_code': '0450',
        'service_lines.1.revenue_code': '0636',
      },
    ],
    [
      'three decimals on institutional lines',
      {
        'service_lines.0.quantity': '1.125',
        'service_lines.0.revenue_code': '0450',
        'service_lines.1.revenue_code': '0636',
      },
    ],
    ['half units', { 'service_lines.0.quantity': '1.5' }],
    [
      'the same procedure with another modifier',
      {
        'service_lines.1.procedure_code': 'G0463',
        'service_lines.1.modifiers': ['59'],
        'service_lines.1.drug_identification': null,
      },
    ],
    ['self-pay without cover', { responsible_party: 'SELF_PAY', subscriber_primary: null }],
    [
      'a stay of several days',
      { end_date_of_service: '2026-10-04', 'service_lines.1.date_of_service': '2026-10-03' },
    ],
    [
      'a drug under another qualifier',
      {
        'service_lines.1.drug_identification': {
          service_id_qualifier: 'UP',
          national_drug_code: '1-2',
        },
      },
    ],
    ['a late claim with its reason', { date_of_service: null, delay_reason_code: '3' }],
    [
      'a place of service on each line',
      {
        place_of_service_code: null,
        'service_lines.0.place_of_service_code': '11',
        'service_lines.1.place_of_service_code': '12',
      },
    ],
    ['unknown members', { partner_extension: { anything: [1, null] } }],
  ])('%s', (_name, changes) => expect(found(changes)).toEqual([]))
})

describe('for any JSON', () => {
  // Keys of the interface, so odd values reach the rules, and names that every object inherits.
  const key = fc.constantFrom(
    'patient',
    'service_lines',
    'diagnoses',
    'billing_provider',
    'service_facility',
    'address',
    'npi',
    'date_of_service',
    'diagnosis_pointers',
    'quantity',
    'charge_amount_cents',
    'modifiers',
    'drug_identification',
    'units',
    'code',
    'code_type',
    'date_of_birth',
    'insurance_card',
    'subscriber_primary',
    'place_of_service_code',
    'clinical_notes',
    'notes',
    'constructor',
    'toString',
    'length',
    '__proto__',
  )
  const odd = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(key, tie('value'), { maxKeys: 8 }),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  })).value

  it('never throws', () => {
    fc.assert(
      fc.property(odd, fc.jsonValue(), (data, status) => {
        for (const finding of scrubCapture({
          data,
          status,
          charge_external_id: data,
          ehr_source_url: status,
          today,
          from_pre_encounter: status === true,
        })) {
          expect(typeof finding.message).toBe('string')
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts an odd type for any one value of a clean capture', () => {
    const paths = scrubCases.map((one) => one.path)
    fc.assert(
      fc.property(fc.constantFrom(...paths), odd, (path, value) => {
        expect(() => scrubCapture(billable(cleanWith({ [path]: value })))).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })
})

describe('diagnosis pointers', () => {
  it('are valid exactly if one to four point at different diagnoses', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 6 }),
        (count, pointers) => {
          const diagnoses = Array.from({ length: count }, (_, i) => ({
            code: `A${10 + i}`,
            code_type: i === 0 ? 'ABK' : 'ABF',
          }))
          const data = cleanWith({
            diagnoses,
            'service_lines.0.diagnosis_pointers': pointers,
            'service_lines.1.diagnosis_pointers': [0],
          })
          const isFine =
            pointers.length >= 1 &&
            pointers.length <= 4 &&
            new Set(pointers).size === pointers.length &&
            pointers.every((p) => p >= 0 && p < count)
          expect(
            scrubCapture(billable(data)).filter((one) => one.rule.startsWith('pointer')).length ===
              0,
          ).toBe(isFine)
        },
      ),
    )
  })
})

describe('dates', () => {
  const date = fc
    .date({ min: new Date('2026-08-01'), max: new Date('2027-02-01'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10))
  it('of service are compared as text, by day, without a time zone', () => {
    fc.assert(
      fc.property(date, date, (start, end) => {
        const data = cleanWith({
          date_of_service: start,
          end_date_of_service: end,
          'service_lines.0.date_of_service': start,
          'service_lines.1.date_of_service': null,
        })
        const found = new Set(scrubCapture(billable(data)).map((one) => one.rule))
        expect(found.has('date-end-before-start')).toBe(end < start)
        expect(found.has('date-future')).toBe(start > today || end > today)
      }),
    )
  })
})
