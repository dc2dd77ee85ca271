import { describe, expect, it } from 'vitest'
import { parseExact } from '#lib/core/json.ts'
import { asText, valueAt, isGiven, listAt, textAt } from './json-path.ts'

const value = {
  patient: { name: ' Avery ', tags: ['a'], none: null },
  service_lines: [{ units: 'UN' }],
}

describe('reading unvalidated JSON', () => {
  it('finds members by dotted path, also in lists', () => {
    expect(valueAt(value, 'service_lines.0.units')).toBe('UN')
    expect(textAt(value, 'patient.name')).toBe('Avery')
    expect(listAt(value, 'patient.tags')).toEqual(['a'])
  })
  it('returns undefined for missing values, whatever is in the way', () => {
    for (const path of [
      'patient.name.first',
      'service_lines.1.units',
      'service_lines.length',
      'constructor',
      'patient.toString',
      'none.of.it',
    ]) {
      expect(valueAt(value, path)).toBeUndefined()
    }
    expect(listAt(value, 'patient.name')).toEqual([])
    expect([asText(' '), asText(5), asText(null)]).toEqual([undefined, undefined, undefined])
  })
  it('distinguishes given values from blanks', () => {
    expect([0, false, 'x', [1], {}, parseExact('1.0')].map(isGiven)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
    expect([undefined, null, '  ', []].map(isGiven)).toEqual([false, false, false, false])
  })
})
