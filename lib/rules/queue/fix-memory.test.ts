import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { isLeaf, shapeAt, type FieldShape } from '#lib/rules/edit/field-shape.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import {
  fixOf,
  isStillThere,
  namesPatient,
  patientSections,
  rankFixes,
  sharedPaths,
  targetOf,
  withoutRows,
  type KnownFix,
} from './fix-memory.ts'

/** Every control of a capture's form, rows with the number 0. */
function controls(shape: FieldShape, at: string): string[] {
  if (isLeaf(shape)) return [at]
  if (shape.kind === 'list') return controls(shape.item, `${at}.0`)
  return Object.entries(shape.kind === 'object' ? shape.members : {}).flatMap(([name, member]) =>
    controls(member, at === '' ? name : `${at}.${name}`),
  )
}
const everyControl = controls(captureShape(), '')

type Changes = { [name: string]: Json }

/** A record with values at some controls; rows and objects around them are made. */
function record(changes: Changes, patient = 'PAT-1', data: JsonObject = cleanData()): JsonObject {
  const made: JsonObject = {
    patient_external_id: patient,
    data: JSON.parse(JSON.stringify(data)) as JsonObject,
  }
  for (const [name, value] of Object.entries(changes)) put(made, name.split('.'), value)
  return made
}

function put(into: JsonObject, [first, ...rest]: string[], value: Json): void {
  if (first === undefined) return
  if (rest.length === 0) into[first] = value
  else {
    into[first] ??= /^\d+$/.test(rest[0]!) ? [] : {}
    put(into[first] as JsonObject, rest, value)
  }
}

const npi = 'data.rendering_provider.npi'
let captures = 0
function known(
  before: Changes,
  after: Changes,
  name = npi,
  more: Partial<KnownFix> & { patient?: string } = {},
): KnownFix {
  const { patient = `PAT-of-${(captures += 1)}`, ...rest } = more
  const fix = fixOf(record(before, patient), record({ ...before, ...after }, patient), name)!
  const result = { isBilled: true, isDenied: false, by: 'Bea', at: '2026-11-01T00:00:00.000Z' }
  return { ...fix, capture: `c${(captures += 1)}`, ...result, ...rest }
}
const offers = (fixes: KnownFix[], now: Changes, name = npi, patient = 'PAT-other') =>
  rankFixes(fixes, targetOf(record(now, patient), name))

const wrong = { [npi]: '1234567890' }
const right = { [npi]: '1093817465' }

describe('an earlier fix is offered', () => {
  test('once it cleared the error at the same payer, provider and facility, with how often it billed', () => {
    const fixes = [
      known(wrong, right),
      known(wrong, right, npi, { isBilled: false, by: 'Ann', at: '2026-11-02T00:00:00.000Z' }),
    ]
    expect(offers(fixes.slice(0, 1), { [npi]: '1111111111' })).toMatchObject([
      { value: '1093817465', times: 1, billed: 1 },
    ])
    expect(offers(fixes, { [npi]: '1111111111' })).toMatchObject([
      {
        times: 2,
        billed: 1,
        by: 'Ann',
        where: 'at Northbridge Health Plan, for Dana Fox, at North Clinic',
      },
    ])
  })

  test('twice where payer or facility differ, and says what they have in common', () => {
    const elsewhere = {
      'data.subscriber_primary.insurance_card': { payer_id: 'AET', payer_name: 'Aetna' },
    }
    const target = { ...wrong, ...elsewhere }
    expect(offers([known(wrong, right)], target)).toEqual([])
    expect(offers([known(wrong, right), known(wrong, right)], target)).toMatchObject([
      { times: 2, where: 'for Dana Fox, at North Clinic' },
    ])
  })

  test('never for another provider, whose number is another', () => {
    const other = {
      'data.rendering_provider': { first_name: 'Max', last_name: 'Reyes', npi: '1999999984' },
    }
    expect(offers([known(wrong, right), known(wrong, right)], other)).toEqual([])
    // Two people may have the same mistyped number.
    const typed = {
      'data.rendering_provider': { first_name: 'Max', last_name: 'Reyes', npi: '1234567890' },
    }
    expect(offers([known(wrong, right), known(wrong, right)], typed)).toEqual([])
    // Without a name, the same wrong number tells whose it is.
    const unnamed = { 'data.rendering_provider': { npi: '1234567890' } }
    expect(offers([known(wrong, right), known(wrong, right)], unnamed)).toHaveLength(1)
  })

  test('a code only where the same code is wrong', () => {
    const name = 'data.service_lines.0.revenue_code'
    const fixes = [
      known({ [name]: '' }, { [name]: '0450' }, name),
      known({ [name]: '' }, { [name]: '0450' }, name),
    ]
    expect(offers(fixes, { [name]: null }, name)).toMatchObject([{ value: '0450', times: 2 }])
    expect(offers(fixes, { [name]: '0300' }, name)).toEqual([])
    const second = 'data.service_lines.1.revenue_code'
    expect(offers(fixes, { [second]: '' }, second)).toHaveLength(1)
  })

  test('the one with the better share of billed claims first, then the more frequent one, three at most', () => {
    const fixes = ['1', '2', '3', '4'].flatMap((digit, place) =>
      Array.from({ length: 4 }, (_, time) =>
        known(wrong, { [npi]: digit.repeat(10) }, npi, { isBilled: time < [1, 4, 2, 3][place]! }),
      ),
    )
    expect(offers(fixes, wrong).map(({ value }) => value)).toEqual([
      '2222222222',
      '4444444444',
      '3333333333',
    ])
  })

  test('counting captures, not saves, and never the value that is there', () => {
    const twice = known(wrong, right)
    expect(offers([twice, twice], wrong)).toMatchObject([{ times: 1 }])
    expect(offers([twice], right)).toEqual([])
  })
})

