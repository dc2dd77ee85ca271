import { describe, expect, test } from 'vitest'
import { billable, cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import type { Finding } from './rule.ts'
import { scrubCapture } from './scrub.ts'

const found = (changes: Record<string, unknown>) => scrubCapture(billable(cleanWith(changes)))
const setsOf = (finding: Finding | undefined) =>
  finding?.fix && Object.fromEntries(finding.fix.sets.map(({ path, value }) => [path, value]))

describe('a fix is offered where it is certainly right', () => {
  test.each([
    ['npi-shape', 'rendering_provider.npi', '123-456 7893', '1234567893'],
    ['tax-id-shape', 'billing_provider.tax_id', '93-1402217', '931402217'],
    ['member-id-shape', 'subscriber_primary.insurance_card.member_id', 'W123-456', 'W123456'],
    ['taxonomy-shape', 'rendering_provider.taxonomy_code', '207q00000x', '207Q00000X'],
    ['state-unknown', 'patient.address.state', 'or', 'OR'],
    ['place-unknown', 'place_of_service_code', '2', '02'],
    ['facility-zip-plus-four', 'service_facility.address.zip_plus_four_code', null, '9998'],
    ['diagnosis-principal-type', 'diagnoses.0.code_type', 'ABF', 'ABK'],
    ['diagnosis-second-principal', 'diagnoses.1.code_type', 'ABK', 'ABF'],
    ['diagnosis-type-missing', 'diagnoses.0.code_type', null, 'ABK'],
    ['diagnosis-code-case', 'diagnoses.0.code', 'e11.9', 'E11.9'],
    ['procedure-code-shape', 'service_lines.0.procedure_code', 'g0463', 'G0463'],
    ['modifier-duplicate', 'service_lines.0.modifiers', ['25', '59', '25'], ['25', '59']],
    ['revenue-code-shape', 'service_lines.0.revenue_code', '450', '0450'],
    ['pointer-duplicate', 'service_lines.0.diagnosis_pointers', [1, 0, 1], [1, 0]],
    ['ndc-shape', 'service_lines.1.drug_identification.national_drug_code', '0409-1234-01', '00409123401'],
    ['ndc-shape', 'service_lines.1.drug_identification.national_drug_code', '50409-123-01', '50409012301'],
    ['ndc-unit', 'service_lines.1.drug_identification.measurement_unit_code', 'ml', 'ML'],
    ['units-unknown', 'service_lines.0.units', 'un', 'UN'],
    ['date-shape', 'date_of_service', '20261002', '2026-10-02'],
    ['code-spaces', 'patient.address.zip_code', ' 97205', '97205'],
  ])('%s at %s', (rule, path, wrong, right) => {
    expect(setsOf(found({ [path]: wrong }).find((one) => one.rule === rule && one.path === path))).toEqual({
      [path]: right,
    })
  })

  test('nine digits of a ZIP code go into two boxes, unless the second says something else', () => {
    const fixOf = (changes: Record<string, unknown>) => setsOf(found(changes).find((one) => one.rule === 'zip-shape'))
    expect(fixOf({ 'patient.address.zip_code': '97205-1234' })).toEqual({
      'patient.address.zip_code': '97205',
      'patient.address.zip_plus_four_code': '1234',
    })
    expect(fixOf({ 'patient.address.zip_code': '97205-9999' })).toBeUndefined()
  })

  test('one modifier in small letters is written in capitals with the others of its box', () => {
    const finding = found({ 'service_lines.0.modifiers': ['25', 'rt'] }).find((one) => one.rule === 'modifier-shape')
    expect(setsOf(finding)).toEqual({ 'service_lines.0.modifiers': ['25', 'RT'] })
  })
})

test.each([
  ['npi-shape', { 'rendering_provider.npi': '123-456 7893' }, '123-456 7893', '1234567893'],
  ['diagnosis-type-missing', { 'diagnoses.1.code_type': null }, '', 'ABF'],
  ['zip-shape', { 'patient.address.zip_code': '97205-1234' }, '97205-1234 1234', '97205 1234'],
  ['pointer-duplicate', { 'service_lines.0.diagnosis_pointers': [1, 0, 1] }, 'B A B', 'B A'],
  ['modifier-duplicate', { 'service_lines.0.modifiers': ['25', '59', '25'] }, '25 59 25', '25 59'],
])('the fix of %s says what is there now and what it writes', (rule, changes, from, to) => {
  expect(found(changes).find((one) => one.rule === rule)?.fix).toMatchObject({ from, to })
})

test.each([
  ['an NPI whose digits are wrong', 'rendering_provider.npi', '123-456-7890'],
  ['an NPI that fails its check digit', 'rendering_provider.npi', '1234567890'],
  [
    'a drug code without hyphens, which three codes could be',
    'service_lines.1.drug_identification.national_drug_code',
    '0409123401',
  ],
  ['a drug code with two short parts', 'service_lines.1.drug_identification.national_drug_code', '0409-123-01'],
  ['a date whose month may be its day', 'date_of_service', '10/02/2026'],
  ['a state by its name', 'patient.address.state', 'Oregon'],
  ['a pointer that names no diagnosis', 'service_lines.0.diagnosis_pointers', [0, 7]],
])('nothing is offered for %s', (_name, path, wrong) => {
  const findings = found({ [path]: wrong }).filter((one) => one.path === path)
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.filter((one) => one.fix)).toEqual([])
})

test('every fix that is offered takes its own finding away', () => {
  for (const { changes } of scrubCases) {
    for (const finding of found(changes)) {
      if (!finding.fix) continue
      const after = found({ ...changes, ...setsOf(finding) })
      expect(
        after.filter((one) => one.rule === finding.rule && one.path === finding.path),
        finding.rule,
      ).toEqual([])
    }
  }
})
