import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExact, type Json } from '#lib/core/json.ts'
import { describeChanges, listChanges } from './describe-changes.ts'
import { updateMessage } from './post-billed-updates.ts'

const billed = {
  place_of_service_code: '11',
  service_lines: [{ charge_amount_cents: 12_500, modifiers: ['25'] }],
  patient: { first_name: 'Avery', note: null },
}

describe('the differences after billing', () => {
  it('are listed by field, with both values', () => {
    const current = {
      ...billed,
      place_of_service_code: '22',
      service_lines: [{ charge_amount_cents: 13_000, modifiers: ['25'] }],
    }
    expect(describeChanges(listChanges(billed, current))).toBe(
      'place_of_service_code changed from 11 to 22; service_lines.0.charge_amount_cents changed from 12500 to 13000',
    )
  })

  it('name added and removed members', () => {
    const current: Json = {
      service_lines: [{ charge_amount_cents: 12_500, modifiers: [] }, { procedure_code: 'G0463' }],
      patient: { first_name: 'Avery' },
    }
    expect(listChanges(billed, current)).toEqual([
      'place_of_service_code removed, was 11',
      'service_lines.0.modifiers.0 removed, was 25',
      'service_lines.1 added',
    ])
  })

  it('include the header, and are no message without any', () => {
    const before = {
      data: billed,
      status: 'billable',
      patient_external_id: 'PAT-1',
      metadata: [{ schema_id: 's' }],
    }
    const after = { ...before, status: 'entered-in-error', metadata: [{ schema_id: 't' }] }
    expect(updateMessage(before, after, 'DFT')).toBe(
      'status changed from billable to entered-in-error; metadata.0.schema_id changed from s to t',
    )
    expect(updateMessage(before, before, null)).toBeUndefined()
    expect(updateMessage(before, before, 'ADT')).toBeUndefined()
  })

  it('begin with the type of a message that carries no charges', () => {
    const message = updateMessage(
      { data: { external_id: 'a' } },
      { data: { external_id: 'b' } },
      'ADT',
    )
    expect(message).toBe('ADT, no charge message: external_id changed from a to b')
  })

  it('stay short for many differences', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`field_${i}`, 'x'.repeat(200)]),
    )
    const message = describeChanges(listChanges({}, many))!
    expect(message).toMatch(/; and 10 more$/)
    expect(message).toContain(`field_0 added: ${'x'.repeat(60)}…`)
  })

  it('are none between equal data, and null equals missing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        expect(
          listChanges(
            parseExact(JSON.stringify(data).replaceAll('__proto__', 'p')),
            parseExact(JSON.stringify(data).replaceAll('__proto__', 'p')),
          ),
        ).toEqual([])
      }),
    )
    expect(describeChanges(listChanges({ a: null }, {}))).toBeUndefined()
  })

  it('include a number that is written with other digits', () => {
    expect(
      listChanges(
        parseExact('{"a":12345678901234567890}'),
        parseExact('{"a":12345678901234567891}'),
      ),
    ).toEqual(['a changed from 12345678901234567890 to 12345678901234567891'])
  })
})
