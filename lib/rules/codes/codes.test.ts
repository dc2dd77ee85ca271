import { describe, expect, it } from 'vitest'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import {
  encounterPatientDischargeStatusCode,
  encounterPointOfOriginForAdmissionOrVisitCode,
  encounterTypeOfAdmissionOrVisitCode,
} from '#lib/contract/encounters/institutional-codes.ts'
import { knownValues } from '#lib/contract/fields.ts'
import {
  isIcd10Shape,
  isModifierShape,
  isProcedureCodeShape,
  isRevenueCodeShape,
  isStateCode,
  isTaxId,
  isTaxonomyShape,
  isZipCode,
  isZipPlusFour,
  normalizeDiagnosisCode,
  normalizeNdc,
} from './codes.ts'
import { knownWord } from '#lib/contract/codes/code-words.ts'
import { hospitalStayCodes } from '#lib/contract/codes/hospital-stay.ts'
import { isPlaceOfService, placesOfService } from './place-of-service.ts'

describe('code shapes', () => {
  it.each(['E11.9', 'E119', 'I10', 'U07.1', 'M54.50', 'S83.241A', 'C7A.1', 'C4A', 'e11.9'])(
    'takes the diagnosis code %s',
    (code) => {
      expect(isIcd10Shape(code)).toBe(true)
    },
  )
  it.each(['', 'E1', '250.00', 'E11.', 'E11.12345', 'E1C', 'E11 9', 'E11.9.1'])(
    'refuses the diagnosis code "%s"',
    (code) => {
      expect(isIcd10Shape(code)).toBe(false)
    },
  )
  it('compares diagnosis codes without case and dot', () => {
    expect(normalizeDiagnosisCode(' e11.9 ')).toBe(normalizeDiagnosisCode('E119'))
  })
  it('accepts the shapes of procedure codes', () => {
    for (const code of ['00000', '0000F', '0000T', 'G0463', 'J1885'])
      expect(isProcedureCodeShape(code)).toBe(true)
    for (const code of ['', '1234', '123456', 'X1234', 'G046', '0000B'])
      expect(isProcedureCodeShape(code)).toBe(false)
  })
  it('accepts modifiers, taxonomies, revenue codes, tax ids, ZIP codes and states', () => {
    expect([isModifierShape('25'), isModifierShape('2'), isModifierShape('rt')]).toEqual([
      true,
      false,
      false,
    ])
    expect([
      isTaxonomyShape('207Q00000X'),
      isTaxonomyShape('207Q00000'),
      isTaxonomyShape('207Q000000'),
    ]).toEqual([true, false, false])
    expect([
      isRevenueCodeShape('0450'),
      isRevenueCodeShape('4500'),
      isRevenueCodeShape('450'),
    ]).toEqual([true, false, false])
    expect([isTaxId('931402217'), isTaxId('93-1402217')]).toEqual([true, false])
    expect([
      isZipCode('97205'),
      isZipCode('97205-1234'),
      isZipPlusFour('9998'),
      isZipPlusFour('998'),
    ]).toEqual([true, false, true, false])
    expect([isStateCode('OR'), isStateCode('PR'), isStateCode('ZZ'), isStateCode('or')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('places of service', () => {
  it('are those of the interface, plus 27 and 66', () => {
    const known = knownValues(placeOfServiceCode)!
    expect(placesOfService).toEqual([...known.values, ...known.alsoSeen].toSorted())
    expect(['27', '66', '28'].map(isPlaceOfService)).toEqual([true, true, false])
    const wordless = placesOfService.filter(
      (code) => knownWord('place_of_service_code', code) === undefined,
    )
    expect(wordless).toEqual([])
  })
  it('are not inherited object members', () => {
    expect(isPlaceOfService('constructor')).toBe(false)
  })
})

describe('codes of a hospital stay', () => {
  const fields = {
    admission_type_code: encounterTypeOfAdmissionOrVisitCode,
    admission_source_code: encounterPointOfOriginForAdmissionOrVisitCode,
    discharge_status: encounterPatientDischargeStatusCode,
  }
  it.each(Object.entries(fields))(
    'of %s have words, and the interface names each code',
    (field, codes) => {
      expect(Object.keys(hospitalStayCodes[field]!).toSorted()).toEqual(
        [...knownValues(codes)!.values].toSorted(),
      )
    },
  )
})

describe('national drug codes', () => {
  it.each([
    ['00409123401', '00409123401'],
    ['0409-1234-01', '00409123401'],
    ['00409-123-01', '00409012301'],
    ['00409-1234-1', '00409123401'],
    ['00409-1234-01', '00409123401'],
  ])('writes %s as %s', (text, padded) => expect(normalizeNdc(text)).toBe(padded))
  it.each([
    '0409123401',
    'N40409123401',
    '0409-123-01',
    '409-1234-01',
    '',
    'abc',
    '00409-1234-001',
  ])('does not guess at "%s"', (text) => {
    expect(normalizeNdc(text)).toBeUndefined()
  })
})
