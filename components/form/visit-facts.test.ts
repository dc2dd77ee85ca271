import { expect, test } from 'vitest'
import { parseExact } from '#lib/core/json.ts'
import { orFacts, visitFacts } from './visit-facts.ts'

const data = parseExact(
  JSON.stringify({
    patient: { first_name: 'Avery', last_name: 'Moss', date_of_birth: '1980-02-09' },
    subscriber_primary: { insurance_card: { payer_name: 'Cascade Health' } },
    service_facility: { organization_name: 'North Loop Clinic' },
    service_lines: [
      { charge_amount_cents: 12500, date_of_service: '2026-08-15' },
      { charge_amount_cents: 50, date_of_service: '2026-08-14' },
      { charge_amount_cents: null },
    ],
  }),
)

test('a visit is known by its patient, payer, first date, facility and charges', () => {
  expect(visitFacts(data)).toEqual({
    patient: 'Moss, Avery',
    birthDate: '1980-02-09',
    gender: undefined,
    patientId: undefined,
    payer: 'Cascade Health',
    date: '2026-08-14',
    facility: 'North Loop Clinic',
    cents: 12550,
  })
})

test('charges that no line states are not known, and not zero', () => {
  expect(visitFacts({ service_lines: [{ charge_amount_cents: null }] }).cents).toBeUndefined()
  expect(visitFacts({ service_lines: [{ charge_amount_cents: 0 }] }).cents).toBe(0)
  expect(visitFacts('no record').cents).toBeUndefined()
})

test('what one record does not know, another may', () => {
  const facts = orFacts(visitFacts({ patient: { last_name: 'Own' } }), visitFacts(data))
  expect(facts).toMatchObject({ patient: 'Own', payer: 'Cascade Health', cents: 12550 })
})
