import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Json, type JsonObject, parseExact } from '#lib/core/json.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { cleanData, cleanWith, today } from '#lib/rules/testdata/clean-capture.ts'
import { scrubCases } from '#lib/rules/testdata/scrub-cases.ts'
import {
  addedFindings,
  blockingFindings,
  checkCapture,
  checks,
  explainRule,
} from './check-capture.ts'

const terms = { shape: captureShape(), today }
const bodyWith = (changes: Record<string, unknown>): JsonObject => ({
  status: 'billable',
  charge_external_id: 'CHG-1',
  patient_external_id: 'P-1',
  data: cleanWith(changes) as Json,
})
const clean = bodyWith({})
const blocking = (changes: Record<string, unknown>, base = clean) => {
  const body = bodyWith(changes)
  return blockingFindings(checkCapture(body, terms), body, base, terms).map((one) => one.rule)
}

describe('values that a field cannot hold', () => {
  test('do not exist on a clean capture', () => expect(checkCapture(clean, terms)).toEqual([]))

  test.each([
    ['patient.last_name', 5, 'value-type', true],
    ['patient.phone_consent', 'yes', 'value-type', true],
    ['service_lines.0.description', ['a'], 'value-type', true],
    ['patient.address', 'Elm Street', 'value-type', true],
    ['service_lines.1.test_results', {}, 'value-type', true],
    ['claim_created_at', 7, undefined, undefined],
    ['subscriber_primary.date_of_birth', 'yesterday', 'date-shape', true],
    ['external_claim_submission.claim_created_at', 'yesterday', 'value-instant', true],
    ['patient.gender', 'unheard', 'value-unknown', false],
  ])('%s as %j', (path, value, rule, certain) => {
    const finding = checkCapture(bodyWith({ [path]: value }), terms).find(
      (one) => one.path === path,
    )
    expect([finding?.rule, finding?.certain]).toEqual([rule, certain])
  })

  test('are reported once if a rule already covers the field', () => {
    const findings = checkCapture(bodyWith({ 'service_lines.0.units': 'HR' }), terms)
    expect(findings.map((one) => one.rule)).toEqual(['units-unknown'])
  })

  test('do not include numbers in their original spelling', () => {
    const data = parseExact(JSON.stringify(cleanData()).replaceAll('12500', '12500.0'))
    expect(checkCapture({ ...clean, data }, terms)).toEqual([])
  })
})

describe('a blocking finding', () => {
  test('is only what the partner would certainly reject', () => {
    expect(
      blocking({ 'rendering_provider.npi': '1234567890', 'patient.gender': 'unheard' }),
    ).toEqual([])
    expect(blocking({ service_facility_id: 'f1' })).toEqual(['facility-given-twice'])
    expect(blocking({ referral_number: 'R'.repeat(51) })).toEqual(['referral-number-length'])
    expect(blocking({ 'patient.last_name': 5 })).toEqual(['value-type'])
  })

  test('is never what the partner already stores, even if its row has moved', () => {
    const base = bodyWith({ 'service_lines.0.description': 5 })
    expect(blocking({ 'service_lines.0.description': 5 }, base)).toEqual([])
    expect(blocking({ 'service_lines.1.description': 5 }, base)).toEqual([])
    expect(blocking({ 'service_lines.0.description': 6 }, base)).toEqual(['value-type'])
  })

  test('is a cleared id, but not an unsent one', () => {
    const body = { ...clean, charge_external_id: null }
    expect(
      blockingFindings(checkCapture(body, terms), body, clean, terms).map((one) => one.path),
    ).toEqual(['charge_external_id'])
    expect(checkCapture({ data: clean.data! }, terms)).not.toContainEqual(
      expect.objectContaining({ rule: 'id-missing' }),
    )
  })
})

