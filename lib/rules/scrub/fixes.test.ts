import { describe, expect, test } from 'vitest'
import { billable, cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { afterMoving } from '#lib/rules/lines/repoint.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import type { Finding, ScrubInput } from './rule.ts'
import { scrubCapture } from './scrub.ts'

const found = (changes: Record<string, unknown>) => scrubCapture(billable(cleanWith(changes)))
const setsOf = (finding: Finding | undefined) =>
  finding?.fix && Object.fromEntries(finding.fix.sets.map(({ path, value }) => [path, value]))

/** The diagnoses and pointers after a fix that moves a diagnosis. */
function movedBy({ fix }: Finding, changes: Record<string, unknown>): Record<string, unknown> {
  if (!fix?.move) return {}
  const data = cleanWith(changes) as {
    diagnoses: object[]
    service_lines: { diagnosis_pointers: number[] }[]
  }
  const moved = afterMoving(fix.move.from, fix.move.to)
  const diagnoses = data.diagnoses.map((_, place) =>
    data.diagnoses.find((_row, old) => moved(old) === place),
  )
  const pointers = data.service_lines.map(({ diagnosis_pointers }, line) => [
    `service_lines.${line}.diagnosis_pointers`,
    diagnosis_pointers.map((pointer) => moved(pointer)),
  ])
  return { diagnoses, ...(Object.fromEntries(pointers) as object) }
}

const ndc = 'service_lines.1.drug_identification.national_drug_code'

describe('a fix is offered only where it is certainly right', () => {
  test.each([
    ['npi-shape', 'rendering_provider.npi', '123-456 7893', '1234567893'],
    ['tax-id-shape', 'billing_provider.tax_id', '93-1402217', '931402217'],
    ['member-id-shape', 'subscriber_primary.insurance_card.member_id', 'W123-456', 'W123456'],
    ['taxonomy-shape', 'rendering_provider.taxonomy_code', '207q00000x', '207Q00000X'],
    ['state-unknown', 'patient.address.state', 'or', 'OR'],
    ['place-shape', 'place_of_service_code', 2, '02'],
    ['facility-zip-plus-four', 'service_facility.address.zip_plus_four_code', null, '9998'],
    ['diagnosis-principal-type', 'diagnoses.0.code_type', 'ABF', 'ABK'],
    ['diagnosis-type-missing', 'diagnoses.0.code_type', null, 'ABK'],
    ['diagnosis-code-case', 'diagnoses.0.code', 'e11.9', 'E11.9'],
    ['procedure-code-shape', 'service_lines.0.procedure_code', 'g0463', 'G0463'],
    ['modifier-duplicate', 'service_lines.0.modifiers', ['25', '59', '25'], ['25', '59']],
    ['revenue-code-shape', 'service_lines.0.revenue_code', '450', '0450'],
    ['pointer-duplicate', 'service_lines.0.diagnosis_pointers', [1, 0, 1], [1, 0]],
    ['ndc-shape', ndc, '0409-1234-01', '00409123401'],
    ['ndc-shape', ndc, '50409-123-01', '50409012301'],
    ['ndc-shape', ndc, '55292 140 01', '55292014001'],
    ['ndc-shape', ndc, 'N400409123401', '00409123401'],
    ['ndc-shape', ndc, 'NDC: 0409.1234.01', '00409123401'],
    ['ndc-unit', 'service_lines.1.drug_identification.measurement_unit_code', 'ml', 'ML'],
    ['units-unknown', 'service_lines.0.units', 'un', 'UN'],
    ['date-shape', 'date_of_service', '20261002', '2026-10-02'],
    ['text-spaces', 'patient.address.zip_code', ' 97205', '97205'],
    ['invisible-signs', 'subscriber_primary.insurance_card.payer_id', 'KLM07\u200B', 'KLM07'],
  ])('%s at %s', (rule, path, wrong, right) => {
    expect(
      setsOf(found({ [path]: wrong }).find((one) => one.rule === rule && one.path === path)),
    ).toEqual({
      [path]: right,
    })
  })

  test('nine ZIP code digits are split, unless the second field already differs', () => {
    const fixOf = (changes: Record<string, unknown>) =>
      setsOf(found(changes).find((one) => one.rule === 'zip-shape'))
    expect(fixOf({ 'patient.address.zip_code': '97205-1234' })).toEqual({
      'patient.address.zip_code': '97205',
      'patient.address.zip_plus_four_code': '1234',
    })
    expect(fixOf({ 'patient.address.zip_code': '97205-9999' })).toBeUndefined()
  })

  test('one lower-case modifier is corrected together with the others in its field', () => {
    const finding = found({ 'service_lines.0.modifiers': ['25', 'rt'] }).find(
      (one) => one.rule === 'modifier-shape',
    )
    expect(setsOf(finding)).toEqual({ 'service_lines.0.modifiers': ['25', 'RT'] })
  })
})

test.each([
  ['npi-shape', { 'rendering_provider.npi': '123-456 7893' }, '123-456 7893', '1234567893'],
  ['diagnosis-type-missing', { 'diagnoses.1.code_type': null }, '', 'ABF'],
  ['zip-shape', { 'patient.address.zip_code': '97205-1234' }, '97205-1234 1234', '97205 1234'],
  ['pointer-duplicate', { 'service_lines.0.diagnosis_pointers': [1, 0, 1] }, 'B A B', 'B A'],
  ['modifier-duplicate', { 'service_lines.0.modifiers': ['25', '59', '25'] }, '25 59 25', '25 59'],
])('the fix of %s shows the old and the new value', (rule, changes, from, to) => {
  expect(found(changes).find((one) => one.rule === rule)?.fix).toMatchObject({ from, to })
})

test.each([
  ['an NPI whose digits are wrong', 'rendering_provider.npi', '123-456-7890'],
  ['an NPI that fails its check digit', 'rendering_provider.npi', '1234567890'],
  [
    'a drug code without hyphens, which could be three codes',
    'service_lines.1.drug_identification.national_drug_code',
    '0409123401',
  ],
  [
    'a drug code with two short parts',
    'service_lines.1.drug_identification.national_drug_code',
    '0409-123-01',
  ],
  ['a date whose month may be its day', 'date_of_service', '10/02/2026'],
  ['a state with a slip', 'patient.address.state', 'Oregan'],
  ['a pointer that isn’t a diagnosis', 'service_lines.0.diagnosis_pointers', [0, 7]],
  ['a typed place of service, which may be half of 11', 'place_of_service_code', '1'],
  ['a typed place of service of a line', 'service_lines.1.place_of_service_code', '2'],
  ['a tax id of zeros', 'billing_provider.tax_id', '00-0000000'],
  ['a tax id of one repeated digit', 'billing_provider.tax_id', '55-5555555'],
  ['a tax id that counts up', 'billing_provider.tax_id', '12-3456789'],
  ['a tax id with an unassigned prefix', 'billing_provider.tax_id', '07-1402217'],
  ['a social security number of area 000', 'billing_provider.tax_id', '000-12-3456'],
  ['a social security number of area 666', 'billing_provider.tax_id', '666-12-3456'],
  ['a social security number of area 900', 'billing_provider.tax_id', '912-12-3456'],
  [
    'a drug code of zeros',
    'service_lines.1.drug_identification.national_drug_code',
    '0000-0000-00',
  ],
  ['a right side twice, one of which may be the left', 'service_lines.0.modifiers', ['RT', 'RT']],
  ['an eyelid twice', 'service_lines.0.modifiers', ['25', 'E1', 'E1']],
  ['a finger twice', 'service_lines.0.modifiers', ['F3', 'F3']],
  ['a great toe twice', 'service_lines.0.modifiers', ['TA', 'TA']],
  ['two principal diagnoses, either of which may be meant', 'diagnoses.1.code_type', 'ABK'],
])('no fix for %s', (_name, path, wrong) => {
  const findings = found({ [path]: wrong }).filter((one) => one.path === path)
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.filter((one) => one.fix)).toEqual([])
})

