import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanData, cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { addDays } from '#lib/core/local-date.ts'
import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import { judgeCaptures } from './judge-captures.ts'

const noLimits = { book: rulebookOf([]) }

const item = (status: string, data: unknown, more: object = {}) => ({
  id: 'c',
  status,
  charge_external_id: 'CHG-1',
  patient_external_id: 'P-1',
  charge_capture_data: data,
  updates: [],
  ...more,
})
const wrong = cleanWith({ 'rendering_provider.npi': '1234567890', 'diagnoses.0.code': 'e11.9' })

test('captures that may still be billed are checked, in their order', () => {
  const [clean, bad, aborted, changed, odd] = judgeCaptures(
    [
      item('billable', cleanData()),
      item('billable', wrong, { patient_external_id: 'P-2' }),
      item('aborted', wrong),
      item('billable', wrong, { updates: [{ id: 'u1', resolved: false }] }),
      null,
    ],
    noLimits,
  )
  expect(clean).toMatchObject({ errors: 0 })
  expect(bad).toMatchObject({ errors: 1 })
  expect(bad!.words).toMatch(/^Error: Rendering provider NPI .*\nWarning: /)
  expect([aborted, changed, odd]).toEqual([undefined, undefined, undefined])
})

test('the checks use the yearly code lists that are installed', () => {
  const [row] = judgeCaptures([item('billable', cleanData())], {
    ...noLimits,
    findCode: ({ code }) => (code === 'I10' ? 'header' : 'absent'),
  })
  expect(row).toMatchObject({
    errors: 1,
    warnings: 1,
    words: expect.stringMatching(
      /^Error: .*I10 isn’t billable.*\nWarning: .*E11\.9 isn’t in .* fiscal year 2027/,
    ),
  })
})

test('a filing limit that has passed is an error, one that is near a warning, and no limit is neither', () => {
  const today = dayNow()
  const visit = (days: number) => {
    const date = addDays(today, -days)
    return item(
      'billable',
      cleanWith({
        date_of_service: date,
        'service_lines.0.date_of_service': date,
        'service_lines.1.date_of_service': date,
      }),
      { patient_external_id: `P-${days}` },
    )
  }
  const payer = { payer_id: 'NBH01', payer: 'Northbridge Health Plan' }
  const book = rulebookOf([{ ...payer, limits: { original: 90 }, source: 'Contract § 4.1' }])
  const [passed, near, fine] = judgeCaptures([visit(91), visit(80), visit(20)], { book })
  expect(passed).toMatchObject({ errors: 1, warnings: 0 })
  expect(passed!.words).toMatch(/^Error: Limit passed 1 day ago; .* \(90 days, Contract § 4\.1\)$/)
  expect(near).toMatchObject({ errors: 0, warnings: 1 })
  expect(near!.words).toMatch(/^Warning: 10 days left to file, until /)
  expect(fine).toMatchObject({ errors: 0, warnings: 0 })
  expect(judgeCaptures([visit(91)], noLimits)).toMatchObject([{ errors: 0, warnings: 0 }])
})

test('only the first of many findings are listed, with the number of the others', () => {
  expect(
    judgeCaptures([item('billable', {})], noLimits)[0]!
      .words.split('\n')
      .at(-1),
  ).toMatch(/^and \d+ more$/)
})

test('each item of any JSON page is checked or left out, and nothing throws', () => {
  const odd = fc.jsonValue({ maxDepth: 4 })
  const page = fc.array(
    fc.oneof(
      odd,
      fc.record({
        status: fc.constantFrom('billable', 'planned', 5),
        charge_capture_data: odd,
        updates: odd,
        patient_external_id: odd,
      }),
    ),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(page, (items) => {
      expect(judgeCaptures(items, noLimits)).toHaveLength(items.length)
    }),
  )
})
