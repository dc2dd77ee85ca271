import { describe, expect, it } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import { evaluateBundle, spellField } from './evaluate.ts'
import { groupKey } from './grouping.ts'
import { bundled, lookups, otherLines } from './testdata/bundled.ts'

const causes = (...captures: Parameters<typeof evaluateBundle>[0]) =>
  evaluateBundle(captures, lookups).errors.map((error) => error.cause)

describe('the status of a bundle', () => {
  it('is successful without errors', () => {
    const result = evaluateBundle([bundled('1')], lookups)
    expect(result).toMatchObject({ status: 'successful', errors: [] })
    expect(result.characteristics).toEqual({
      patient_external_id: 'PAT-0042',
      date_of_service: '2026-10-02',
      'service_facility.npi': '1999999984',
      'billing_provider.npi': '1999999984',
    })
    expect(result.input).toEqual(bundled('1').data)
  })

  it('is held while a capture is planned, without errors or input', () => {
    const result = evaluateBundle(
      [bundled('1', { diagnoses: [] }), bundled('2', {}, { status: 'planned' })],
      lookups,
    )
    expect(result).toMatchObject({ status: 'held', errors: [], input: null })
  })

  it('is aborted if all captures are left out', () => {
    for (const status of ['not-billable', 'aborted', 'entered-in-error']) {
      expect(evaluateBundle([bundled('1', {}, { status })], lookups).status).toBe('aborted')
    }
    expect(evaluateBundle([], lookups).status).toBe('aborted')
  })

  it('ignores captures that are left out', () => {
    const result = evaluateBundle(
      [bundled('1', {}, { status: 'entered-in-error' }), bundled('2', otherLines('T1015', [1]))],
      lookups,
    )
    expect(result.status).toBe('successful')
    expect(result.input).toEqual(bundled('2', otherLines('T1015', [1])).data)
  })

  it('is not-started if a capture has no complete group', () => {
    const lone = bundled('1', { service_facility: null }, { service_facility_key: '' })
    expect(groupKey(lone)).toBeUndefined()
    expect(evaluateBundle([lone], lookups)).toMatchObject({
      status: 'not-started',
      errors: [],
      input: null,
    })
  })

  it('is a dry run if every capture requests one', () => {
    const category = { claim_creation_category: 'dry-run' }
    expect(evaluateBundle([bundled('1', {}, category)], lookups).status).toBe('successful-dry-run')
    expect(
      evaluateBundle([bundled('1', {}, category), bundled('2', otherLines('T1015', [1]))], lookups)
        .status,
    ).toBe('successful')
  })
})