const memberId = 'subscriber_primary.insurance_card.member_id'

describe('a member id', () => {
  test.each([
    'PENDING - CALL',
    'NOT ON FILE',
    'SELF PAY',
    'SEE CARD',
    'T.B.D.',
    'A12345678 OLD',
    '12345 - Medicaid',
    'NA 12345678',
    'W111222333 W444555666',
    'W111222333/W444555666',
    'W12345678 (old)',
    'Pending / call',
    'SSN 503-55-0142',
    'DOB01021980',
    'SSN503550142',
    'RX 123456',
    'TEL 555-0100',
    'EXP 12 2027',
    'POL-123456',
    'BIN 610014',
    'ID W123456789',
    'n/a',
    'PENDING',
    'unknown',
    'none',
  ])('%s is a note, not an id, and has no fix', (text) => {
    const findings = found({ [memberId]: text }).filter((one) => one.path === memberId)
    expect(findings.map(({ rule, message, fix }) => [rule, message, fix])).toEqual([
      [
        'member-id-shape',
        "The primary subscriber's member ID looks like a note, not an ID",
        undefined,
      ],
    ])
  })

  test.each([
    ['123-45-6789', 'looks like a social security number, not an ID'],
    ['503 55 0142', 'looks like a social security number, not an ID'],
    ['503-55-0142A', 'looks like a social security number, not an ID'],
    ['XYZ 503-55-0142', 'looks like a social security number, not an ID'],
    ['1980-02-29', 'looks like a date, not an ID'],
    ['2.29.80', 'looks like a date, not an ID'],
    ['29 FEB 1980', 'looks like a date, not an ID'],
    ['W12 02/29/1980', 'looks like a date, not an ID'],
    ['(503) 555-0100', 'looks like a telephone number, not an ID'],
    ['1.503.555.0100', 'looks like a telephone number, not an ID'],
    ['555-0100', 'looks like a telephone number, not an ID'],
    ['000-00-0000', 'is a placeholder, not an ID'],
    ['123456789', 'is a placeholder, not an ID'],
    ['XXXXX1234', 'is a placeholder, not an ID'],
  ])('%s %s, and has no fix, also with spaces around it', (text, words) => {
    for (const typed of [text, ` ${text} `]) {
      const findings = found({ [memberId]: typed }).filter((one) => one.path === memberId)
      expect(findings[0]?.message).toBe(`The primary subscriber's member ID ${words}`)
      expect(findings.flatMap(({ fix }) => fix ?? [])).toEqual([])
    }
  })

  test.each([
    ['W12 345 678', 'W12345678'],
    ['XYZ-123456789', 'XYZ123456789'],
    ['2234.5678.90', '2234567890'],
    ['123-456-780', '123456780'],
  ])('%s was copied with separators, and the fix writes %s', (text, id) => {
    expect(setsOf(found({ [memberId]: text }).find((one) => one.path === memberId))).toEqual({
      [memberId]: id,
    })
  })

  test.each([
    ['1EG4-TE5-MK73', { [memberId]: '1EG4TE5MK73' }],
    ['123-45-678A', undefined],
    ['1SG4-TE5-MK73', undefined],
  ])('of Medicare, %s loses its separators only if an MBI remains', (text, sets) => {
    for (const plan_type of ['MA', 'MB']) {
      const changes = { [memberId]: text, 'subscriber_primary.insurance_card.plan_type': plan_type }
      expect(setsOf(found(changes).find((one) => one.rule === 'member-id-shape'))).toEqual(sets)
    }
  })

  test('too short, too long or with other characters is left to the person', () => {
    for (const text of ['12-345', '1234-5678-9012-3456-7890-1', 'W12#345#678'])
      expect(found({ [memberId]: text }).filter((one) => one.fix)).toEqual([])
  })
})

