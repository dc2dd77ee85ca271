import { expect, test } from 'vitest'
import { captureIdPrefix, suggestedCaptureId, suggestedExternalId } from './capture-id.ts'

test('a suggested id has the day and only unambiguous letters and digits', () => {
  expect(suggestedCaptureId('2026-11-26', new Uint8Array([0, 30, 31, 255]))).toMatch(
    /^CHG-20261126-[A-HJKMNP-Z2-9]{4}$/,
  )
  expect(suggestedCaptureId('2026-01-02', new Uint8Array(4), 'RVT_')).toBe('RVT_20260102-AAAA')
  expect(suggestedExternalId(new Uint8Array([0, 30, 31, 61, 255, 7, 8, 9]), 'ENC')).toMatch(
    /^ENC-[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/,
  )
})

test.each([
  [['RVT-20417', 'RVT-20418', 'X9'], 'RVT-'],
  [['RVT-1', 'ENC-2', 'ENC-3', 'LAB_4', 'LAB_5', '6'], 'CHG-'],
  [['20417', '20418'], 'CHG-'],
  [[], 'CHG-'],
])('the newest ids %j are followed by %s', (ids, prefix) => {
  expect(captureIdPrefix(ids)).toBe(prefix)
})
