import { expect, test } from 'vitest'
import { refusalAdvice, saveWords } from './write-state.ts'

const refusalWords = (failure: never) => saveWords({ kind: 'refused', failure }, 1).text
const failure = (name: string) => ({ name, message: 'Said by the partner.', issues: [] }) as never

test('a refusal says what to do, unless its own message does', () => {
  expect(refusalWords(failure('PartnerFailed'))).toBe('Not saved. Said by the partner.')
  expect(refusalAdvice(failure('PartnerFailed'), true)).toMatch(
    /Save again when the partner answers/,
  )
  expect(refusalAdvice(failure('UnprocessableEntityError'), true)).toBe('')
})

test('a refusal does not mention edits when the form has none, and adds nothing to complaints at fields', () => {
  expect(refusalAdvice(failure('UnauthorizedError'), true)).toMatch(
    /your role or the connection’s key.*still in the form/i,
  )
  expect(refusalAdvice(failure('UnauthorizedError'), false)).toMatch(
    /your role or the connection’s key[^.]*\. Ask an administrator\.$/i,
  )
  expect(refusalAdvice(failure('PartnerFailed'), false)).toBe('')
  expect(
    refusalAdvice(
      {
        name: 'EntityNotFoundError',
        status: 404,
        message: '',
        issues: [{ path: 'a', message: 'b' }],
      },
      true,
    ),
  ).toBe('')
})

test('an unknown outcome is never called not saved', () => {
  expect(refusalWords(failure('OutcomeUnknown'))).toBe('This may or may not have been saved.')
  expect(refusalWords(failure('DatabaseAway'))).toBe('This may or may not have been saved.')
  expect(refusalAdvice(failure('ConsoleUnreachable'), true)).toBe('')
})
