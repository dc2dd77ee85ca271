import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { makeMarkStore } from '#components/form/marks/mark-store.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import type { FixOffer } from '#lib/lists/queue.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { FixOffers, offeredValues, proposedValue } from './fix-offers.tsx'

const path = 'data.rendering_provider.npi'
const offer: FixOffer = {
  path,
  value: '"1093817465"',
  times: 6,
  billed: 5,
  denied: 0,
  by: 'M. Reyes',
  where: 'at Aetna',
}

function textOf(offers: FixOffer[], npi: string, readOnly = false): string {
  const values = { data: { rendering_provider: { npi }, service_lines: [{ modifiers: '' }] } }
  function Page() {
    const form = useForm({ defaultValues: values })
    const record = { shape: captureShape(), base: values, marks: makeMarkStore(), readOnly }
    const page = createElement(
      RecordProvider as FunctionComponent<object>,
      { record } as object,
      createElement(FixOffers, { offers }),
    )
    return createElement(FormProvider as FunctionComponent<object>, form, page)
  }
  return renderToStaticMarkup(createElement(Page))
    .replaceAll(/<\/(?:p|button|li)>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\|+/g, '|')
}

test('an offer says how often it cleared the error, where, who wrote it and how often it made a claim, and is one button', () => {
  expect(textOf([offer], '1234567890')).toBe(
    'Cleared 6 times at Aetna: NPI replaced by 1093817465 (last by M. Reyes, made a claim 5 of 6).|Use 1093817465|',
  )
  expect(textOf([{ ...offer, times: 1, billed: 1 }], '')).toBe(
    'Cleared once at Aetna: NPI set to 1093817465 (by M. Reyes, made a claim 1 of 1).|Use 1093817465|',
  )
  expect(textOf([{ ...offer, value: 'null' }], '12')).toContain(
    'NPI emptied (last by M. Reyes, made a claim 5 of 6).|Empty it|',
  )
})

test('a value that is in the field has no button, nor has one whom the record is closed to', () => {
  expect(textOf([offer], '1093817465')).toMatch(/\|It is in the field. Save to send it.\|$/)
  expect(textOf([offer], '12', true)).toMatch(/made a claim 5 of 6\)\.\|$/)
})

test('a list is offered as the control shows it', () => {
  const modifiers = {
    path: 'data.service_lines.0.modifiers',
    value: '["95","GT"]',
    times: 2,
    billed: 2,
    denied: 0,
  }
  expect(textOf([modifiers], '')).toBe(
    'Cleared twice: Modifiers set to 95 GT (made a claim 2 of 2).|Use 95 GT|',
  )
})

test('the best offer stands at the field too, with what the field has now', () => {
  expect(offeredValues([offer], captureShape(), '1234567890')).toEqual([
    {
      label: 'Use 1093817465',
      sets: [{ name: path, value: '1093817465' }],
      from: '1234567890',
      to: '1093817465',
      source: 'as 6 times before',
      isSure: true,
    },
  ])
  expect(offeredValues([], captureShape(), null)).toEqual([])
})

test('a known date is offered as people write it, and no value as emptying the field', () => {
  const end = {
    path: 'data.end_date_of_service',
    source: 'line 2 says so',
    from: 'record',
  } as const
  const shown = (value: string | null) =>
    proposedValue({ ...end, value, isSure: true }, captureShape(), '2026-08-01')?.label
  expect(shown('2026-08-03')).toBe('Use 08/03/2026')
  expect(shown(null)).toBe('Empty it')
})

test('denied claims count against a value, and mostly denied ones are a warning without a button', () => {
  expect(textOf([{ ...offer, denied: 2 }], '1')).toContain(
    'made a claim 5 of 6, 2 denied since).|Use 1093817465|',
  )
  const bad = { ...offer, times: 5, billed: 5, denied: 3 }
  expect(textOf([bad], '1')).toMatch(
    /made a claim 5 of 5, 3 denied since\)\.\|Don’t reuse it: payers denied most of these claims\.\|$/,
  )
  expect(offeredValues([bad], captureShape(), '1')).toEqual([])
})
