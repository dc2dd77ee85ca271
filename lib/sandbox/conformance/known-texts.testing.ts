import type { Pool } from './arbitrary-values.testing.ts'

type Item = Record<string, unknown>

// Records of the demo data come before those that a test creates, because they are billed and
// changed.
const capturesOldestFirst = '/api/charge_captures/v1?limit=500&sort=created_at&sort_direction=asc'

// The sources of ids: the list, the member of an item, and the names of the parameters and members
// that take the id.
const sources: readonly (readonly [
  path: string,
  read: (item: Item) => unknown,
  names: readonly string[],
])[] = [
  [capturesOldestFirst, (item) => item.id, ['charge_capture_id']],
  [capturesOldestFirst, (item) => item.charge_external_id, ['charge_external_id']],
  [capturesOldestFirst, (item) => item.patient_external_id, ['patient_external_id']],
  [capturesOldestFirst, (item) => (item.updates as Item[])[0]?.id, ['charge_capture_change_ids']],
  [
    '/api/charge_capture_claim_creation/v1',
    (item) => item.id,
    ['charge_capture_claim_creation_id', 'claim_creation_ids'],
  ],
  ['/api/charge_capture_claim_creation/v1', (item) => (item.errors as Item[])[0]?.id, ['error_id']],
  ['/api/encounters/v4', (item) => item.encounter_id, ['encounter_id', 'claim_ids']],
  [
    '/api/organization-providers/v3?is_rendering=true',
    (item) => item.organization_provider_id,
    [
      'organization_provider_id',
      'organization_provider_ids',
      'rendering_provider_id',
      'rendering_provider_ids',
      'provider_ids',
      'provider_id',
    ],
  ],
  [
    '/api/organization-providers/v3?is_billing=true',
    (item) => item.organization_provider_id,
    ['contracting_provider_id'],
  ],
  [
    '/api/organization-providers/v3?is_billing=true',
    (item) => item.npi,
    ['npi', 'billing_provider_npis'],
  ],
  [
    '/api/organization-service-facilities/v2',
    (item) => item.organization_service_facility_id,
    [
      'organization_service_facility_id',
      'organization_service_facility_ids',
      'service_facility_id',
    ],
  ],
  ['/api/payers/v3', (item) => item.payer_uuid, ['payer_uuid']],
  ['/api/payers/v3', (item) => item.payer_id, ['payer_id', 'primary_payer_ids']],
  ['/api/contracts/v3?contract_status=effective', (item) => item.contract_id, ['contract_id']],
  ['/api/contracts/v3?contract_status=pending', (item) => item.contract_id, ['contract_id']],
  ...(['effective', 'pending', 'cancelled'] as const).flatMap((status) => [
    [
      `/api/contracts/v2?contract_status=${status}`,
      (item: Item) => item.contract_id,
      ['updateContractV2.contract_id'],
    ] as const,
    [
      `/api/contracts/v3?type=institutional&contract_status=${status}`,
      (item: Item) => item.contract_id,
      ['createContractServiceFacility.contract_id'],
    ] as const,
  ]),
  [
    '/api/provider-credentialing-span/v2',
    (item) => item.provider_credentialing_span_id,
    ['provider_credentialing_span_id'],
  ],
  [
    '/api/provider-credentialing-span/v2/facility',
    (item) => item.facility_credentialing_span_id,
    ['facility_credentialing_span_id'],
  ],
  [
    '/lists/v1/patient',
    (item) => (item.patient as Item).id,
    ['patient_id', 'pre_encounter_patient_id'],
  ],
  [
    '/lists/v1/appointment',
    (item) => (item.appointment as Item).id,
    ['appointment_id', 'pre_encounter_appointment_ids'],
  ],
]

// New external ids; a create can use each only once.
const unused = Array.from({ length: 500 }, (_, i) => `FUZZ-${i}`)

/**
 * The texts of a running sandbox, read from its lists, and the API keys. Texts for one operation
 * only are under `operation.name`, ids that belong together under both names.
 */
export async function knownTexts(url: string): Promise<Pool> {
  const known = new Map<string, string[]>([
    ['client_id', ['sandbox-client']],
    ['client_secret', ['sandbox-secret']],
    ['charge_external_id', unused],
    ['external_id', unused],
  ])
  const add = (name: string, values: readonly unknown[]) =>
    known.set(name, [
      ...(known.get(name) ?? []),
      ...values.filter((value) => typeof value === 'string').slice(0, 30),
    ])
  const read = async (path: string) =>
    (
      await fetch(url + path, { headers: { authorization: 'Bearer sandbox-full' } })
    ).json() as Promise<Record<string, Item[]>>
  for (const [path, member, names] of sources) {
    const { items = [] } = await read(path)
    for (const name of names) add(name, items.map(member))
  }
  const { schemas = [] } = await read('/api/custom-schemas/v1')
  add(
    'schema_id',
    schemas.map((schema) => schema.id),
  )
  for (const id of known.get('createContractServiceFacility.contract_id') ?? []) {
    const { contract_service_facilities = [] } = await read(`/api/contracts/v3/${id}`)
    add(
      'contract_id/contract_service_facility_id',
      contract_service_facilities.map(
        (facility) => `${id}/${String(facility.contract_service_facility_id)}`,
      ),
    )
  }
  return (name) => known.get(name)
}
