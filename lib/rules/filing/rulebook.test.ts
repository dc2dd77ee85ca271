import { describe, expect, test } from 'vitest'
import {
  isOriginalMedicare,
  limitText,
  limitFor,
  payerKind,
  rulebookOf,
  writtenLimit,
  writtenLimits,
  type PayerRule,
} from './rulebook.ts'

test.each([
  ['Medicare', true],
  ['MEDICARE PART A', true],
  ['Medicare Part B, North Region', true],
  ['Noridian Medicare', true],
  ['Aetna Medicare PPO', false],
  ['Humana Gold Plus Medicare HMO', false],
  ['Westmoor Medicare Advantage', false],
  ['Medicare Part B Supplement Plan', false],
  ['Northbridge Health Plan', false],
  ['', false],
])('%s is original Medicare: %s', (payer, expected) => {
  expect(isOriginalMedicare(payer)).toBe(expected)
})

test.each([
  ['MB', 'Noridian', 'medicare'],
  ['16', 'Medicare', 'medicare-advantage'],
  ['12', 'Medicare', 'commercial'],
  ['ZZ', 'Medicare', 'medicare'],
  [undefined, 'Medicare', 'medicare'],
  [undefined, 'Northbridge Health Plan', undefined],
  [undefined, undefined, undefined],
])('plan %s of %s is %s', (plan_type, payer, kind) => {
  expect(payerKind({ plan_type, payer })).toBe(kind)
})

test.each([
  ['90', 90],
  [' 90 days ', 90],
  ['1 day', 1],
  ['1,095 days', 1_095],
  ['3650', 3_650],
  ['3651', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['90.5', undefined],
  ['three weeks', undefined],
  ['Calendar year', 'calendar-year'],
  ['1 calendar year', 'calendar-year'],
  ['2 calendar years', undefined],
  ['', undefined],
])('“%s” is written for %s', (text, limit) => {
  expect(writtenLimit(text)).toBe(limit)
})

describe('which limit holds for a payer', () => {
  const own: PayerRule = {
    payer_id: 'NBH01',
    payer: 'Northbridge Health Plan',
    limits: { original: 90 },
    source: 'Contract',
  }
  const others: PayerRule = {
    payer_id: '',
    payer: 'Every other payer',
    limits: { original: 180 },
    source: 'House rule',
  }
  const originalOf = (payer: Parameters<typeof limitFor>[0], ...rules: PayerRule[]) =>
    limitFor(payer, 'original', rulebookOf(rules))

  test('its own, and by name where the claim has no id', () => {
    const found = { limit: 90, isDefault: false, source: 'Contract' }
    expect(originalOf({ payer_id: 'NBH01' }, own, others)).toEqual(found)
    expect(originalOf({ payer: 'NORTHBRIDGE health plan' }, own, others)).toEqual(found)
    expect(originalOf({ payer_id: 'X', payer: own.payer }, own)).toBeUndefined()
  })

  test('what was entered for every other payer is a default', () => {
    expect(originalOf({ payer_id: 'X' }, own, others)).toEqual({
      limit: 180,
      isDefault: true,
      source: 'House rule',
    })
  })

  test('a payer with limits of another kind alone has the default for the original claim', () => {
    const appeal = { ...own, limits: { appeal: 60 } }
    expect(originalOf({ payer_id: 'NBH01' }, appeal)).toBeUndefined()
    expect(originalOf({ payer_id: 'NBH01' }, appeal, others)).toMatchObject({ isDefault: true })
  })

  test('TRICARE has a year by law', () => {
    expect(originalOf({ payer_id: 'T1', plan_type: 'CH' }, others)).toMatchObject({
      limit: 'calendar-year',
      isDefault: true,
    })
  })
})

test('a limit for corrected claims says what it counts from, if that was entered', () => {
  const written = (text: string) => writtenLimits((name) => (name === 'corrected' ? text : ''))
  expect(written('60 days from service').limits).toEqual({
    corrected: 60,
    corrected_from: 'service',
  })
  expect(written('60 after the remittance').limits.corrected_from).toBe('remittance')
  expect(written('60').limits).toEqual({ corrected: 60 })
  expect(written('60 from Monday').wrong).toMatchObject([{ name: 'corrected' }])
  const limits = { corrected: 60, corrected_from: 'service' as const }
  expect(limitText(limits, 'corrected')).toBe('60 days from service')
  const book = rulebookOf([{ payer_id: 'NBH01', payer: 'Northbridge', limits, source: 'Manual' }])
  expect(limitFor({ payer_id: 'NBH01' }, 'corrected', book)).toMatchObject({
    limit: 60,
    counted_from: 'service',
  })
})
