import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createContractV2Body } from './contracts/contracts-v2.ts'
import { createChargeCaptureBody } from './charge-captures.ts'
import { unwrap } from './fields.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { strictIssues } from './strict-values.ts'

const body = (data: object) => ({
  data,
  charge_external_id: 'c',
  patient_external_id: 'p',
  status: 'planned',
})
const paths = (data: object) =>
  strictIssues(createChargeCaptureBody, body(data)).map((issue) => issue.path)

describe('strict parsing rejects', () => {
  test('an unknown enumeration value, at its path', () => {
    expect(paths({ service_lines: [{ units: 'UN' }, { units: 'HOURS' }] })).toEqual([
      'data.service_lines.1.units',
    ])
  })

  test('an impossible date', () => {
    expect(paths({ date_of_service: '2026-02-29' })).toEqual(['data.date_of_service'])
    expect(
      paths({ date_of_service: '2028-02-29', patient: { date_of_birth: '1980-1-1' } }),
    ).toEqual(['data.patient.date_of_birth'])
  })

  test('an instant without a time', () => {
    expect(paths({ clinical_notes: [{ notes: [{ timestamp: '2026-08-14' }] }] })).toEqual([
      'data.clinical_notes.0.notes.0.timestamp',
    ])
  })

  test('a time on an impossible date, or an impossible time', () => {
    const complaint = (timestamp: string) =>
      strictIssues(
        createChargeCaptureBody,
        body({ clinical_notes: [{ notes: [{ timestamp }] }] }),
      ).map(({ path, message }) => `${path} ${message}`)
    const at = 'data.clinical_notes.0.notes.0.timestamp'
    for (const day of [
      '2024-02-30',
      '2026-02-29',
      '2026-13-01',
      '2026-04-31',
      '2026-00-10',
      '0000-00-00',
    ])
      expect(complaint(`${day}T10:00:00Z`)).toEqual([`${at} is on a day that does not exist`])
    for (const text of [
      '2024-02-28T25:00:00Z',
      '2024-02-28T10:61:00Z',
      '2024-02-28T10:00:00 (noon)',
      '2024-02-28Tnoon',
    ])
      expect(complaint(text)).toEqual([`${at} is not an ISO 8601 date-time`])
    for (const text of [
      '2024-02-29T10:00:00Z',
      '2024-02-29T10:00:00.123456+05:30',
      '2024-02-29T10:00',
      '2024-02-29t10:00:00z',
    ])
      expect(complaint(text)).toEqual([])
  })

  test('an id that is no UUID and an address that is no URL, if the description types them so', () => {
    const wrong = {
      service_facility_id: 'north',
      patient: { non_insurance_payers: ['0c4f4f0e-0d1f-4f0e-8a55-90d1c8a7e301', '7'] },
      subscriber_primary: { insurance_card: { payer_plan_group_id: 'PPG-1' } },
      schema_instances: [{ schema_id: '0c4f4f0e0d1f4f0e8a5590d1c8a7e301', content: {} }],
    }
    const issues = strictIssues(createChargeCaptureBody, {
      ...body(wrong),
      ehr_source_url: 'ehr.example/1',
    })
    expect(issues.map(({ path, message }) => `${path} ${message}`).toSorted()).toEqual([
      'data.patient.non_insurance_payers.1 is not a UUID',
      'data.schema_instances.0.schema_id is not a UUID',
      'data.service_facility_id is not a UUID',
      'data.subscriber_primary.insurance_card.payer_plan_group_id is not a UUID',
      'ehr_source_url is not a full URL',
    ])
    const right = {
      service_facility_id: '00000000-0000-4000-8000-00000000F0E2',
      patient: { non_insurance_payers: [] },
      schema_instances: [{ schema_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', content: {} }],
    }
    for (const ehr_source_url of [
      'https://ehr.example/1?a=b#c',
      'http://10.0.0.1:8080',
      'epic://charge/7',
    ])
      expect(strictIssues(createChargeCaptureBody, { ...body(right), ehr_source_url })).toEqual([])
  })

  test('every body applies this to each member that the description types as UUID or URL', () => {
    const typed: Record<string, string> = {
      schema_id: 'uuid',
      service_facility_id: 'uuid',
      non_insurance_payers: 'uuid',
      payer_plan_group_id: 'uuid',
      contracting_provider_id: 'uuid',
      payer_uuid: 'uuid',
      provider_ids: 'uuid',
      pre_encounter_patient_id: 'uuid',
      pre_encounter_appointment_ids: 'uuid',
      ehr_source_url: 'uri',
    }
    const seen = new Set<string>()
    const loose: string[] = []
    const visit = (schema: z.ZodType, at: string): void => {
      const inner = unwrap(schema)
      if (inner instanceof z.ZodUnion)
        for (const option of inner.options as z.ZodType[]) visit(option, at)
      if (!(inner instanceof z.ZodObject)) return
      for (const [name, member] of Object.entries(inner.shape as Record<string, z.ZodType>)) {
        if (typed[name] && unwrap(member).meta()?.format !== typed[name])
          loose.push(`${at}.${name}`)
        if (typed[name]) seen.add(name)
        visit(member, `${at}.${name}`)
      }
    }
    for (const { id, body: schema } of Object.values(operations) as Operation[])
      if (schema) visit(schema, id)
    expect(loose).toEqual([])
    expect([...seen].toSorted()).toEqual(Object.keys(typed).toSorted())
  })

  test('a diagnosis pointer between two diagnoses', () => {
    expect(paths({ service_lines: [{ diagnosis_pointers: [0, 0.5, 1] }] })).toEqual([
      'data.service_lines.0.diagnosis_pointers.1',
    ])
  })

  test('a fraction of a cent', () => {
    expect(
      paths({ service_lines: [{ charge_amount_cents: 12_500 }, { charge_amount_cents: 125.5 }] }),
    ).toEqual(['data.service_lines.1.charge_amount_cents'])
  })

  test('values inside unions', () => {
    const regions = { type: 'states', states: ['OR', 'XX'] }
    expect(strictIssues(createContractV2Body, { regions }).map((issue) => issue.path)).toEqual([
      'regions.states.1',
    ])
  })

  test('accepts known values, values in use, null, missing and unknown members', () => {
    expect(
      paths({ place_of_service_code: '27', synchronicity: null, unknown_member: 'x' }),
    ).toEqual([])
    const modifiers = ['RH', 'SX', 'HH', 'XH']
    expect(paths({ place_of_service_code: '66', service_lines: [{ modifiers }] })).toEqual([
      'data.service_lines.0.modifiers.3',
    ])
  })
})
