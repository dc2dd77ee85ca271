import type { Pool } from './arbitrary-values.testing.ts'

type Item = Record<string, unknown>

// Where ids are read from: the list, the member of an item, and the names of the parameters and members that take them.
const sources: readonly (readonly [path: string, read: (item: Item) => unknown, names: readonly string[]])[] = [
  ['/api/charge_captures/v1', (item) => item.id, ['charge_capture_id']],
  ['/api/charge_captures/v1', (item) => item.charge_external_id, ['charge_external_id']],
  ['/api/charge_captures/v1', (item) => item.patient_external_id, ['patient_external_id']],
  ['/api/charge_captures/v1', (item) => (item.updates as Item[])[0]?.id, ['charge_capture_change_ids']],
  ['/api/charge_capture_claim_creation/v1', (item) => item.id, ['charge_capture_claim_creation_id', 'claim_creation_ids']],
  ['/api/charge_capture_claim_creation/v1', (item) => (item.errors as Item[])[0]?.id, ['error_id']],
  ['/api/encounters/v4', (item) => item.encounter_id, ['encounter_id', 'claim_ids']],
  ['/api/organization-providers/v3?is_rendering=true', (item) => item.organization_provider_id, ['organization_provider_id', 'organization_provider_ids', 'rendering_provider_id', 'rendering_provider_ids', 'provider_ids', 'provider_id']],
  ['/api/organization-providers/v3?is_billing=true', (item) => item.organization_provider_id, ['contracting_provider_id']],
  ['/api/organization-providers/v3?is_billing=true', (item) => item.npi, ['npi', 'billing_provider_npis']],
  ['/api/organization-service-facilities/v2', (item) => item.organization_service_facility_id, ['organization_service_facility_id', 'organization_service_facility_ids', 'service_facility_id']],
  ['/api/payers/v3', (item) => item.payer_uuid, ['payer_uuid']],
  ['/api/payers/v3', (item) => item.payer_id, ['payer_id', 'primary_payer_ids']],
  ['/api/contracts/v2?contract_status=effective', (item) => item.contract_id, ['contract_id']],
  ['/api/contracts/v3?contract_status=effective', (item) => item.contract_id, ['contract_id']],
  ['/api/provider-credentialing-span/v2', (item) => item.provider_credentialing_span_id, ['provider_credentialing_span_id']],
  ['/api/provider-credentialing-span/v2/facility', (item) => item.facility_credentialing_span_id, ['facility_credentialing_span_id']],
  ['/lists/v1/patient', (item) => (item.patient as Item).id, ['patient_id', 'pre_encounter_patient_id']],
  ['/lists/v1/appointment', (item) => (item.appointment as Item).id, ['appointment_id', 'pre_encounter_appointment_ids']],
]

/** The texts that a running sandbox knows, read from its lists, and the keys that it gives tokens for. */
export async function knownTexts(url: string): Promise<Pool> {
  const known = new Map<string, string[]>([['client_id', ['sandbox-client']], ['client_secret', ['sandbox-secret']]])
  const add = (name: string, values: readonly unknown[]) => known.set(name, [...(known.get(name) ?? []), ...values.filter((value) => typeof value === 'string')])
  const read = async (path: string) => (await fetch(url + path, { headers: { authorization: 'Bearer sandbox-full' } })).json() as Promise<Record<string, Item[]>>
  for (const [path, member, names] of sources) {
    const { items = [] } = await read(path)
    for (const name of names) add(name, items.slice(0, 30).map(member))
  }
  const { schemas = [] } = await read('/api/custom-schemas/v1')
  add('schema_id', schemas.map((schema) => schema.id))
  return (name) => known.get(name)
}
