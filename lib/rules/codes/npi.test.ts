import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNpi, isNpiShape, npiCheckDigit } from './npi.ts'

const firstNine = fc
  .tuple(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([lead, rest]) => lead + String(rest).padStart(8, '0'))

describe('NPI', () => {
  it('accepts valid numbers and rejects the well-known invalid one', () => {
    expect(isNpi('1234567893')).toBe(true)
    expect(isNpi('1999999984')).toBe(true)
    expect(isNpi('1234567890')).toBe(false)
  })

  it('rejects anything but ten digits starting with 1 or 2', () => {
    for (const text of [
      '',
      '123456789',
      '12345678931',
      '3234567893',
      '123456789X',
      ' 1234567893',
      '1٢34567893',
    ])
      expect(isNpiShape(text)).toBe(false)
  })

  it('accepts exactly one check digit for any first nine digits', () => {
    fc.assert(
      fc.property(firstNine, (nine) => {
        const valid = Array.from({ length: 10 }, (_, digit) => `${nine}${digit}`).filter(isNpi)
        expect(valid).toEqual([`${nine}${npiCheckDigit(nine)}`])
      }),
    )
  })

  it('agrees with Luhn over the number with its prefix 80840', () => {
    const luhn = (digits: string) => {
      const sum = [...digits]
        .toReversed()
        .map(Number)
        .reduce((total, digit, i) => {
          const value = i % 2 === 1 ? digit * 2 : digit
          return total + (value > 9 ? value - 9 : value)
        }, 0)
      return sum % 10 === 0
    }
    fc.assert(
      fc.property(firstNine, fc.integer({ min: 0, max: 9 }), (nine, digit) => {
        expect(isNpi(`${nine}${digit}`)).toBe(luhn(`80840${nine}${digit}`))
      }),
    )
  })

  it('rejects any single wrong digit', () => {
    fc.assert(
      fc.property(
        firstNine,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (nine, place, shift) => {
          const npi = `${nine}${npiCheckDigit(nine)}`
          const wrong =
            npi.slice(0, place) + ((Number(npi[place]) + shift) % 10) + npi.slice(place + 1)
          expect(isNpi(wrong)).toBe(false)
        },
      ),
    )
  })
})
