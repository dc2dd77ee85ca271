import { expect, test } from 'vitest'
import { refusalAdvice, refusalWords } from './save-words.ts'

const failure = (name: string) => ({ name, message: 'Said by the partner.', issues: [] }) as never

test('a plain refusal says what to do where its own words do not', () => {
  expect(refusalWords(failure('PartnerFailed'))).toBe('Not saved. Said by the partner.')
  expect(refusalAdvice(failure('PartnerFailed'))).toMatch(/Save again when the partner answers/)
  expect(refusalAdvice(failure('UnprocessableEntityError'))).toBeUndefined()
})

test('where nobody knows whether it was saved, nothing says that it was not', () => {
  expect(refusalWords(failure('OutcomeUnknown'))).toBe('It is not known whether this was saved.')
  expect(refusalAdvice(failure('ConsoleUnreachable'))).toBeUndefined()
})