describe('the errors of a bundle', () => {
  it('name capture, cause and field', () => {
    const { status, errors } = evaluateBundle(
      [bundled('1', { 'rendering_provider.npi': '1234567890' })],
      lookups,
    )
    expect(status).toBe('in-error')
    expect(errors).toEqual([
      {
        cause: 'npi-check-digit',
        charge_capture_id: '1',
        message: 'Rendering provider NPI 1234567890 fails its check digit',
        field_in_error: spellField('npi-check-digit', 'rendering_provider.npi'),
      },
    ])
  })

  it('are as many as the faults of a capture', () => {
    const faults: Record<string, unknown> = {
      'patient.last_name': 'Mu\uFFFDoz',
      'patient.first_name': 'undefined',
      'patient.address.zip_code': '00000',
      'patient.address.address1': '12 Elm Street *4',
      'billing_provider.address.address1': 'PO Drawer 8',
      'billing_provider.address.zip_plus_four_code': '9999',
      'guarantor.date_of_birth': '2027-01-01',
      'pay_to_address.address1': 'e'.repeat(56),
      discharge_date: '2026-12-25',
      prior_authorization_number: 'see attached',
      property_casualty_claim_number: 'UNKNOWN',
      'subscriber_primary.insurance_card.member_id': 'COM188-404777',
      'subscriber_primary.insurance_card.group_number': '1.23E+09',
      referring_provider: { first_name: 'Dana', last_name: 'Fox' },
      'service_lines.0.note': 'n'.repeat(81),
      'service_lines.1.end_date_of_service': '2027-01-01',
    }
    const whole = { city: 'Portland', state: 'OR', zip_code: '97205' }
    const capture = bundled('1', { pay_to_address: whole, ...faults })
    const named = evaluateBundle([capture], lookups).errors.map(
      ({ field_in_error }) =>
        resolveFieldInError(field_in_error, capture.data, captureShape())?.path,
    )
    const fields = Object.keys(faults).map((path) =>
      path === 'referring_provider' ? `${path}.npi` : path,
    )
    expect(named.toSorted()).toEqual(fields.toSorted())
  })

  it.each([
    ['rendering-npi-unknown', { 'rendering_provider.npi': '1999999984' }],
    ['billing-npi-unknown', { 'billing_provider.npi': '1234567893' }],
    ['facility-npi-unknown', { 'service_facility.npi': '1234567893' }],
    ['facility-name-differs', { 'service_facility.organization_name': 'South Clinic' }],
    ['facility-id-unknown', { service_facility: null, service_facility_id: 'nowhere' }],
    ['payer-unknown', { 'subscriber_primary.insurance_card.payer_id': 'UNK77' }],
    ['patient-id-differs', { 'patient.external_id': 'PAT-9999' }],
    ['member-id-missing', { 'subscriber_primary.insurance_card.member_id': null }],
  ])('%s', (cause, changes) => expect(causes(bundled('1', changes))).toEqual([cause]))

  it('include providers who left, closed facilities and wrong facility names', () => {
    const closing = {
      ...lookups,
      renderingProvider: () => ({
        employment_start_date: '2020-01-01',
        employment_termination_date: '2026-10-01',
      }),
      facilityByNpi: () => ({ name: 'north', aliases: ['north clinic'], status: 'inactive' }),
    }
    expect(evaluateBundle([bundled('1')], closing).errors.map((error) => error.cause)).toEqual([
      'rendering-left',
      'facility-inactive',
    ])
  })

  it('include providers who joined after the date of service', () => {
    const starting = (employment_start_date: string) => ({
      ...lookups,
      renderingProvider: () => ({ employment_start_date, employment_termination_date: null }),
    })
    expect(evaluateBundle([bundled('1')], starting('2026-10-03')).errors).toMatchObject([
      { cause: 'rendering-not-started', charge_capture_id: '1' },
    ])
    expect(evaluateBundle([bundled('1')], starting('2026-10-02')).errors).toEqual([])
  })

  it.each([
    [
      'referring_provider',
      { npi: '1234567893' },
      { npi: '1999999984' },
      'the referring provider NPI',
    ],
    [
      'supervising_provider',
      { npi: '1234567893' },
      { npi: '1999999984' },
      'the supervising provider NPI',
    ],
    ['referral_number', 'R1', 'R2', 'the referral number'],
    ['admission_date', '2026-09-30', '2026-10-01', 'the admission date'],
    ['accident_date', '2026-09-30', '2026-10-01', 'the accident date'],
    ['benefits_assigned_to_provider', true, false, 'the assignment of benefits'],
    ['provider_accepts_assignment', true, false, 'the acceptance of assignment'],
    ['patient_authorized_release', true, false, "the patient's release of information"],
    [
      'related_causes_information',
      { related_causes_code_1: 'EM' },
      { related_causes_code_1: 'OA' },
      'the related cause',
    ],
    [
      'subscriber_secondary',
      { insurance_card: { payer_id: 'NBH01', member_id: 'W1234567' } },
      { insurance_card: { payer_id: 'NBH01', member_id: 'W7654321' } },
      "the secondary subscriber's member id",
    ],
    [
      'subscriber_secondary',
      { insurance_card: { payer_id: 'NBH01', group_number: 'G1' } },
      { insurance_card: { member_id: 'W7654321', plan_type: 'MC' } },
      "the secondary subscriber's insurance card",
    ],
    [
      'referring_provider',
      { npi: '1234567893' },
      { first_name: 'Kim', last_name: 'Moss' },
      'the referring provider',
    ],
  ])(
    'name captures that differ in %s, which the claim could hold once only',
    (path, one, other, label) => {
      const { errors } = evaluateBundle(
        [
          bundled('1', { [path]: one }),
          bundled('2', { ...otherLines('T1015', [1]), [path]: other }),
        ],
        lookups,
      )
      expect(
        errors.filter((error) => error.cause === 'captures-disagree').map((error) => error.message),
      ).toEqual([`Charge captures CHG-1 and CHG-2 differ in ${label}; one claim can have only one`])
    },
  )

  it('are none if two captures name the same person or card with different detail', () => {
    const { errors } = evaluateBundle(
      [
        bundled('1', {
          'rendering_provider.first_name': 'D.',
          'subscriber_primary.insurance_card.payer_name': null,
        }),
        bundled('2', otherLines('T1015', [1])),
      ],
      lookups,
    )
    expect(errors).toEqual([])
  })

  it('include professional and institutional captures in one group', () => {
    const institutional = bundled('2', {
      ...otherLines('T1015', [1]),
      'service_lines.0.revenue_code': '0450',
    })
    expect(evaluateBundle([bundled('1'), institutional], lookups).errors).toMatchObject([
      {
        cause: 'claim-kinds-mixed',
        charge_capture_id: null,
        message:
          'Charge capture CHG-2 bills institutional lines (with revenue codes), CHG-1 professional ones; one claim cannot hold both',
      },
    ])
  })

  it.each([
    [undefined, 50],
    ['0450', 999],
  ])('count the lines of a claim with revenue code %s against %i', (revenue_code, most) => {
    const [line] = cleanData().service_lines
    const lines = (count: number) => ({
      service_lines: Array.from({ length: count }, (_, i) => ({
        ...line,
        procedure_code: `G${String(i).padStart(4, '0')}`,
        diagnosis_pointers: [0],
        ...(revenue_code && { revenue_code }),
      })),
    })
    expect(causes(bundled('1', lines(most)))).toEqual([])
    expect(causes(bundled('1', lines(most + 1)))).toEqual(['lines-too-many'])
  })

  it('belong to the whole claim if no capture of several has a value', () => {
    const missing = { 'billing_provider.tax_id': null }
    const result = evaluateBundle(
      [bundled('1', missing), bundled('2', { ...missing, ...otherLines('T1015', [1]) })],
      lookups,
    )
    expect(result.errors).toMatchObject([{ cause: 'tax-id-missing', charge_capture_id: null }])
    expect(
      evaluateBundle([bundled('1', missing), bundled('2', otherLines('T1015', [1]))], lookups)
        .status,
    ).toBe('successful')
  })

  it('include a line that two captures bill, and captures that disagree', () => {
    expect(
      evaluateBundle([bundled('1'), bundled('2', otherLines('G0463', [0]))], lookups).errors,
    ).toMatchObject([
      {
        cause: 'line-billed-twice',
        charge_capture_id: '2',
        message: 'Service line 1 is already billed by charge capture CHG-1 of the same claim',
      },
    ])
    const other = bundled('2', {
      ...otherLines('T1015', [1]),
      'patient.date_of_birth': '1981-01-01',
    })
    expect(evaluateBundle([bundled('1'), other], lookups).errors).toMatchObject([
      {
        cause: 'captures-disagree',
        charge_capture_id: null,
        message: expect.stringContaining('CHG-1 and CHG-2 differ'),
      },
    ])
  })

  it('have at least 25 kinds from the scrub rules', () => {
    const kinds = new Set(scrubCases.flatMap(({ changes }) => causes(bundled('1', changes))))
    expect(kinds.size).toBeGreaterThanOrEqual(60)
  })

  it('are the same every time', () => {
    const captures = [bundled('1', { diagnoses: [] }), bundled('2', { 'patient.gender': null })]
    expect(evaluateBundle(captures, lookups)).toEqual(evaluateBundle(captures, lookups))
  })
})

describe('field_in_error', () => {
  it('has several spellings, and the console finds the field for each', () => {
    const shapes = new Set<string>()
    for (const { rule, path, changes } of scrubCases) {
      const spelled = spellField(rule, path)
      const lead = spelled.slice(0, spelled.indexOf(path.split('.')[0]!))
      shapes.add(lead + (spelled.includes('[') ? 'brackets' : 'dots'))
      // One control can edit a whole list (modifiers.0 -> modifiers).
      expect(path, spelled).toContain(
        resolveFieldInError(spelled, bundled('1', changes).data, captureShape())?.path,
      )
    }
    expect([...shapes].toSorted()).toEqual([
      'brackets',
      'charge_capture_data.brackets',
      'charge_capture_data.dots',
      'data.brackets',
      'data.dots',
      'dots',
    ])
  })
})