describe('the principal diagnosis', () => {
  const insulin = { code: 'Z79.4', code_type: 'ABF' }
  const diabetes = { code: 'E11.9', code_type: 'ABK' }
  const of = (diagnoses: object[]) =>
    found({ diagnoses }).filter((one) => one.path.startsWith('diagnoses'))

  test.each([
    ['typed as an additional one', insulin],
    ['without a type', { code: 'Z79.4' }],
  ])('is moved to the front, never relabelled, if the first is %s', (_words, first) => {
    const findings = of([first, diabetes])
    expect(findings.flatMap(({ fix }) => fix ?? [])).toEqual([
      {
        label: 'Move E11.9 first',
        sets: [],
        move: { list: 'diagnoses', from: 1, to: 0 },
        from: 'Z79.4',
        to: 'E11.9',
      },
    ])
    expect(findings.map(({ rule, path }) => [rule, path])).toContainEqual([
      'diagnosis-principal-type',
      'diagnoses.0.code_type',
    ])
    expect(findings.map(({ rule }) => rule)).not.toContain('diagnosis-second-principal')
  })

  test('is the first one if no other is marked as principal', () => {
    expect(setsOf(of([insulin, { code: 'E11.9', code_type: 'ABF' }])[0])).toEqual({
      'diagnoses.0.code_type': 'ABK',
    })
  })

  test("needs a person's choice if two are marked as principal", () => {
    const findings = of([insulin, diabetes, { code: 'I10', code_type: 'ABK' }])
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.flatMap(({ fix }) => fix ?? [])).toEqual([])
    expect(of([diabetes, { code: 'I10', code_type: 'ABK' }]).map(({ message }) => message)).toEqual(
      ['Diagnoses A (E11.9) and B (I10) are both marked as principal; a claim has one'],
    )
  })
})

