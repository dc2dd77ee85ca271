import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { mergeThree, type Conflict } from './merge-three.ts'

type Sides = { base: JsonObject; mine: JsonObject; theirs: JsonObject }

/** The conflicts, and the result of choosing one side. */
function merged({ base, mine, theirs }: Sides) {
  const triple = { base: { data: base }, mine: { data: mine }, theirs: { data: theirs } }
  const { conflicts, merged: record, theirsChanges } = mergeThree(triple)
  const taken = (take: 'mine' | 'theirs') =>
    mergeThree(
      triple,
      conflicts.map(({ path }) => ({ path, take })),
    ).merged.data
  return {
    asked: conflicts.map(({ path, unit }: Conflict) => [path, unit]),
    data: record.data,
    taken,
    theirsChanges,
  }
}

describe('one choice', () => {
  test("is an insurance card: an old payer's group number is never combined with a new payer", () => {
    const card = (more: JsonObject): JsonObject => ({
      subscriber_primary: { insurance_card: { rx_bin: '610', ...more } },
    })
    const base = card({ payer_id: '60054', payer_name: 'Aetna', member_id: 'W1' })
    const theirs = card({ payer_id: '87726', payer_name: 'UHC', member_id: '9001' })
    const mine = card({
      payer_id: '60054',
      payer_name: 'Aetna',
      member_id: 'W1',
      group_number: 'ACME',
    })
    const result = merged({ base, mine, theirs })
    expect(result.asked).toEqual([['data.subscriber_primary.insurance_card.member_id', 'card']])
    expect([result.taken('mine'), result.taken('theirs')]).toEqual([mine, theirs])
  })

  test("is what a line bills: one procedure's quantity is never combined with another procedure", () => {
    const line = (more: JsonObject): JsonObject => ({
      service_lines: [{ external_id: 'L1', units: 'UN', ...more }],
    })
    const base = line({ procedure_code: '97110', quantity: '1', charge_amount_cents: 5_000 })
    const mine = line({ procedure_code: '97110', quantity: '2', charge_amount_cents: 5_000 })
    const theirs = line({ procedure_code: '97140', quantity: '1', charge_amount_cents: 6_000 })
    const result = merged({ base, mine, theirs })
    expect(result.asked).toEqual([['data.service_lines.0.procedure_code', 'service']])
    expect([result.taken('mine'), result.taken('theirs')]).toEqual([mine, theirs])
  })

  test.each(['rendering_provider', 'billing_provider', 'referring_provider'])(
    'is the person or group of %s',
    (name) => {
      const base = { [name]: { npi: '1999999984', last_name: 'Fox', taxonomy_code: '207Q00000X' } }
      const mine = { [name]: { npi: '1999999984', last_name: 'Foxe', taxonomy_code: '207Q00000X' } }
      const theirs = {
        [name]: { npi: '1234567893', last_name: 'Moss', taxonomy_code: '363L00000X' },
      }
      const result = merged({ base, mine, theirs })
      expect(result.asked).toEqual([[`data.${name}.npi`, 'provider']])
      expect([result.taken('mine'), result.taken('theirs')]).toEqual([mine, theirs])
    },
  )

  test('is an address, anywhere', () => {
    const base = { patient: { address: { city: 'Bend', zip_code: '97701' } } }
    const mine = { patient: { address: { city: 'Bend', zip_code: '97702' } } }
    const theirs = { patient: { address: { city: 'Salem', zip_code: '97301' } } }
    const result = merged({ base, mine, theirs })
    expect(result.asked).toEqual([['data.patient.address', undefined]])
    expect([result.taken('mine'), result.taken('theirs')]).toEqual([mine, theirs])
  })

  test('is the identification of a drug, with the service', () => {
    const line = (drug: JsonObject): JsonObject => ({
      service_lines: [{ external_id: 'L1', procedure_code: 'J0696', drug_identification: drug }],
    })
    const base = line({ national_drug_code: '00409123401', national_drug_unit_count: '1' })
    const mine = line({ national_drug_code: '00409123401', national_drug_unit_count: '2' })
    const theirs = line({ national_drug_code: '50409012301', national_drug_unit_count: '1' })
    const result = merged({ base, mine, theirs })
    expect(result.asked).toEqual([['data.service_lines.0.procedure_code', 'service']])
    expect([result.taken('mine'), result.taken('theirs')]).toEqual([mine, theirs])
  })
})

test('a unit that one side changed is accepted beside the other side’s changes', () => {
  const line = (more: JsonObject): JsonObject => ({
    service_lines: [{ external_id: 'L1', quantity: '1', note: null, ...more }],
  })
  const { asked, data, theirsChanges } = merged({
    base: line({ procedure_code: '97110' }),
    mine: line({ procedure_code: '97110', note: 'seen twice' }),
    theirs: line({ procedure_code: '97140' }),
  })
  expect(asked).toEqual([])
  expect(data).toEqual(line({ procedure_code: '97140', note: 'seen twice' }))
  expect(theirsChanges).toEqual([
    { path: 'data.service_lines.0.procedure_code', before: '97110', after: '97140' },
  ])
})
