import { expect, test } from 'vitest'
import { mostDiagnoses } from './most-diagnoses.ts'

test('revenue codes make a claim institutional; lines without a revenue code field do not make it professional', () => {
  expect(mostDiagnoses([])).toMatchObject({ most: 12, claim: 'a professional claim' })
  expect(mostDiagnoses([undefined, '0450'])).toMatchObject({
    most: 25,
    claim: 'an institutional claim',
  })
  expect(mostDiagnoses(undefined)).toMatchObject({ most: 25, claim: 'any claim' })
})
