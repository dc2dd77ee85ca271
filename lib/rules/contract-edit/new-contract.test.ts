import { describe, expect, test } from 'vitest'
import { createContractV2Body } from '#lib/contract/contracts/contracts-v2.ts'
import { createContractV3Body } from '#lib/contract/contracts/contracts-v3.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import { newContractShape } from './contract-terms-shape.ts'
import { contractRequest, emptyContract, newContractProblems } from './new-contract.ts'

const shape = newContractShape()
const blank = draftOf(emptyContract, shape) as DraftObject
const filled: DraftObject = {
  ...blank,
  contracting_provider_id: 'p-1',
  payer_uuid: 'u-1',
  effective_date: '2026-01-01',
  regions: '{"type": "states", "states": ["CA"]}',
  commercial_insurance_types: '{"type": "allApply"}',
  medicare_insurance_types: '{"type": "noneApply"}',
  medicaid_insurance_types: '{"type": "theseApply", "value": ["MC"]}',
}

const terms = {
  contracting_provider_id: 'p-1',
  payer_uuid: 'u-1',
  effective_date: '2026-01-01',
  contract_status: 'pending',
  regions: { type: 'states', states: ['CA'] },
  commercial_insurance_types: { type: 'allApply' },
  medicare_insurance_types: { type: 'noneApply' },
  medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
}

describe('the request of a new contract', () => {
  test('professional: both type members agree, and the roster may be empty', () => {
    const { version, body } = contractRequest(shape, filled)
    expect({ version, body }).toEqual({
      version: 3,
      body: {
        type: 'professional',
        contract_type: 'professional',
        ...terms,
        rendering_provider_ids: [],
      },
    })
    expect(createContractV3Body.safeParse(body).success).toBe(true)
    expect(newContractProblems(body)).toEqual([])
  })

  test('institutional: facilities replace providers, whatever was typed before', () => {
    const { version, body } = contractRequest(shape, {
      ...filled,
      type: 'institutional',
      rendering_provider_ids: 'r-1',
    })
    expect({ version, body }).toEqual({
      version: 3,
      body: {
        type: 'institutional',
        contract_type: 'institutional',
        ...terms,
        contract_service_facilities: [],
      },
    })
    expect(createContractV3Body.safeParse(body).success).toBe(true)
  })

  test('institutional: each facility once, without providers yet', () => {
    const [one, two] = [
      '0b54a1f0-2f3e-4c3b-9a36-0d7f3f1f8d01',
      '0b54a1f0-2f3e-4c3b-9a36-0d7f3f1f8d02',
    ]
    const { body } = contractRequest(shape, {
      ...filled,
      type: 'institutional',
      contract_service_facilities: `${one}\n${two}\n${one}`,
    })
    expect(body.contract_service_facilities).toEqual([
      { service_facility_id: one, provider_ids: [] },
      { service_facility_id: two, provider_ids: [] },
    ])
    expect(createContractV3Body.safeParse(body).success).toBe(true)
    const professional = contractRequest(shape, { ...filled, contract_service_facilities: one! })
    expect(professional.body).not.toHaveProperty('contract_service_facilities')
    const many = Array.from({ length: 101 }, (_, index) => ({
      service_facility_id: String(index),
      provider_ids: [],
    }))
    expect(
      newContractProblems({ ...body, contract_service_facilities: many }).map(({ path }) => path),
    ).toEqual(['contract_service_facilities'])
  })

  test('version 2: no type; provider ids one per line or separated by commas', () => {
    const { version, body } = contractRequest(shape, {
      ...filled,
      type: 'professional-v2',
      rendering_provider_ids: 'r-1\nr-2',
    })
    expect({ version, body }).toEqual({
      version: 2,
      body: { ...terms, rendering_provider_ids: ['r-1', 'r-2'] },
    })
    expect(createContractV2Body.safeParse(body).success).toBe(true)
  })

  test('a cleared field is not sent', () => {
    const { body } = contractRequest(shape, {
      ...filled,
      contract_status: '',
      expiration_date: '',
      authorized_signatory: { first_name: '', last_name: '' },
    })
    expect(Object.keys(body)).not.toContain('contract_status')
    expect(Object.keys(body)).not.toContain('authorized_signatory')
    expect(JSON.stringify(body)).not.toContain('null')
  })
})

test('an empty form reports every missing field', () => {
  const paths = newContractProblems(contractRequest(shape, blank).body).map(({ path }) => path)
  expect(paths).toEqual([
    'contracting_provider_id',
    'payer_uuid',
    'effective_date',
    'regions',
    'commercial_insurance_types',
    'medicare_insurance_types',
    'medicaid_insurance_types',
  ])
})

test('4,000 providers are accepted, 4,001 are rejected', () => {
  const ids = (count: number) => ({
    ...terms,
    rendering_provider_ids: Array.from({ length: count }, (_, index) => `r-${index}`),
  })
  expect(newContractProblems(ids(4_000))).toEqual([])
  expect(newContractProblems(ids(4_001)).map(({ path }) => path)).toEqual([
    'rendering_provider_ids',
  ])
})