test('what else is wrong with a value is not new once it is written as it must be', () => {
  const added = (path: string, before: Json, after: Json) => {
    const [base, body] = [bodyWith({ [path]: before }), bodyWith({ [path]: after })]
    const errors = checkCapture(body, terms).filter(({ severity }) => severity === 'error')
    return addedFindings(errors, body, base, terms).map(({ rule }) => rule)
  }
  // The second line is a drug, which takes no modifier of a visit.
  const modifiers = 'service_lines.1.modifiers'
  expect(added(modifiers, [], ['25'])).toEqual(['modifier-of-others'])
  expect(added(modifiers, ['25', '25'], ['25'])).toEqual([])
  expect(added(modifiers, ['25'], ['57'])).toEqual(['modifier-of-others'])
})

test('a capture that nobody bills has only blocking findings', () => {
  const body = {
    ...bodyWith({ 'rendering_provider.npi': '1234567890', 'patient.last_name': 5 }),
    status: 'aborted',
  }
  expect(checkCapture(body, terms).map((one) => one.rule)).toEqual(['value-type'])
})

test('a new capture from records must not have patient and coverage; a saved one does not need them', () => {
  const without = bodyWith({ patient: null, subscriber_primary: null, responsible_party: null })
  expect(checkCapture(without, { ...terms, preEncounter: 'new' })).toEqual([])
  expect(checkCapture(clean, { ...terms, preEncounter: 'new' }).map((one) => one.path)).toEqual([
    'patient',
    'subscriber_primary',
    'responsible_party',
  ])
  expect(checkCapture(clean, { ...terms, preEncounter: 'made' })).toEqual([])
})

test('a duplicate of another capture of the same patient and day is reported at its line', () => {
  const others = [
    {
      data: (clean as { data: unknown }).data,
      status: 'billable',
      charge_external_id: 'CHG-7',
      patient_external_id: 'P-1',
    },
  ]
  const body = { ...clean, patient_external_id: 'P-1' }
  expect(
    checkCapture(body, { ...terms, others }).map(({ rule, path, severity }) => [
      rule,
      path,
      severity,
    ]),
  ).toEqual([
    ['capture-repeated', 'service_lines.0.procedure_code', 'warning'],
    ['capture-repeated', 'service_lines.1.procedure_code', 'warning'],
  ])
  expect(checkCapture({ ...body, patient_external_id: 'P-2' }, { ...terms, others })).toEqual([])
  expect(checkCapture(body, { ...terms, others: [{ ...others[0]!, status: 'aborted' }] })).toEqual(
    [],
  )
})

test("a code that its year's list lacks is a warning and blocks nothing", () => {
  expect(checkCapture(clean, { ...terms, findCode: () => 'absent' })).toMatchObject([
    { rule: 'diagnosis-code-year', severity: 'warning', certain: false },
    { rule: 'diagnosis-code-year' },
  ])
  expect(checkCapture(clean, { ...terms, findCode: () => undefined })).toEqual([])
})

test('errors come first, and every rule has an explanation', () => {
  const severities = checkCapture(
    { status: 'billable', data: { diagnoses: [{ code: 'e11.9' }], patient: {} } },
    terms,
  ).map((one) => one.severity)
  expect(severities).toEqual(severities.toSorted())
  expect(severities.at(-1)).toBe('warning')
  for (const { id } of checks) expect(explainRule(id)?.how, id).toMatch(/\.$/)
  expect(explainRule('toString')).toBeUndefined()
})

test('for any JSON, checking never throws and every path is text', () => {
  const paths = scrubCases.map((one) => one.path)
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...paths), fc.jsonValue(), (whole, path, value) => {
      for (const body of [
        { data: whole as Json },
        bodyWith({ [path]: value }),
        (typeof whole === 'object' && whole !== null && !Array.isArray(whole)
          ? whole
          : {}) as JsonObject,
      ]) {
        const findings = checkCapture(body, terms)
        for (const finding of findings) expect(typeof finding.path).toBe('string')
        expect(blockingFindings(findings, body, body, terms)).toEqual([])
      }
    }),
    { numRuns: 1000 },
  )
})