describe('the four digits after the ZIP code', () => {
  const bare = { 'service_facility.address.zip_plus_four_code': null }
  const fixWith = (findPlusFour?: ScrubInput['findPlusFour']) =>
    scrubCapture({ ...billable(cleanWith(bare)), findPlusFour }).find(
      (one) => one.rule === 'facility-zip-plus-four',
    )?.fix

  test("come from the organization's own record of the NPI, if there is one", () => {
    const asked: unknown[] = []
    const fix = fixWith((...place) => {
      asked.push(place)
      return '4410'
    })
    expect(asked).toEqual([['1999999984', '97205']])
    expect(fix).toMatchObject({ label: "Write 4410 (the organization's own record)", to: '4410' })
  })

  test('are the placeholder 9998, labelled as such, only without a record', () => {
    expect(fixWith(() => null)).toMatchObject({
      label: 'Write the placeholder 9998 (four digits not known)',
      to: '9998',
    })
    expect(
      fixWith(() => undefined),
      'while the record is looked up',
    ).toBeUndefined()
  })

  test('are never 9998 for the billing provider', () => {
    const without = { 'billing_provider.address.zip_plus_four_code': null, ...bare }
    const writes = found(without).flatMap(({ fix }) => fix?.sets ?? [])
    expect(writes.map(({ path }) => path)).toEqual(['service_facility.address.zip_plus_four_code'])
  })
})

test("a repeated side modifier needs a person's choice", () => {
  const finding = found({ 'service_lines.0.modifiers': ['RT', 'RT'] }).find(
    (one) => one.rule === 'modifier-duplicate',
  )
  expect(finding?.message).toBe(
    'Line 1 lists modifier RT more than once; was another side or site meant?',
  )
})

test('a repeated letter may be a slip for another one, and the button says so', () => {
  const finding = found({ 'service_lines.0.diagnosis_pointers': [0, 0] }).find(
    (one) => one.rule === 'pointer-duplicate',
  )
  expect(finding?.message).toContain('more than once; was another letter meant?')
  expect(finding?.fix).toMatchObject({
    label: 'Keep each letter once, if no other was meant',
    from: 'A A',
    to: 'A',
  })
})

test('a one-digit place of service lists the possible codes', () => {
  const messageOf = (place: string) =>
    found({ place_of_service_code: place }).find(({ rule }) => rule === 'place-shape')?.message
  expect(messageOf('1')).toBe(
    'Visit place of service "1" is not a two-digit code; it may be 01 (pharmacy), or the first digit of another code, such as 11 (office)',
  )
})

test('every offered fix resolves its own finding', () => {
  for (const { changes } of scrubCases) {
    for (const finding of found(changes)) {
      if (!finding.fix) continue
      const after = found({ ...changes, ...setsOf(finding), ...movedBy(finding, changes) })
      expect(
        after.filter((one) => one.rule === finding.rule && one.path === finding.path),
        finding.rule,
      ).toEqual([])
    }
  }
})