describe('a value that names a patient', () => {
  const member = 'data.subscriber_primary.insurance_card.member_id'
  const fix = known({ [member]: 'W12' }, { [member]: 'W123456789' }, member, { patient: 'PAT-7' })

  test('is offered for the same patient at the same payer only', () => {
    expect(offers([fix], { [member]: 'W1' }, member, 'PAT-7')).toMatchObject([
      { value: 'W123456789', where: 'for this patient' },
    ])
    expect(offers([fix, fix], { [member]: 'W12' }, member, 'PAT-8')).toEqual([])
    const elsewhere = {
      'data.subscriber_primary.insurance_card': { payer_id: 'AET', member_id: 'W1' },
    }
    expect(offers([fix], elsewhere, member, 'PAT-7')).toEqual([])
  })

  test('is not offered for another one from a field of an organization either', () => {
    const name = 'data.service_facility.organization_name'
    const home = known({ [name]: 'X' }, { [name]: 'Home of Moss, Avery' }, name)
    const clinic = known({ [name]: 'X' }, { [name]: 'North Clinic' }, name)
    expect(offers([home, home, { ...home, capture: 'another' }], { [name]: 'X' }, name)).toEqual([])
    expect(
      offers(
        [clinic, known({ [name]: 'X' }, { [name]: 'North Clinic' }, name)],
        { [name]: 'X' },
        name,
      ),
    ).toHaveLength(1)
  })

  test('is found without its case, blanks and signs', () => {
    const own = record({ 'data.patient.phone_numbers': [{ number: '(503) 555-0100' }] })
    expect(namesPatient('503-555-0100', own)).toBe(true)
    expect(namesPatient('MOSS', own)).toBe(true)
    expect(namesPatient(['25', 'w123456789'], own)).toBe(true)
    expect(namesPatient('1093817465', own)).toBe(false)
  })
})

test('a memory of an earlier version that shared a procedure or a modifier is for the same patient only', () => {
  const name = 'data.service_lines.0.modifiers'
  const old = {
    ...known({ [name]: [] }, { [name]: ['95'] }, name, { patient: 'PAT-7' }),
    isOwn: false,
  }
  expect(offers([old, { ...old, capture: 'another' }], { [name]: [] }, name)).toEqual([])
  expect(offers([old], { [name]: [] }, name, 'PAT-7')).toHaveLength(1)
  expect(offers([old], { [name]: ['59'] }, name, 'PAT-7')).toEqual([])
})

test('a kind of a diagnosis is offered only where its code can have it', () => {
  const name = 'data.diagnoses.0.code_type'
  const learnt = (to: string) => [1, 2].map(() => known({ [name]: null }, { [name]: to }, name))
  const at = (code: string, control = name) => ({ 'data.diagnoses.0.code': code, [control]: null })
  expect(offers(learnt('ABK'), at('E11.9'), name)).toHaveLength(1)
  // An external cause, an ICD-9 kind for an ICD-10 code, and a second principal diagnosis.
  expect(offers(learnt('ABK'), at('W19.XXXA'), name)).toEqual([])
  expect(offers(learnt('BK'), at('E11.9'), name)).toEqual([])
  const second = 'data.diagnoses.1.code_type'
  expect(offers(learnt('ABK'), at('E11.9', second), second)).toEqual([])
})

