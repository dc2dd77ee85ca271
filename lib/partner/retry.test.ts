import { expect, test } from 'vitest'
import { isForbiddenAddress } from './http-exchange.ts'
import { retryAfterMs, waitBefore } from './retry.ts'

const date = 'Sat, 21 Nov 2026 12:00:00 GMT'

test('Retry-After is a number of seconds, or a date compared with the answer’s Date', () => {
  expect(retryAfterMs('2', date)).toBe(2_000)
  expect(retryAfterMs('Sat, 21 Nov 2026 12:00:03 GMT', date)).toBe(3_000)
  expect(retryAfterMs('Sat, 21 Nov 2026 11:00:00 GMT', date)).toBe(0)
  for (const odd of ['', '-5', '1e9', 'soon', undefined])
    expect(retryAfterMs(odd, date)).toBeUndefined()
})

test('a wait before a retry is short', () => {
  expect(waitBefore(3, true)).toBeLessThanOrEqual(5_000)
  expect(waitBefore(2, false)).toBeLessThanOrEqual(100)
})

test('a name that resolves to this machine or a metadata service is refused', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '::1',
    '::',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:7f09:909',
    'fd00:ec2::254',
    '100.100.100.200',
  ]) {
    expect(isForbiddenAddress(address), address).toBe(true)
  }
  for (const address of ['10.0.0.5', '203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9'])
    expect(isForbiddenAddress(address), address).toBe(false)
})
