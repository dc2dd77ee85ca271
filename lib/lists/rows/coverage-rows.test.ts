import { expect, it, test } from 'vitest'
import {
  facilityIdsOf,
  toFacilityRows,
  toFacilitySpan,
  toProviderCoverageRow,
} from './coverage-rows.ts'

const span = {
  provider_credentialing_span_id: 's1',
  start_date: '2026-01-01',
  end_date: null,
  submitted_date: '2025-12-01',
  payer_loaded_date: '2026-02-01',
  is_enabled: true,
  regions: { type: 'national' },
}

test('a provider has the name of the roster, and only the dates of its spans', () => {
  const item = {
    provider: {
      organization_provider_id: 'p1',
      npi: '1000000004',
      first_name: 'Dana',
      last_name: 'Fox',
    },
    credentialing_spans: [
      { ...span, start_date: 'soon' },
      { ...span, is_enabled: false },
    ],
  }
  expect(toProviderCoverageRow(item)).toEqual({
    id: 'p1',
    name: 'Fox, Dana',
    npi: '1000000004',
    spans: [
      { id: 's1', submitted_date: '2025-12-01', payer_loaded_date: '2026-02-01' },
      {
        id: 's1',
        start_date: '2026-01-01',
        submitted_date: '2025-12-01',
        payer_loaded_date: '2026-02-01',
        is_enabled: false,
      },
    ],
  })
})

it.each([
  [{ type: 'national' }, undefined],
  [{ type: 'states', states: ['nc'] }, ['NC']],
  [{ type: 'states', states: [] }, null],
  [{ type: 'county' }, null],
  [null, null],
])(
  'a span with the regions %j is for the states %j, as on the coverage board',
  (regions, states) => {
    expect(
      toProviderCoverageRow({
        provider: { organization_provider_id: 'p1' },
        credentialing_spans: [{ ...span, regions }],
      }).spans[0]?.states,
    ).toEqual(states)
  },
)

it.each([null, 7, {}, { provider: null }, { provider: { organization_provider_id: '' } }])(
  '%j is a row that cannot be read',
  (item) => {
    expect(toProviderCoverageRow(item)).toEqual({ id: '', unreadable: true, spans: [] })
  },
)

test('an organization has its name, and missing spans make an empty list', () => {
  expect(
    toProviderCoverageRow({
      provider: { organization_provider_id: 'p2', organization_name: 'North Loop' },
    }),
  ).toEqual({ id: 'p2', name: 'North Loop', spans: [] })
})

test('facilities keep the order of the contract, each with its own spans only', () => {
  const of = (id: string, spanId: string) =>
    toFacilitySpan({
      service_facility: { organization_service_facility_id: id, name: `Site ${id}` },
      facility_credentialing_span_id: spanId,
    })!
  const spans = [of('f2', 'a'), of('f9', 'b'), of('f2', 'c')]
  const names = new Map(spans.map(({ facility_id, name, npi }) => [facility_id, { name, npi }]))
  expect(toFacilityRows(['f1', 'f2'], names, spans)).toEqual([
    { id: 'f1', spans: [] },
    { id: 'f2', name: 'Site f2', spans: [{ id: 'a' }, { id: 'c' }] },
  ])
})

test('a facility that a contract names twice is one row', () => {
  expect(
    facilityIdsOf({
      contract_service_facilities: [
        { service_facility_id: 'f1' },
        { service_facility_id: 'f2' },
        { service_facility_id: 'f1' },
        {},
      ],
    }),
  ).toEqual(['f1', 'f2'])
  expect(facilityIdsOf({ type: 'professional' })).toEqual([])
})
