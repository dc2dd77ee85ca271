import { expect, test } from 'vitest'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { repeatedCaptures } from './repeated-captures.ts'

const capture = (id: string, change: object = {}) => ({
  data: { ...cleanData(), ...change },
  status: 'billable',
  charge_external_id: id,
  patient_external_id: 'P-1',
})

test("a service on two captures is reported on the later one, with the earlier one's name", () => {
  const found = repeatedCaptures([
    capture('CHG-1'),
    capture('CHG-2', { service_lines: [cleanData().service_lines[1]] }),
  ])
  expect([...found.keys()]).toEqual([1])
  expect(found.get(1)).toMatchObject([
    {
      rule: 'capture-repeated',
      severity: 'warning',
      path: 'service_lines.0.procedure_code',
      message: expect.stringContaining('CHG-1'),
    },
  ])
})

test("a line with the visit's date matches a line with the same own date, as after duplicating", () => {
  const { date_of_service: day, ...undated } = cleanData().service_lines[1]!
  const second = capture('CHG-2', { date_of_service: day, service_lines: [undated] })
  expect([...repeatedCaptures([capture('CHG-1'), second]).keys()]).toEqual([1])
  const otherDay = capture('CHG-2', { date_of_service: '2026-01-05', service_lines: [undated] })
  expect(repeatedCaptures([capture('CHG-1'), otherDay]).size).toBe(0)
})

test.each([
  [
    'another day',
    capture('CHG-2', {
      service_lines: [{ ...cleanData().service_lines[0]!, date_of_service: '2026-10-03' }],
    }),
  ],
  [
    'another modifier',
    capture('CHG-2', { service_lines: [{ ...cleanData().service_lines[0]!, modifiers: ['76'] }] }),
  ],
  ['another patient', { ...capture('CHG-2'), patient_external_id: 'P-2' }],
  ['a capture that is not billed', { ...capture('CHG-2'), status: 'aborted' }],
])('nothing is reported for %s', (_name, second) => {
  expect(repeatedCaptures([capture('CHG-1'), second]).size).toBe(0)
})

test('a repeated line within one capture, and odd JSON, are not reported here', () => {
  const line = cleanData().service_lines[0]
  expect(repeatedCaptures([capture('CHG-1', { service_lines: [line, line] })]).size).toBe(0)
  expect(
    repeatedCaptures([{ data: 5 }, { data: { service_lines: [null] }, patient_external_id: 'P-1' }])
      .size,
  ).toBe(0)
})
