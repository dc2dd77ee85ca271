import { expect, test } from 'vitest'
import { home, safeNext, startPath, signInAddress } from './sign-in-address.ts'

test('a path of the console is kept whole', () => {
  expect(safeNext('/charge-captures/abc?field=data.patient.last_name#errors')).toBe(
    '/charge-captures/abc?field=data.patient.last_name#errors',
  )
})

test.each([
  'https://elsewhere.test/x',
  '//elsewhere.test/x',
  '/\\elsewhere.test',
  '\\\\elsewhere.test',
  'javascript:alert(1)',
  '/\t/elsewhere.test',
  '/.//elsewhere.test',
  'charge-captures',
  '',
  '/',
  '/sign-in',
  '/sign-in?next=/x',
  '/api/auth/sign-out',
  undefined,
  ['/a'],
])('%j leads to the start page', (next) => expect(safeNext(next)).toBe(home))

test('the sign-in address carries the way back and the reason', () => {
  expect(signInAddress('/updates?limit=50', 'expired')).toBe(
    '/sign-in?next=%2Fupdates%3Flimit%3D50&reason=expired',
  )
  expect(signInAddress(home)).toBe('/sign-in')
})

test('a biller starts at the work queue, a manager at what changed, credentialing staff at the board', () => {
  expect(startPath('biller')).toBe('/queue')
  expect(startPath('manager')).toBe('/overview')
  expect(startPath('credentialing')).toBe('/credentialing')
})