test('every field that is shared is a control of the contract, and none is about a patient', () => {
  const paths = new Set(everyControl.map(withoutRows))
  for (const path of sharedPaths) {
    expect(paths, path).toContain(path)
    // Who pays is on the patient's card, and no secret of the patient.
    expect(
      patientSections.some(
        (section) => path.startsWith(`data.${section}`) && !path.endsWith('.payer_id'),
      ),
      path,
    ).toBe(false)
    expect(path).not.toMatch(
      /first_name|last_name|address1|address2|\bcity|phone|email|external_id|member_id|note|date|description/,
    )
    expect(path).not.toMatch(
      /procedure|modifier|place_of_service|national_drug|diagnoses\.code$|reason|exception|assign|release|synchron/,
    )
  }
})

test.each([
  ['data.rendering_provider.npi', '1234567893', true],
  ['data.rendering_provider.npi', '1999999984', false],
  ['data.service_lines.procedure_code', 'J0696', true],
  ['data.service_lines.modifiers', ['25'], true],
  ['data.service_lines.modifiers', ['95'], false],
  ['data.service_facility_id', null, true],
  ['claim_creation_category', 'X', true],
])('whether %s still has %j', (path, written, expected) => {
  expect(isStillThere({ path, value: written }, cleanData())).toBe(expected)
})

// Few values, so that a patient's is often another field's too.
const value = fc.constantFrom<Json>(
  'A',
  'Moss',
  'avery',
  'W123456789',
  '1980-02-29',
  '12 Elm Street',
  '1093817465',
  '99',
  '95',
  7,
)
const changes = fc.dictionary(fc.constantFrom(...everyControl), value, { maxKeys: 6 })

// Every text about the patient, found without the rules.
function patientTexts({ data, patient_external_id }: JsonObject): string[] {
  const about = patientSections.map((section) => (data as JsonObject)[section] ?? null)
  const text = JSON.stringify([patient_external_id, ...about]).replaceAll(
    /"payer_(?:id|name)":(?:"[^"]*"|\d+)/g,
    '"":0',
  )
  const texts = text.match(/(?<=[:[,])(?:"[^"]*"|\d+)(?=[,}\]])/g) ?? []
  return texts.map((text) => text.replaceAll('"', '').toLowerCase())
}

test('no path and no value of a patient is offered for another patient', () => {
  let offered = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...everyControl),
      value,
      changes,
      changes,
      fc.boolean(),
      (name, to, own, theirs, isList) => {
        const written: Json = isList && shapeAt(captureShape(), name)?.kind === 'list' ? [to] : to
        const before = record({ ...own, [name]: null })
        const after = record({ ...own, [name]: written })
        const fix = fixOf(before, after, name)
        if (!fix) return
        const fixes = ['c1', 'c2', 'c3'].map((capture) => ({
          ...fix,
          capture,
          isBilled: true,
          isDenied: false,
          by: 'Bea',
          at: '',
        }))
        const found = rankFixes(fixes, targetOf(record({ ...theirs, [name]: null }, 'PAT-2'), name))
        if (found.length === 0) return
        expect(sharedPaths).toContain(withoutRows(name))
        const theirOwn = [before, after].flatMap(patientTexts)
        for (const each of found) {
          offered += 1
          for (const text of [each.value].flat())
            expect(theirOwn).not.toContain(String(text).toLowerCase())
          for (const source of [before, after]) expect(namesPatient(each.value, source)).toBe(false)
        }
      },
    ),
    { numRuns: testSize(3_000, 100_000), seed: 14 },
  )
  expect(offered).toBeGreaterThan(50)
})

test('a shared field is offered for another patient unless the value is a patient’s', () => {
  fc.assert(
    fc.property(fc.constantFrom(...sharedPaths), (path) => {
      const name = everyControl.find((each) => withoutRows(each) === path)!
      // A payer's id needs its name, and a diagnosis can only become a kind of its own place.
      const card = path.endsWith('.payer_id') ? { [name.replace(/id$/, 'name')]: 'Aetna' } : {}
      const [from, to] = path.endsWith('.code_type') ? ['BF', 'ABK'] : ['Q00', 'Q77']
      const [before, after] = [record({ ...card, [name]: from }), record({ ...card, [name]: to })]
      const fix = {
        ...fixOf(before, after, name)!,
        isBilled: true,
        isDenied: false,
        by: 'Bea',
        at: '',
      }
      const fixes = ['c1', 'c2'].map((capture) => ({ ...fix, capture }))
      const target = targetOf(record({ ...card, [name]: from }, 'PAT-2'), name)
      expect(rankFixes(fixes, target).map((each) => each.value)).toEqual([to])
    }),
    { numRuns: 100, seed: 14 },
  )
})
