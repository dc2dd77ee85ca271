import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { changedErrors } from './use-changed-errors.ts'

const npi = 'data.rendering_provider.npi'
const withNpi = (value: string): JsonObject => ({
  data: { rendering_provider: { npi: value }, referral_number: 'R1' },
})

test('a field counts as changed once a save changed it after the error was shown', () => {
  const seen = new Map<string, JsonObject>()
  const errors = [
    { id: 'e1', name: npi },
    { id: 'e2', name: 'data.referral_number' },
    { id: 'e3', name: undefined },
  ]
  expect([...changedErrors(errors, withNpi('1'), seen)]).toEqual([])
  expect([...changedErrors(errors, withNpi('2'), seen)]).toEqual(['e1'])
  // The change itself made this error.
  expect([...changedErrors([...errors, { id: 'e4', name: npi }], withNpi('2'), seen)]).toEqual([
    'e1',
  ])
  expect([...changedErrors(errors, withNpi('1'), seen)]).toEqual([])
})
