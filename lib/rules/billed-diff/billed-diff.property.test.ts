import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { billedDiff } from './billed-diff.ts'

const code = fc.constantFrom('E11.9', 'I10', 'J44.9', 'M54.50', 'U07.1', 'Z00.00')
const diagnoses = fc.uniqueArray(
  fc.record({ code, code_type: fc.constant('ABF'), name: fc.option(fc.string(), { nil: null }) }),
  { selector: (item) => item.code, maxLength: 5 },
)
const line = fc.record({
  procedure_code: fc.constantFrom('G0463', 'J0696', 'T1015'),
  modifiers: fc.constantFrom([], ['25'], ['25', '59']),
  quantity: fc.constantFrom('1', '2', '0.5'),
  units: fc.constantFrom('UN', 'MJ'),
  charge_amount_cents: fc.nat(1_000_000),
  diagnosis_pointers: fc.array(fc.nat(5), { maxLength: 4 }),
  date_of_service: fc.constantFrom('2026-10-02', '2026-10-03', null),
  place_of_service_code: fc.constantFrom('11', '22', null),
  external_id: fc.constantFrom('a', 'b', null),
})
const data = fc.record({
  diagnoses,
  service_lines: fc.array(line, { maxLength: 5 }),
  date_of_service: fc.constantFrom('2026-10-02', null),
  place_of_service_code: fc.constantFrom('11', '22', null),
  patient: fc.record({ first_name: fc.string(), note: fc.constantFrom(null, 'x') }),
  tag_ids: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
})
type Data = { service_lines: { charge_amount_cents: number }[] }
const now = (all: readonly object[]) =>
  all.map((one, index) => ({
    id: String(index),
    status: 'billable',
    data: asJson(one),
    changed: true,
  }))
const asJson = (value: object) => value as unknown as Json // generated only from JSON values
const sum = (all: readonly Data[]) =>
  all
    .flatMap((one) => one.service_lines)
    .reduce((total, { charge_amount_cents }) => total + charge_amount_cents, 0)
const runs = { numRuns: 1_000 }

it('a claim does not differ from the capture that it was made from', () => {
  fc.assert(
    fc.property(data, (one) => {
      expect(billedDiff(asJson(one), now([one]))!.changes).toEqual([])
    }),
    runs,
  )
})

it('a claim does not differ from the captures that it was made from', () => {
  fc.assert(
    fc.property(fc.array(data, { minLength: 2, maxLength: 3 }), (all) => {
      const unchanged = now(all).map((capture) => ({ ...capture, changed: false }))
      expect(billedDiff(mergeCaptureData(all.map(asJson)), unchanged)!.changes).toEqual([])
    }),
    runs,
  )
})

it('reordered diagnoses are no difference if every line points at the same codes', () => {
  const shuffled = data.chain((one) =>
    fc
      .shuffledSubarray(
        one.diagnoses.map((_, index) => index),
        { minLength: one.diagnoses.length },
      )
      .map((order) => ({ one, order })),
  )
  fc.assert(
    fc.property(shuffled, ({ one, order }) => {
      const moved = {
        ...one,
        diagnoses: order.map((from) => one.diagnoses[from]!),
        service_lines: one.service_lines.map((item) => ({
          ...item,
          diagnosis_pointers: item.diagnosis_pointers
            .filter((pointer) => pointer < order.length)
            .map((pointer) => order.indexOf(pointer)),
        })),
      }
      expect(billedDiff(asJson(one), now([moved]))!.changes).toEqual([])
    }),
    runs,
  )
})

it('reordered lines are no difference', () => {
  const shuffled = data.chain((one) =>
    fc
      .shuffledSubarray(one.service_lines, { minLength: one.service_lines.length })
      .map((service_lines) => ({ one, moved: { ...one, service_lines } })),
  )
  fc.assert(
    fc.property(shuffled, ({ one, moved }) => {
      expect(billedDiff(asJson(one), now([moved]))!.changes).toEqual([])
    }),
    runs,
  )
})

it('the money of all differences adds up to the difference of the sums', () => {
  const bundle = fc.array(data, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(bundle, bundle, (before, after) => {
      const diff = billedDiff(mergeCaptureData(before.map(asJson)), now(after))!
      expect(diff.moved_cents).toBe(sum(after) - sum(before))
      expect(diff.changes.reduce((total, change) => total + change.cents, 0)).toBe(diff.moved_cents)
    }),
    runs,
  )
})
