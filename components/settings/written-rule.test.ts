import { expect, test } from 'vitest'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import { writtenRule } from './written-rule.ts'

const payer = { payer_id: 'MPB14', payer: 'Medicare Part B' }
const onDefault: PayerRow = {
  ...payer,
  limits: { original: 'calendar-year', appeal: 120 },
  source: '42 CFR 424.44(a)',
}
const without: PayerRow = { ...payer, limits: {}, source: '' }
const entered: PayerRow = {
  ...payer,
  own: { original: 90 },
  limits: { original: 90 },
  source: 'Contract',
}
const written = (row: PayerRow, texts: { [name: string]: string }) =>
  writtenRule(row, (name) => texts[name] ?? '')

test('empty boxes with a source confirm the limits that the row shows', () => {
  expect(written(onDefault, { source: ' CMS manual ' })).toEqual({
    rule: { ...payer, limits: onDefault.limits, source: 'CMS manual' },
  })
})

test('nothing is confirmed without a source, and a payer without a limit has none to confirm', () => {
  expect(written(onDefault, {})).toEqual({
    wrong: { source: 'Enter the contract, manual or law.' },
  })
  expect(written(without, { source: 'Contract' })).toEqual({
    wrong: { original: 'Enter 1 to 3,650 days, or “calendar year”.' },
  })
})

test('what is written counts, never a default beside it', () => {
  expect(written(onDefault, { original: '300', source: 'Contract' })).toEqual({
    rule: { ...payer, limits: { original: 300 }, source: 'Contract' },
  })
  expect(written(onDefault, { original: 'a year', source: 'Contract' })).toEqual({
    wrong: { original: 'Enter 1 to 3,650 days, or “calendar year”.' },
  })
})

test('empty boxes end the limits that a payer has', () => {
  expect(written(entered, { source: '' })).toEqual({ rule: { ...payer, limits: {}, source: '' } })
})
