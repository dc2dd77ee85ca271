import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fail, failureWords } from '#lib/core/result.ts'
import { errorKind } from './error-kind.ts'
import { ErrorState } from './error-state.tsx'

const shown = (name: string, message: string, extra: Parameters<typeof fail>[2] = {}) => {
  const { error } = fail(name, message, extra)
  return renderToStaticMarkup(
    createElement(ErrorState, { kind: errorKind(error), message: failureWords(error) }),
  )
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .split('\n')
    .filter(Boolean)
}

test('what the title says is not said again', () => {
  expect(shown('PartnerUnreachable', 'The partner can’t be reached.')).toEqual([
    'The partner can’t be reached',
    'Nothing was changed. This page loads by itself when the partner answers again.',
  ])
  expect(shown('PartnerBusy', 'The partner is busy. Try again in 20 seconds.')).toEqual([
    'The partner is busy',
    'Try again in 20 seconds.',
    'It asked for fewer requests. Nothing was changed.',
  ])
})

test('an error of the partner, a pause and a refusal have words of their own', () => {
  expect(
    shown('PartnerFailed', 'The partner had an error. The partner’s request ID is gw:1.', {
      status: 502,
    }),
  ).toEqual([
    'The partner had an error',
    'The partner’s request ID is gw:1.',
    expect.stringMatching(/^Nothing was changed\. Try again/),
  ])
  expect(
    shown('InternalError', 'The partner is busy. Try again in a moment.', { status: 429 })[0],
  ).toBe('The partner is busy')
  expect(shown('InternalError', 'The partner isn’t available right now.', { status: 503 })[0]).toBe(
    'The partner can’t be reached',
  )
  const issues = [{ path: 'limit', message: 'Must be at most 100.' }]
  expect(
    shown('HttpRequestValidationsError', 'The partner refused some values.', {
      status: 422,
      issues,
    }),
  ).toEqual([
    'The partner refused this',
    'The partner refused some values. Must be at most 100.',
    expect.stringMatching(/^Nothing was changed\./),
  ])
})
