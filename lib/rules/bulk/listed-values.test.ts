import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { isListedField, listedValuesOf, notKnown } from './listed-values.ts'

const npi = '1999999984'
const body = (data: object): JsonObject => ({ data: { date_of_service: '2026-10-05', ...data } })
const ofPayer = (payer_id: string) => body({ subscriber_primary: { insurance_card: { payer_id } } })
const rendering = body({ rendering_provider: { npi } })

test('a new payer ID, NPI and facility are looked up, what stays and what is no NPI is not', () => {
  const after = body({
    subscriber_primary: { insurance_card: { payer_id: 'NBH01' } },
    billing_provider: { npi },
    rendering_provider: { npi: '123' },
    service_facility: { npi },
    referring_provider: { npi },
  })
  expect(listedValuesOf(after, ofPayer('NBH01')).map(({ of, text }) => [of, text])).toEqual([
    ['billing-providers', npi],
    ['facilities', npi],
  ])
  expect(isListedField('data.referring_provider.npi')).toBe(false)
})

test('what no list has, and what nobody looked up, is not known, in words', () => {
  expect(notKnown(ofPayer('ZZ9'), () => [{ payer_id: 'ZZ98' }])).toEqual([
    'Payer ID ZZ9 isn’t in the partner’s payer list',
  ])
  expect(notKnown(ofPayer('ZZ9'), () => undefined)).toEqual(['Payer ID ZZ9 was not looked up'])
  expect(notKnown(ofPayer('ZZ9'), () => [{ payer_id: 'ZZ9' }])).toEqual([])
})

test('a provider who had left or not begun, and a facility that is inactive or has another name, is not known', () => {
  const entryWith = (more: object) => notKnown(rendering, () => [{ npi, ...more }])
  expect(entryWith({ employment_termination_date: '2026-10-05' })).toEqual([])
  for (const more of [
    { employment_termination_date: '2026-10-04' },
    { employment_start_date: '2026-10-06' },
  ])
    expect(entryWith(more)).toEqual([
      `Rendering provider NPI ${npi} doesn’t fit its entry in the partner’s provider list`,
    ])
  const facility = body({ service_facility: { npi, organization_name: 'North Clinic' } })
  const at = (more: object) => notKnown(facility, () => [{ npi, name: 'Nord', ...more }])
  expect(at({ aliases: ['NORTH  Clinic'] })).toEqual([])
  expect(at({ aliases: ['North Clinic'], status: 'inactive' })).toHaveLength(1)
  expect(at({ aliases: [] })).toHaveLength(1)
})
