import { expect, test } from 'vitest'
import { isTrueWithin } from './within.ts'

test('work is late by the time in which the process ran', async () => {
  const work = new Promise<true>((resolve) => setTimeout(() => setImmediate(resolve, true), 300))
  const asked = isTrueWithin(2_000, work)
  const endsAt = performance.now() + 3_000
  while (performance.now() < endsAt);
  expect(await asked).toBe(true)
  expect(await isTrueWithin(200, new Promise(() => {}))).toBe(false)
  expect(await isTrueWithin(200, Promise.reject(new Error('failed')))).toBe(false)
})
